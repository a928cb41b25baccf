import { raceSignal } from '../../../signals/race-signal.ts';
import type { PageView, PaginationInput } from './page-view.ts';
import { isFilled, type PageReading, restMs, toSignature } from '../read/read-items.ts';
import { navigationTimeoutOf } from '../replay-run.ts';
import { readTurned, type TurnedPage } from './turn-page.ts';
import { pause } from '../wait-until.ts';
import type { NavigationWatch } from '../wait/watch-navigation.ts';

/** A click that changes nothing by then changes nothing; while a script waits for an answer, it gets longer. */
const changeMs = 2_500;
const answerMs = 10_000;

/** Until the list is another one, twice in a row: what says "Loading" in between is no change. */
export async function waitForChange(
  input: PaginationInput,
  view: PageView,
  before: PageReading,
  watch: NavigationWatch,
): Promise<TurnedPage> {
  const { run, step } = input;
  const old = toSignature(before);
  const startedMs = performance.now();
  let last: string | undefined;
  for (;;) {
    if (watch.isLoading || watch.hasNewDocument) {
      const timeoutMs = navigationTimeoutOf(run, step);
      await raceSignal(watch.settle({ mustCome: false, timeoutMs }), run.signal);
      if (watch.hasNewDocument) return readTurned(input, view, before);
    }
    const reading = await view.read();
    const hadDialog = before.pager?.hasDialog === true;
    if (reading.pager?.hasDialog === true && !hadDialog) return { end: 'dialog_opened' };
    const signature = toSignature(reading);
    if (isFilled(reading) && signature !== old) {
      if (signature === last) return { reading, status: undefined };
      last = signature;
    } else last = undefined;
    const waitedMs = performance.now() - startedMs;
    const isOver = waitedMs >= (watch.isAsking ? answerMs : changeMs);
    if (isOver && last === undefined && !watch.isLoading) return { end: 'no_change' };
    await pause(restMs, run.signal);
  }
}
