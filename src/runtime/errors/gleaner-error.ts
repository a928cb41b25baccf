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

/** One problem in an input or a result. */
export interface Issue {
  /** JSON Pointer (RFC 6901), e.g. `/items/0/price`; empty for the whole value. */
  readonly path: string;
  /** A sentence for people; it may change. */
  readonly message: string;
}

/** Tokens of one model call as its provider reported them; `undefined` where it reported none. */
export interface ModelCallUsage {
  /** The provider's name of the model. */
  readonly model: string;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/**
 * Why a page could not be turned into a valid result: a closed list, to branch on. docs/ERRORS.md says what each one means and
 * whether to retry.
 */
export type FailureReason =
  | 'fetch_failed'
  | 'page_blocked'
  | 'login_required'
  | 'page_too_large'
  | 'page_too_heavy'
  | 'unsupported_content'
  | 'empty_page'
  | 'browser_needed'
  | 'no_items'
  | 'target_not_found'
  | 'timed_out'
  | 'model_needed'
  | 'schema_mismatch'
  | 'not_grounded'
  | 'unsure'
  | 'answer_unreadable'
  | 'model_refused'
  | 'model_failed';

/** The limit that was reached: requests per minute, requests in flight, or runs in 30 days. */
export type RateLimitReason =
  | 'rate_limit_per_min'
  | 'max_concurrent_requests'
  | 'sb_runs_per_month';

/** The `details` of an error by its code: the closed list of all codes. */
export interface ErrorDetails {
  /** The input cannot be used; `issues` lists its problems at once, the first hundred of them. */
  readonly invalid_request: {
    readonly issues: readonly Issue[];
    /** How many there are, where they are more than are listed. */
    readonly issueCount?: number;
  };
  readonly unauthorized: undefined;
  /** Credits that can still be spent, and those that the call costs. */
  readonly insufficient_credits: { readonly balance: number; readonly required: number };
  readonly email_verification_required: undefined;
  readonly forbidden: undefined;
  readonly not_found: undefined;
  readonly conflict: undefined;
  /** ISO 8601, UTC. */
  readonly account_deletion_pending: { readonly deletionScheduledFor: string };
  /**
   * The page could not be loaded, or gave no valid result. `pageStatus` is the HTTP status of the page, `usage` the tokens of
   * model calls, which the model's provider charges all the same.
   */
  readonly validation_failed: {
    readonly reason: FailureReason;
    readonly issues?: readonly Issue[];
    /** How many there are, where they are more than are listed. */
    readonly issueCount?: number;
    readonly pageStatus?: number;
    readonly usage?: readonly ModelCallUsage[];
  };
  /** `limitPerMin`, `maxConcurrent` or (`used`, `limit`, `window`) is present, by `reason`. */
  readonly rate_limited: {
    readonly reason: RateLimitReason;
    readonly retryAfterSeconds: number;
    readonly limitPerMin?: number;
    readonly maxConcurrent?: number;
    readonly used?: number;
    readonly limit?: number;
    readonly window?: '30d';
  };
  readonly internal_error: undefined;
  /**
   * The model, the browser or the store cannot be reached, or, with `shutting_down`, the engine or service was closed. A later
   * retry may succeed; `retryAfterSeconds` says when, where it is known.
   */
  readonly service_unavailable:
    | { readonly reason: 'shutting_down' }
    | { readonly reason?: undefined; readonly retryAfterSeconds: number }
    | undefined;
}

/** A stable code: branch on it, never on the message. Each has a heading in docs/ERRORS.md. */
export type ErrorCode = keyof ErrorDetails;

/** Issues that the message lists; more of them are in the details. */
const listedIssues = 5;
/** Issues that the details list: an input of a megabyte can have a hundred thousand, of which more teach nothing. */
const maxIssues = 100;

/** The error for an input with these problems. `action` completes "Cannot …". */
export function invalidRequest(
  action: string,
  issues: readonly Issue[],
  cause?: unknown,
): GleanerError<'invalid_request'> {
  const lines = issues.slice(0, listedIssues).map(toLine).map(endSentence);
  const more = issues.length > listedIssues ? ` (and ${issues.length - listedIssues} more)` : '';
  return new GleanerError('invalid_request', `Cannot ${action}: ${lines.join(' ')}${more}`, {
    details: toIssueDetails(issues),
    cause,
  });
}

/** A line that others follow: some messages, e.g. those about a schema, are parts of a sentence. */
function endSentence(line: string, index: number, { length }: readonly string[]): string {
  return index === length - 1 || /[.?!]$/.test(line) ? line : `${line}.`;
}

/** All issues of those that were cut, for the error of a whole of which they are a part. */
const whole = new WeakMap<readonly Issue[], readonly Issue[]>();

/** The details of an error with these problems. */
export function toIssueDetails(issues: readonly Issue[]): ErrorDetails['invalid_request'] {
  if (issues.length <= maxIssues) return { issues };
  const listed = issues.slice(0, maxIssues);
  whole.set(listed, issues);
  return { issues: listed, issueCount: issues.length };
}

/** The issues of an error before they were cut. */
export function listIssues({ issues }: ErrorDetails['invalid_request']): readonly Issue[] {
  return whole.get(issues) ?? issues;
}

/** An issue as it stands in the message. */
export function toLine({ path, message }: Issue): string {
  return path === '' ? message : `${path}: ${message}`;
}
