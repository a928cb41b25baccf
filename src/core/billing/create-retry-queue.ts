import type { Clock } from '../../runtime/contracts/clock.ts';

/** Changes that a ledger or store refused and that nothing else would make: kept in this process and tried until they are made. */
export interface RetryQueue {
  /**
   * Does the work now. Where it fails, keeps it in place of what was kept under the same name, and tries again after a second,
   * then after twice as long each time, up to a minute. Resolves to the error of the first try, `undefined` where the work is
   * done; never rejects. `name` says what is done, for the operator: "end run 8f3…".
   */
  attempt(name: string, work: () => Promise<unknown>): Promise<unknown>;
  /** Tries all kept work at once, each piece independently of the others; rejects when some still fails. */
  run(): Promise<void>;
  /** The same, after which nothing is tried again. */
  close(): Promise<void>;
}

interface RetryQueueOptions {
  readonly clock: Clock;
  /** Called with the first failure of each piece of work, and with that of work that is given up. */
  readonly report: (doing: string, error: unknown) => void;
  /** Milliseconds after which a piece of work is given up. @default Infinity */
  readonly giveUpMs?: number;
}

interface PendingWork {
  readonly work: () => Promise<unknown>;
  readonly sinceMs: number;
}

const firstDelayMs = 1_000;
const longestDelayMs = 60_000;
/** Some 300 bytes each. Beyond it a store has failed for minutes under full load, and a restart cleans up. */
const maxPending = 100_000;

/** An empty list. */
export function createRetryQueue({
  clock,
  report,
  giveUpMs = Infinity,
}: RetryQueueOptions): RetryQueue {
  const pending = new Map<string, PendingWork>();
  let delayMs = firstDelayMs;
  let cancelNext: (() => void) | undefined;
  let isClosed = false;

  function schedule(): void {
    if (isClosed || cancelNext !== undefined || pending.size === 0) return;
    cancelNext = clock.after(delayMs, () => void retry());
  }

  async function retry(): Promise<void> {
    delayMs = Math.min(2 * delayMs, longestDelayMs);
    await tryAll();
    cancelNext = undefined;
    schedule();
  }

  function keep(name: string, work: () => Promise<unknown>, error: unknown): void {
    const known = pending.get(name);
    if (known === undefined) report(name, error);
    if (known === undefined && pending.size >= maxPending) return;
    pending.set(name, { work, sinceMs: known?.sinceMs ?? clock.monotonicMs() });
    schedule();
  }

  async function tryAll(): Promise<ReadonlyMap<string, unknown>> {
    const failures = new Map<string, unknown>();
    for (const [name, piece] of pending) {
      try {
        await piece.work();
        forget(name, piece);
        // The store works again.
        delayMs = firstDelayMs;
      } catch (error) {
        failures.set(name, error);
        const isOld = clock.monotonicMs() - piece.sinceMs >= giveUpMs;
        if (isOld && forget(name, piece)) report(`${name}, given up`, error);
      }
    }
    return failures;
  }

  /** Whether it was still kept: newer work of the same name may be in its place. */
  function forget(name: string, piece: PendingWork): boolean {
    return pending.get(name) === piece && pending.delete(name);
  }

  async function run(): Promise<void> {
    const failures = await tryAll();
    if (failures.size === 0) return;
    const names = [...failures.keys()].slice(0, namedAtMost).join(', ');
    throw new AggregateError([...failures.values()], `Still not done: ${names}.`);
  }

  return {
    async attempt(name, work) {
      try {
        await work();
        pending.delete(name);
        return undefined;
      } catch (error) {
        keep(name, work, error);
        return error;
      }
    },
    run,
    async close() {
      isClosed = true;
      cancelNext?.();
      await run();
    },
  };
}

const namedAtMost = 20;
