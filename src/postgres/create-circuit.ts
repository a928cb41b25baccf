import { setImmediate } from 'node:timers/promises';
import { GleanerError } from '../errors/gleaner-error.ts';

/** Knows whether the database can be reached. */
export interface Circuit {
  /**
   * Resolves while the database can be reached. After a failure, waits for the first look at it, and from then on rejects at
   * once with `service_unavailable` until one of the following looks succeeds.
   */
  check(): Promise<void>;
  /** Notes that the database could not be reached, and begins to look. */
  open(error: unknown): void;
  /** Ends the looking. */
  close(): void;
}

/** Between two looks: at first soon, since most failures are of one connection alone. */
const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** A circuit that `probe` closes again: it resolves when the database answers. */
export function createCircuit(probe: () => Promise<void>): Circuit {
  let isClosed = true;
  let failure: unknown;
  let firstLook: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  async function look(pauseMs: number): Promise<void> {
    try {
      await probe();
      isClosed = true;
      firstLook = undefined;
    } catch (error) {
      failure = error;
      if (isEnded) return;
      timer = setTimeout(() => void look(Math.min(pauseMs * 2, longestPauseMs)), pauseMs);
      // A database that is away keeps no process alive.
      timer.unref();
    }
  }

  return {
    async check() {
      if (isClosed) return;
      await firstLook;
      // A caller that tries again in a loop must not keep the looks from being heard.
      await setImmediate();
      if (!isClosed) throw unreachable(failure);
    },
    open(error) {
      if (!isClosed || isEnded) return;
      isClosed = false;
      failure = error;
      firstLook = look(firstPauseMs);
    },
    close() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}

/** The error for a database that cannot be reached. */
export function unreachable(cause: unknown): GleanerError<'service_unavailable'> {
  return new GleanerError(
    'service_unavailable',
    'The database cannot be reached at the moment, so nothing was changed: try again.',
    { cause },
  );
}
