import type { Balance } from '../ledger.ts';

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
