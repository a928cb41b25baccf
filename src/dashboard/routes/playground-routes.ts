import { extractRoute } from '../../http/routes/extract-route.ts';
import type { Route as WireRoute } from '../../http/routes/route.ts';
import { scrapeRoute } from '../../http/routes/scrape-route.ts';
import { callInWireWords } from '../../http/request/call-in-wire-words.ts';
import { toInput } from '../../http/request/to-input.ts';
import type { WireBody } from '../api/request-bodies.ts';
import type { PlaygroundResult } from '../api/views.ts';
import type { RouteRequest, Routes } from './route.ts';

/** The calls of `/v1`, made by who is signed in: the same checks, limits, prices and words. */
export const playgroundRoutes: Routes<'POST /extract' | 'POST /scrape'> = {
  'POST /extract': {
    access: 'account',
    body: 'as sent',
    call: (request) => callWire(extractRoute, request),
  },
  'POST /scrape': {
    access: 'account',
    body: 'as sent',
    call: (request) => callWire(scrapeRoute, request),
  },
};

async function callWire(
  route: WireRoute,
  { service, account, body, signal }: RouteRequest<unknown, WireBody>,
): Promise<PlaygroundResult> {
  const fields = route.body?.fields ?? {};
  const input = toInput(body, fields);
  const request = { service, account, parameters: {}, input, idempotencyKey: undefined };
  const {
    data,
    creditsUsed = 0,
    creditsRemaining = 0,
  } = await callInWireWords(fields, () => route.call({ ...request, request: { signal } }));
  return {
    // The routes write their data before they are charged: what was written is an object.
    data: (typeof data === 'string' ? JSON.parse(data) : data) as PlaygroundResult['data'],
    creditsUsed,
    creditsRemaining,
  };
}
