import type { Balance } from '../ledger.ts';

/** What is known of an idempotency key: nothing so far and it is yours now, a request under way, or what one was given. */
export type IdempotencyState =
  | { readonly state: 'new' | 'busy' }
  | { readonly state: 'kept'; readonly value: unknown };

/** What the first request with each idempotency key was given, by account. */
export interface IdempotencyStore {
  /**
   * Takes the key when it is new, when what was kept has expired, or when the process that took it is gone. Rejects with
   * `conflict` when it was used with another `digest`.
   */
  begin(request: {
    readonly account: string;
    readonly key: string;
    /** Of what was asked for. */
    readonly digest: string;
    readonly expiresAtMs: number;
    readonly nowMs: number;
  }): Promise<IdempotencyState>;
  /**
   * Posts the hold and keeps the value, which is JSON, in one transaction, so that no crash makes a repeated request pay
   * twice. Rejects like `Ledger.post`, and with `not_found` when the key was not taken.
   */
  complete(request: {
    readonly account: string;
    readonly key: string;
    readonly value: unknown;
    readonly post: { readonly holdId: string; readonly credits: number };
  }): Promise<Balance>;
  /** The request failed: the next one is the first again. Does nothing to a key whose value is kept. */
  forget(request: { readonly account: string; readonly key: string }): Promise<void>;
}
