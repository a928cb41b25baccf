/** What is the same for every call that costs credits. */
export interface Receipt {
  readonly creditsUsed: number;
  /** What the account can still spend. */
  readonly creditsRemaining: number;
  readonly requestId: string;
  /** Whole milliseconds from the call to its result. */
  readonly latencyMs: number;
}

export interface PaidCall {
  readonly credits: number;
  /** What tells this call from others under the same idempotency key, as JSON-like data. */
  readonly question: unknown;
}

export interface PaidResult<Result> {
  readonly result: Result;
  readonly receipt: Receipt;
}

/**
 * Admits a call and pays for it in the engine's place: once the input is known to be good, and before anything is done
 * for it. Whoever keeps many accounts has rules of his own.
 */
export interface Payer {
  pay<Result>(
    paid: PaidCall,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<PaidResult<Result>>;
}
