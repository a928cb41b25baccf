import type { RunEnding } from '../../contracts/store/run-store.ts';

/** How a run ended, before its webhook is known. */
export type RunOutcome =
  | Omit<Extract<RunEnding, { status: 'completed' }>, 'id' | 'delivery' | 'nowMs'>
  | Omit<Extract<RunEnding, { status: 'failed' | 'cancelled' }>, 'id' | 'delivery' | 'nowMs'>;
