import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { raceSignal } from '../../signals/race-signal.ts';

/** Times of a watch, in milliseconds. */
export interface WatchAnswersTimes {
  /** Between an answer and the next question. */
  readonly intervalMs: number;
  /** A browser that has not answered for so long is lost. */
  readonly patienceMs: number;
}

/** A machine that was cut off closes no connection: without questions its work would wait until its deadline. */
const defaultTimes: WatchAnswersTimes = { intervalMs: 5_000, patienceMs: 10_000 };

/**
 * Asks a connected browser for its version again and again, and calls back once when it does not answer. Ends with the
 * connection; keeps no process alive.
 */
export function watchAnswers(
  browser: Pick<PlaywrightBrowser, 'isConnected' | 'newBrowserCDPSession'>,
  onSilent: () => void,
  { intervalMs, patienceMs }: WatchAnswersTimes = defaultTimes,
): void {
  async function watch(): Promise<void> {
    const opening = browser.newBrowserCDPSession();
    const ask = async (): Promise<unknown> => (await opening).send('Browser.getVersion');
    while (browser.isConnected()) {
      const patience = AbortSignal.timeout(patienceMs);
      try {
        await raceSignal(ask(), patience);
      } catch {
        // An error of a connection that has closed needs no report of ours: its end is one.
        if (patience.aborted) onSilent();
        return;
      }
      await new Promise<void>((resolve) => {
        setTimeout(resolve, intervalMs).unref();
      });
    }
  }
  void watch();
}
