import { randomUUID } from 'node:crypto';
import { lostOwnership } from '../rules/store-errors.ts';

/** The names under which a store object works: one at a time, and a new one when it has lost the last. */
export interface Ownership {
  /** Gives up a name whose time is over, also where the process was halted and no timer has fired since. */
  current(): Owner;
  /** Counts on a name until then, by `performance.now()`. */
  trust(id: string, untilMs: number): void;
  hasLost(id: string): boolean;
  /** Every name that was lost. */
  lost(): readonly string[];
  /** Gives up a name, where it is the current one, and aborts its signal. */
  lose(id: string, cause: unknown): void;
}

/** One name. */
export interface Owner {
  readonly id: string;
  /** Aborts with `service_unavailable` when the name is lost. */
  readonly signal: AbortSignal;
}

/** Creates the names of a store object. */
export function createOwnership(): Ownership {
  const lost = new Set<string>();
  let controller = new AbortController();
  let id = randomUUID() as string;
  let trustedUntilMs = Infinity;

  function lose(other: string, cause: unknown): void {
    if (other !== id) return;
    lost.add(id);
    const last = controller;
    id = randomUUID();
    controller = new AbortController();
    trustedUntilMs = Infinity;
    last.abort(lostOwnership(cause));
  }

  return {
    current() {
      if (performance.now() >= trustedUntilMs) lose(id, new Error('The database did not answer.'));
      return { id, signal: controller.signal };
    },
    trust(other, untilMs) {
      if (other === id) trustedUntilMs = untilMs;
    },
    hasLost: (other) => lost.has(other),
    lost: () => [...lost],
    lose,
  };
}
