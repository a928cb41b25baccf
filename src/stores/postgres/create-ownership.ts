import { randomUUID } from 'node:crypto';
import { lostOwnership } from '../rules/store-errors.ts';

/** The names under which a store object works: one at a time, and a new one when it has lost the last. */
export interface Ownership {
  current(): Owner;
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
  return {
    current: () => ({ id, signal: controller.signal }),
    hasLost: (other) => lost.has(other),
    lost: () => [...lost],
    lose(other, cause) {
      if (other !== id) return;
      lost.add(id);
      const last = controller;
      id = randomUUID();
      controller = new AbortController();
      last.abort(lostOwnership(cause));
    },
  };
}
