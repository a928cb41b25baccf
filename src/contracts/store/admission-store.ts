import type { Balance, HoldRequest } from '../ledger.ts';

/** Most requests an account may start in any 60 seconds, and have in flight at once; `Infinity` for no limit. */
export interface RateLimits {
  readonly requestsPerMinute: number;
  readonly inFlight: number;
}

/** A request of an account, and the hold that pays for it. */
export interface AdmissionRequest extends HoldRequest {
  /** A call is in flight until its hold is posted or void; a run only while it is admitted. */
  readonly kind: 'call' | 'run';
  readonly limits: RateLimits;
  readonly nowMs: number;
}

/**
 * The requests of accounts, counted for all processes together. Of requests that come at once exactly as many are admitted as
 * the limits allow. The minute slides: a place in it is free 60 s after it was taken.
 */
export interface AdmissionStore {
  /**
   * Counts a request and holds its credits, both or neither. Rejects with `rate_limited`, first by requests per minute
   * (`rate_limit_per_min`), then by requests in flight (`max_concurrent_requests`), and then like `Ledger.hold`. A refused
   * request is not counted.
   */
  admit(request: AdmissionRequest): Promise<Balance>;
}
