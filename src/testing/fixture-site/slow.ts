import { setTimeout as sleep } from 'node:timers/promises';
import type { FixtureRequest, FixtureRoute } from './route.ts';

/** Ten minutes at the default pace: longer than any deadline a test may wait for. */
const defaultDripBytes = 6_000;
const defaultIntervalMs = 100;

/** Answers that keep a client waiting. They end when the client leaves; `?bytes=` and `?interval-ms=` set the pace. */
export function fixtureSlowRoutes(): readonly (readonly [string, FixtureRoute])[] {
  return [
    [
      '/slow/drip',
      (request) => ({
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: drip(request),
      }),
    ],
    // Takes the request and never says a word.
    ['/slow/silent', async ({ signal }) => ({ body: await untilAborted(signal) })],
  ];
}

async function* drip({ query, signal }: FixtureRequest): AsyncGenerator<string> {
  const bytes = Number(query.get('bytes') ?? defaultDripBytes);
  const intervalMs = Number(query.get('interval-ms') ?? defaultIntervalMs);
  const page = '<!doctype html><title>Slow drip</title><p>The kettle boils, one byte at a time. ';
  for (let index = 0; index < bytes; index += 1) {
    yield page[index] ?? '.';
    // The signal clears the timer at once, so that a closed site has none left.
    await sleep(intervalMs, undefined, { signal });
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const leave = (): void => {
      reject(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
