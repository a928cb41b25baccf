import type { ServiceEvent } from './service-event.ts';

/** Changes that the store refused and that nothing else would make: kept in this process and tried again. */
export interface Retries {
  /**
   * Does the work now. When it fails, keeps it for the next `run`, in place of what was kept under the same name, and reports
   * that where nothing was. Never rejects. `name` says what is done, for the operator: "end run 8f3…".
   */
  attempt(name: string, work: () => Promise<unknown>): Promise<void>;
  /** Tries all kept work again, each piece independently of the others; rejects when some still fails. */
  run(): Promise<void>;
}

/** An empty list; `emit` reports failures. */
export function createRetries(emit: (event: ServiceEvent) => void): Retries {
  const kept = new Map<string, () => Promise<unknown>>();

  return {
    async attempt(name, work) {
      try {
        await work();
        kept.delete(name);
      } catch (error) {
        if (!kept.has(name)) emit({ kind: 'fault', doing: name, error });
        kept.set(name, work);
      }
    },
    async run() {
      const failures: unknown[] = [];
      for (const [name, work] of kept) {
        try {
          await work();
          kept.delete(name);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length === 0) return;
      throw new AggregateError(failures, `Still not done: ${[...kept.keys()].join(', ')}.`);
    },
  };
}
