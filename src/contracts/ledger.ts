/** Credits of an account, whole numbers. Always 0 ≤ held ≤ balance. */
export interface Balance {
  /** The sum of the account's entries; `Infinity` for an account without a bound. */
  readonly balance: number;
  /** Part of it set aside by holds that are neither posted nor void. */
  readonly held: number;
}

export interface HoldRequest {
  /** Unique for ever, chosen by the caller, so that a repeated request is recognised. */
  readonly id: string;
  readonly account: string;
  /** Whole number ≥ 0. */
  readonly credits: number;
}

/** Money by holds: `hold`, then `post` or `void`, each once, by id. Every method is atomic against all others. */
export interface Ledger {
  readonly name: string;
  /** Sets credits aside. Rejects with `insufficient_credits` when `balance − held` is smaller, `conflict` on a known id. */
  hold(request: HoldRequest): Promise<Balance>;
  /**
   * Raises an open hold by `credits`. Rejects with `insufficient_credits` when `balance − held` is smaller, and then the hold
   * stays as it is; with `conflict` on a hold that is posted or void, `not_found` on an unknown one.
   */
  extend(holdId: string, credits: number): Promise<Balance>;
  /** Charges at most the hold and frees the rest; durable once it resolves. Rejects with `conflict` on a hold that is posted or void, `not_found` on an unknown one. */
  post(holdId: string, credits: number): Promise<Balance>;
  /** Frees the hold and charges nothing; rejects like `post`. */
  void(holdId: string): Promise<Balance>;
  balance(account: string): Promise<Balance>;
  /** Adds credits (a whole number; negative takes back, never below what is held: `insufficient_credits`). */
  grant(account: string, credits: number): Promise<Balance>;
  close?(): Promise<void>;
}
