import type { ErrorCode, ErrorDetails } from './error-codes.ts';

// A registered symbol, not `instanceof`: two installed copies of the package know each other's errors.
const brand = Symbol.for('gleaner.error');

/** `details` are required for the codes that have details; `cause` is optional. */
export type GleanerErrorOptions<Code extends ErrorCode> = {
  readonly cause?: unknown;
} & (undefined extends ErrorDetails[Code]
  ? { readonly details?: ErrorDetails[Code] }
  : { readonly details: ErrorDetails[Code] });

type OptionsArgument<Code extends ErrorCode> = undefined extends ErrorDetails[Code]
  ? [options?: GleanerErrorOptions<Code>]
  : [options: GleanerErrorOptions<Code>];

/** The one error class of Gleaner. Branch on `code` and `details`, which are stable; `message` is for people and may change. */
export class GleanerError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'GleanerError';
  readonly code: Code;
  readonly details: ErrorDetails[Code];

  constructor(code: Code, message: string, ...[options]: OptionsArgument<Code>) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options?.details as ErrorDetails[Code];
    Object.defineProperty(this, brand, { value: true });
  }
}

/** A `GleanerError` of any code: a union, so that checking `code` narrows `details`. */
export type AnyGleanerError = { [Code in ErrorCode]: GleanerError<Code> }[ErrorCode];

/** Returns whether a caught value is a `GleanerError`, of another installed copy too, and has the given code. */
export function isGleanerError<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is GleanerError<Code>;
/** Returns whether a caught value is a `GleanerError`, of another installed copy too. */
export function isGleanerError(error: unknown): error is AnyGleanerError;
export function isGleanerError(error: unknown, code?: ErrorCode): boolean {
  if (!(error instanceof Error) || !(brand in error)) return false;
  return code === undefined || ('code' in error && error.code === code);
}
