/** What a bill is opened for. */
export interface BillRequest {
  /** Whose credits and limits count; `undefined` for the process itself. */
  readonly account: string | undefined;
  /** A call counts as in flight until its bill is closed; a run, which may last for minutes, only until its bill is open. */
  readonly kind: 'call' | 'run';
  /** Which call it is; the bill's id begins with it, so that a ledger's entries tell what was paid for. */
  readonly callName?: 'extract' | 'scrape' | undefined;
  /** Held when the bill is opened: the price of a call, or of a run's first page. */
  readonly credits: number;
  /** The key and the digest of the request. Absent: no result is kept. */
  readonly idempotency?: IdempotentRequest | undefined;
  /** Ends the wait for an earlier request with the same key; `open` then rejects with its reason. */
  readonly signal: AbortSignal;
}

/** Identifies a request that may be sent again. */
export interface IdempotentRequest {
  /** Chosen by the client; each account has its own. */
  readonly key: string;
  /** SHA-256 of the request's canonical JSON (`toRequestDigest`): equal digests are the same request. */
  readonly digest: string;
}

/** A charge, and the result that it pays for. */
export interface Charge {
  /** A whole number, at most what the bill holds. */
  readonly credits: number;
  /** The result, kept under the idempotency key if there is one: anything that `structuredClone` copies. */
  readonly value: unknown;
  /**
   * Called once, when all that is left to do is to move the credits. What it throws, `commit` rejects with: nothing is
   * charged then, and the bill is still open.
   */
  readonly beforePost?: () => void;
}

/** An open bill, or a copy of the result that the first request with the same idempotency key was given, free of charge. */
export type OpenedBill =
  | { readonly state: 'open'; readonly bill: Bill }
  | { readonly state: 'recalled'; readonly value: unknown; readonly creditsRemaining: number };

/** Credits that are held for work under way. A bill is closed once, by `commit` or `release`. */
export interface Bill {
  /** Id of the hold; error messages name it. */
  readonly id: string;
  /** Credits that the account could spend beside this bill when the bill was opened. */
  readonly creditsRemaining: number;
  /** Adds `credits` to the hold, e.g. the price of one more page. Rejects with `insufficient_credits` and leaves the bill unchanged. */
  extend(credits: number): Promise<void>;
  /**
   * Charges `credits`, frees the rest of the hold, and keeps the value under the idempotency key, all in one step that is
   * durable once this resolves. Where this rejects, the bill is still open.
   */
  commit(charge: Charge): Promise<{ readonly creditsRemaining: number }>;
  /** Charges nothing, frees the hold and forgets the idempotency key, so that a repeated request is done anew. */
  release(): Promise<void>;
}

/** Decides whether a call or run may start, holds its credits, and charges them. */
export interface Billing {
  /**
   * In this order: waits for requests with the same idempotency key that are under way in this process; recalls the result
   * of the first one (`conflict` when that was another request, or is under way in another process); checks the account,
   * its requests per minute and in flight (`rate_limited`); holds the credits (`insufficient_credits`). A refused request
   * uses up nothing: no request of the minute, no place in flight, no idempotency key.
   */
  open(request: BillRequest): Promise<OpenedBill>;
}
