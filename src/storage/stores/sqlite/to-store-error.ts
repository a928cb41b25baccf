import {
  type ErrorCode,
  GleanerError,
  isGleanerError,
} from '../../../runtime/errors/gleaner-error.ts';

/** SQLite's primary result codes, see https://sqlite.org/rescode.html. */
const resultCodes = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** What the system says where SQLite was not asked yet: when the folder is made. */
const systemCodes: ReadonlyMap<string, number> = new Map([
  ['EACCES', resultCodes.permission],
  ['EPERM', resultCodes.permission],
  ['EROFS', resultCodes.readOnly],
  ['ENOTDIR', resultCodes.cannotOpen],
  ['EEXIST', resultCodes.cannotOpen],
  ['ENOSPC', resultCodes.full],
]);

/** The error that says what is wrong with the file and how to mend it; errors of the operations themselves as they are. The
 * change that failed was not kept. */
export function toStoreError(error: unknown, file: string): unknown {
  if (isGleanerError(error) || error instanceof RangeError || error instanceof TypeError) {
    return error;
  }
  switch (readResultCode(error) ?? 0) {
    case resultCodes.busy:
    case resultCodes.locked:
      return new GleanerError(
        'service_unavailable',
        `The store file "${file}" is locked by another process: try again, or find what holds it.`,
        { cause: error },
      );
    case resultCodes.full:
      return new GleanerError(
        'service_unavailable',
        `There is no room left for the store file "${file}": nothing of this change was kept. Make room and try again.`,
        { cause: error },
      );
    case resultCodes.permission:
    case resultCodes.readOnly:
    case resultCodes.cannotOpen:
      return new GleanerError(
        'internal_error',
        `The store file "${file}" cannot be written: give this user write access to the folder and all files in it.`,
        { cause: error },
      );
    case resultCodes.corrupt:
    case resultCodes.notADatabase:
      return new GleanerError(
        'internal_error',
        `The store file "${file}" is damaged or no store: put it back from a backup. It was left as it is.`,
        { cause: error },
      );
    default:
      return new GleanerError('internal_error', `The store file "${file}" failed.`, {
        cause: error,
      });
  }
}

/** Returns whether another connection holds the lock at the moment. */
export function isBusy(error: unknown): boolean {
  const code = readResultCode(error);
  return code === resultCodes.busy || code === resultCodes.locked;
}

/** SQLITE_IOERR_FSTAT: SQLite looks up a file's mode by its name. */
const noFileStatus = 1_802;

/** Whether the file was removed after it was opened. */
export function isRemoved(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === noFileStatus;
}

function readResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('errcode' in error)) {
    return 'code' in error ? systemCodes.get(String(error.code)) : undefined;
  }
  // The low byte is the primary code, the rest narrows it down.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/**
 * SQLite's own waiting backs off to 100 ms, so that beside a process that commits all the time it may find no gap for
 * seconds. Asking every millisecond finds one in some 20 tries.
 */
const pauseMs = 1;

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * What a change waits once the file was locked for a whole budget: some 50 tries, which find the gap that another process
 * leaves between its commits.
 */
const waitWhileLockedMs = 50;

/** Does work, again and again while another connection holds the lock; blocks the thread. Throws the last error when time is up. */
export type LockWait = <Result>(work: () => Result) => Result;

/**
 * One budget for each time that the file is locked, however many changes meet the lock: the writes of a call come one after
 * another, and calls wait in one line. Who comes when the budget is spent is refused at once, until a change finds the file free.
 */
export function createLockWait(
  budgetMs: number,
  clock: LockClock = { nowMs: () => performance.now(), pause },
): LockWait {
  /** When the lock was met that nobody has got past since. */
  let lockedSinceMs: number | undefined;
  let lastMetMs = -Infinity;

  return (work) => {
    const startedMs = clock.nowMs();
    // Nobody has looked for so long that it says nothing about the lock of today.
    if (startedMs - lastMetMs > budgetMs) lockedSinceMs = undefined;
    for (;;) {
      try {
        const result = work();
        lockedSinceMs = undefined;
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
        lockedSinceMs ??= startedMs;
        lastMetMs = clock.nowMs();
        const least = startedMs + Math.min(waitWhileLockedMs, budgetMs);
        if (lastMetMs >= Math.max(lockedSinceMs + budgetMs, least)) throw error;
      }
      clock.pause();
    }
  };
}

/** Time as the thread that waits has it. */
interface LockClock {
  readonly nowMs: () => number;
  /** Blocks for a moment. */
  readonly pause: () => void;
}

/** Blocks the thread for a millisecond. */
export function pause(): void {
  Atomics.wait(never, 0, 0, pauseMs);
}

/** A change that a caller waits for. */
export interface Job {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

/** An error on its way between threads, which would strip it of its class and code. */
type ErrorMessage =
  | {
      readonly kind: 'gleaner';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: unknown;
      readonly cause: string | undefined;
    }
  | { readonly kind: 'range' | 'other'; readonly message: string };

/** The outcome of a job. */
export type Outcome = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly error: ErrorMessage }
);

/** To the thread: jobs in their order, or the request to end after them. */
export type ToWriter = readonly Job[] | 'close';

/** From the thread: whether the file is open, then the outcomes of each group. */
export type FromWriter =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly error: ErrorMessage }
  | { readonly kind: 'done'; readonly outcomes: readonly Outcome[] };

/** What the thread is started with. */
export interface WriterSettings {
  /** Name of the store object, never used by another one. */
  readonly owner: string;
  readonly folder: string;
  readonly file: string;
  readonly busyTimeoutMs: number;
  readonly maxBytes: number | undefined;
}

/** The error as a message. */
export function toErrorMessage(error: unknown): ErrorMessage {
  if (isGleanerError(error)) {
    const { code, message, details } = error;
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    return { kind: 'gleaner', code, message, details, cause };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof RangeError ? 'range' : 'other', message };
}

/** The error that a message carries. */
export function toError(message: ErrorMessage): Error {
  if (message.kind !== 'gleaner') {
    return message.kind === 'range' ? new RangeError(message.message) : new Error(message.message);
  }
  const { code, details, cause } = message;
  const options = { details, ...(cause === undefined ? {} : { cause: new Error(cause) }) };
  // The pair of code and details was a GleanerError's on the other side.
  return new (GleanerError as new (code: ErrorCode, message: string, options: unknown) => Error)(
    code,
    message.message,
    options,
  );
}
