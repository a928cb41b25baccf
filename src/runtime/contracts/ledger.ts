/** Credits of an account, whole numbers. Always 0 ≤ held ≤ balance. */
export interface Balance {
  /** The sum of the account's entries; `Infinity` for an account without a limit. */
  readonly balance: number;
  /** The part of the balance that open holds set aside. */
  readonly held: number;
}

/** A hold to be made. */
export interface HoldRequest {
  /** Chosen by the caller, unique for ever, so that a repeated request is recognised. */
  readonly id: string;
  readonly account: string;
  /** Whole number ≥ 0. */
  readonly credits: number;
}

/**
 * Keeps credits by account. Each hold is closed once, by `post` or `void`. Every method is atomic with respect to all others.
 */
export interface Ledger {
  /** Short and stable, e.g. `memory`. */
  readonly name: string;
  /** Sets credits aside. Rejects with `insufficient_credits` when `balance − held` is smaller, with `conflict` on a known id. */
  hold(request: HoldRequest): Promise<Balance>;
  /**
   * Raises an open hold by `credits`. Rejects with `insufficient_credits` when `balance − held` is smaller and leaves the
   * hold unchanged; with `conflict` on a hold that is posted or void; with `not_found` on an unknown one.
   */
  extend(holdId: string, credits: number): Promise<Balance>;
  /** Charges `credits`, at most what is held, and frees the rest; durable once it resolves. Rejects with `conflict` on a hold that is posted or void, with `not_found` on an unknown one. */
  post(holdId: string, credits: number): Promise<Balance>;
  /** Frees the hold and charges nothing; rejects like `post`. */
  void(holdId: string): Promise<Balance>;
  /** Resolves to the account's balance at this moment; for an unknown account to what it would begin with. */
  balance(account: string): Promise<Balance>;
  /** Adds credits, a whole number. A negative one takes back; rejects with `insufficient_credits` when less than what is held would be left. */
  grant(account: string, credits: number): Promise<Balance>;
  /** Called only on a ledger that the engine created itself. */
  close?(): Promise<void>;
}
