import type { ModelCallUsage } from './model-call-usage.ts';

/** One problem in an input or an answer. `path` is a JSON Pointer (RFC 6901): `/items/0/price`; empty for the whole. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/**
 * Why a page could not be turned into a validated answer. A closed list: a caller branches on it.
 * Source: what can go wrong on the side of the page, of the model's answer and of the clock.
 */
export type FailureReason =
  | 'fetch_failed'
  | 'page_blocked'
  | 'login_required'
  | 'page_too_large'
  | 'unsupported_content'
  | 'empty_page'
  | 'browser_needed'
  | 'no_items'
  | 'target_not_found'
  | 'timed_out'
  | 'schema_mismatch'
  | 'answer_unreadable'
  | 'model_refused'
  | 'model_failed';

/** Which limit was reached; see section 8 of the HTTP contract. */
export type RateLimitReason =
  | 'rate_limit_per_min'
  | 'max_concurrent_requests'
  | 'sb_runs_per_month';

/** What each code carries, by code: the closed union of everything Gleaner can reject with. */
export interface ErrorDetails {
  /** The caller's input cannot be used. All its problems at once, by field. */
  readonly invalid_request: { readonly issues: readonly Issue[] };
  readonly unauthorized: undefined;
  readonly insufficient_credits: { readonly balance: number; readonly required: number };
  readonly email_verification_required: undefined;
  readonly forbidden: undefined;
  readonly not_found: undefined;
  readonly conflict: undefined;
  readonly account_deletion_pending: { readonly deletionScheduledFor: string };
  /**
   * The page or the answer let us down; costs nothing. `pageStatus` is the page's own HTTP status,
   * `usage` what the model's provider will charge all the same.
   */
  readonly validation_failed: {
    readonly reason: FailureReason;
    readonly issues?: readonly Issue[];
    readonly pageStatus?: number;
    readonly usage?: readonly ModelCallUsage[];
  };
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
   * The model, the browser or the store could not be reached, or, with a `reason`, the engine or service was closed:
   * trying again later is sensible.
   */
  readonly service_unavailable: { readonly reason: 'shutting_down' } | undefined;
}

/** A stable code: branch on it, never on the message. Each has a heading in docs/ERRORS.md. */
export type ErrorCode = keyof ErrorDetails;
