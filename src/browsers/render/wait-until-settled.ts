import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import { raceSignal } from '../../signals/race-signal.ts';
import { evaluateApart } from './evaluate-apart.ts';

export interface WaitUntilSettledInput {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly devtools: CDPSession;
  readonly signal: AbortSignal;
}

/** Without change for this long, and with nothing under way that could bring one, a page is complete. */
const quietMs = 400;
/** While it shows next to nothing, or still waits for an answer, so long: what takes longer may never come (long polling). */
const longQuietMs = 3_000;
/** Between two looks at a page that is on its way elsewhere. */
const navigationMs = 50;
/** A page that never rests (clocks, tickers) is taken as it is. */
const maxWaitMs = 10_000;
/** As few characters are a "Loading …", not content. */
const littleText = 120;

/** What changes a page's content; beacons, event streams and pictures do not. */
const bringsContent: ReadonlySet<string> = new Set([
  'document',
  'script',
  'stylesheet',
  'xhr',
  'fetch',
]);

/** Waits until the scripts of a page have done their work. Never waits for the network as a whole: beacons keep it busy. */
export async function waitUntilSettled(input: WaitUntilSettledInput): Promise<void> {
  const { context, devtools, signal } = input;
  const underWay = new Set<Request>();
  const onRequest = (request: Request): void => {
    if (bringsContent.has(request.resourceType())) underWay.add(request);
  };
  const onEnd = (request: Request): void => {
    underWay.delete(request);
  };
  context.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);
  const startedMs = performance.now();
  try {
    while (performance.now() - startedMs < maxWaitMs) {
      const waited = evaluateApart(devtools, lookForQuiet) as Promise<Quiet | undefined>;
      const quiet = await raceSignal(waited, signal);
      // A navigation began anew.
      if (quiet === undefined) {
        await raceSignal(setTimeout(navigationMs), signal);
        continue;
      }
      // Nothing is there that could change it.
      if (!quiet.hasScripts && quiet.quietMs > 0) return;
      const needed = underWay.size > 0 || quiet.textLength < littleText ? longQuietMs : quietMs;
      if (quiet.quietMs >= needed) return;
    }
  } finally {
    context.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
  }
}

interface Quiet {
  /** Since the last change. */
  readonly quietMs: number;
  readonly textLength: number;
  readonly hasScripts: boolean;
}

/** Counts from where it counted before, as long as the document is the same. */
const lookForQuiet = `(async () => {
  if (globalThis.lastChange === undefined) {
    globalThis.lastChange = performance.now();
    new MutationObserver(() => { globalThis.lastChange = performance.now(); })
      .observe(document, { subtree: true, childList: true, characterData: true });
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    quietMs: document.readyState === 'loading' ? 0 : performance.now() - globalThis.lastChange,
    hasScripts: document.scripts.length > 0,
    textLength: (document.body?.innerText ?? '').trim().length,
  };
})()`;
