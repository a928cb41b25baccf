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
  /** The input cannot be used; `issues` lists all its problems at once. */
  readonly invalid_request: { readonly issues: readonly Issue[] };
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
   * retry may succeed.
   */
  readonly service_unavailable: { readonly reason: 'shutting_down' } | undefined;
}

/** A stable code: branch on it, never on the message. Each has a heading in docs/ERRORS.md. */
export type ErrorCode = keyof ErrorDetails;
