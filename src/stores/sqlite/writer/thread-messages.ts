import { GleanerError, isGleanerError } from '../../../errors/gleaner-error.ts';
import type { ErrorCode } from '../../../errors/error-codes.ts';

/** A change that a caller waits for. */
export interface Job {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

/** An error on its way between threads, which would strip it of its class and code. */
export type ErrorMessage =
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
