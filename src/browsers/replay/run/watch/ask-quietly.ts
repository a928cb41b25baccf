import { raceSignal } from '../../../../signals/race-signal.ts';
import { callFrame } from '../../../in-page/call-frame.ts';
import type { OperationName, PageOperations } from '../../../in-page/page-operations.ts';
import type { Place } from '../../frames/create-tabs.ts';
import type { ReplayRun } from '../replay-run.ts';

/** Milliseconds for one picture or one question: what a page does not give by then is left out. */
export const limitMs = 5_000;

/** Resolves to what was asked for; `undefined` where the page does not give it: a trial fails where the run would. */
export async function quietly<Result>(
  run: ReplayRun,
  asked: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await raceSignal(asked, run.signal);
  } catch {
    run.signal.throwIfAborted();
    return undefined;
  }
}

/** Calls one of our operations in the frame of a place; `undefined` where the page does not answer. */
export function askQuietly<Name extends OperationName>(
  run: ReplayRun,
  { frame }: Place,
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
): Promise<ReturnType<PageOperations[Name]> | undefined> {
  return quietly(run, callFrame(frame, name, input, { signal: run.signal, timeoutMs: limitMs }));
}
