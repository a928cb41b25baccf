import type { Balance } from '../ledger.ts';

/** What is known of an idempotency key: nothing so far and it is yours now, a try under way, or an answer. */
export type AnswerState =
  | { readonly state: 'new' | 'busy' }
  | { readonly state: 'answered'; readonly value: unknown };

/** First answers by idempotency key, per account. */
export interface AnswerStore {
  /**
   * Takes the key when it is new, when its answer has expired, or when the process that took it is gone. Rejects with
   * `conflict` when it was used with another `digest`.
   */
  begin(request: {
    readonly account: string;
    readonly key: string;
    /** Of what was asked. */
    readonly digest: string;
    readonly expiresAtMs: number;
    readonly nowMs: number;
  }): Promise<AnswerState>;
  /**
   * Posts the hold and keeps the answer in one transaction, so that no crash makes a repeated request pay twice.
   * Rejects like `Ledger.post`, and with `not_found` when the key was not taken.
   */
  complete(request: {
    readonly account: string;
    readonly key: string;
    readonly value: unknown;
    readonly post: { readonly holdId: string; readonly credits: number };
  }): Promise<Balance>;
  /** The try failed: the next one is the first again. Does nothing to a key that has its answer. */
  forget(request: { readonly account: string; readonly key: string }): Promise<void>;
}
