import type { Store } from '../contracts/store/store.ts';

/** Whether a piece of work, from its begin to its end, is this process's own. */
export interface Tenure {
  /** Abort when the work is lost to other processes; empty where that cannot happen. */
  readonly signals: readonly AbortSignal[];
  /** Asks at once, also where the process was halted and no timer has fired since. */
  isLost(): boolean;
}

/** Begins before the work takes anything from the store, so that what it takes is owned for as long as it believes. */
export function beginTenure(store: Pick<Store, 'ownership'>): Tenure {
  const signal = store.ownership?.();
  if (signal === undefined) return { signals: [], isLost: () => false };
  return { signals: [signal], isLost: () => store.ownership?.() !== signal || signal.aborted };
}
