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
  /**
   * Counts what costs no credits, each kind by itself, first in the minute and then by the places at a time. What is refused is not
   * counted.
   */
  admitFree(request: FreeRequest): Promise<FreeAdmission>;
  /** Frees the place of an admission; does nothing where it is free already. */
  leave(id: string): Promise<void>;
}

/** What lasts, and so has a place as long as it does: an answer that is sent line by line, a session of the studio, a draft in it. */
export type PlaceKind = 'stream' | 'studio-session' | 'draft';

/** A call of the dashboard or the studio, a trial of a webhook, or what lasts. */
export type FreeKind = 'dashboard' | 'webhook-test' | PlaceKind;

/** What an account does without credits. */
export interface FreeRequest {
  /** Of its place, which belongs to this store object as a hold does; none is taken where `limits.inFlight` is `Infinity`. */
  readonly id: string;
  readonly account: string;
  readonly kind: FreeKind;
  /** What lasts is not counted by the minute. */
  readonly limits: RateLimits;
  readonly nowMs: number;
}

/** Refused because of the minute, with the milliseconds until one more has room in it; or because every place is taken. */
export type FreeAdmission =
  | { readonly state: 'admitted' }
  | { readonly state: 'places full' }
  | { readonly state: 'minute full'; readonly freeInMs: number };

/** The state of an idempotency key: `new`, and taken by this call; `busy` with a request under way; or `kept` with its result. */
export type IdempotencyState =
  | { readonly state: 'new' | 'busy' }
  | { readonly state: 'kept'; readonly value: unknown };

/** The results of requests with an idempotency key, by account and key. */
export interface IdempotencyStore {
  /**
   * Takes the key when it is new, when its result has expired, or when the process that took it is gone. Rejects with
   * `conflict` when the key was used with another `digest`.
   */
  begin(request: {
    readonly account: string;
    readonly key: string;
    /** SHA-256 of the request's canonical JSON: equal digests are the same request. */
    readonly digest: string;
    readonly expiresAtMs: number;
    readonly nowMs: number;
  }): Promise<IdempotencyState>;
  /**
   * Posts the hold and keeps the value (JSON) in one transaction, so that a repeated request is not charged again after a
   * crash. Rejects like `Ledger.post`, and with `not_found` when the key was not taken.
   */
  complete(request: {
    readonly account: string;
    readonly key: string;
    readonly value: unknown;
    readonly post: { readonly holdId: string; readonly credits: number };
  }): Promise<Balance>;
  /** Forgets a key that was taken, because its request failed. Does nothing to a key whose value is kept. */
  forget(request: { readonly account: string; readonly key: string }): Promise<void>;
}
