/** What is to be paid for. */
export interface BillRequest {
  /** Whose credits and limits count; `undefined` for the process itself. */
  readonly account: string | undefined;
  /** A call counts as in flight until its bill is closed; a run, which may last for minutes, only until its bill is open. */
  readonly kind: 'call' | 'run';
  /** Held when the bill is opened: the price of a call, or of a run's first page. */
  readonly credits: number;
  /** Absent: nothing is kept. */
  readonly idempotency?: IdempotentRequest | undefined;
  /** Ends the wait for an earlier request with the same key; `open` then rejects with its reason. */
  readonly signal: AbortSignal;
}

/** By what a request that is sent again is recognised. */
export interface IdempotentRequest {
  /** Chosen by the client; each account has its own. */
  readonly key: string;
  /** Of everything that is asked for; see `toRequestDigest`. */
  readonly digest: string;
}

/** A charge, and what is handed out for it. */
export interface Charge {
  /** At most what is held. */
  readonly credits: number;
  /** Kept under the idempotency key, if there is one; anything that `structuredClone` copies. */
  readonly value: unknown;
}

/** A bill, or what was handed out for the first request with the same key: a copy, to be handed out again free of charge. */
export type OpenedBill =
  | { readonly state: 'open'; readonly bill: Bill }
  | { readonly state: 'recalled'; readonly value: unknown; readonly creditsRemaining: number };

/** Credits that are held for work under way. It is closed once, by `commit` or `release`. */
export interface Bill {
  /** Of what is held; messages name it. */
  readonly id: string;
  /** What the account could spend beside this bill when it was opened. */
  readonly creditsRemaining: number;
  /** Holds more: the price of one more page. Rejects with `insufficient_credits`, and then the bill stays as it is. */
  extend(credits: number): Promise<void>;
  /**
   * Charges and frees the rest, and in the same step keeps the value under the idempotency key; durable once it resolves.
   * Where it rejects, the bill is still open.
   */
  commit(charge: Charge): Promise<{ readonly creditsRemaining: number }>;
  /** Charges nothing and frees what is held; the next request with the same key is the first again. */
  release(): Promise<void>;
}

/** Decides whether work may be done, and is paid for it. */
export interface Billing {
  /**
   * In this order: waits for requests with the same idempotency key that are under way in this process, recalls what the
   * first one was given (`conflict` when it asked for something else, or is under way in another process), checks the
   * account, its requests per minute and in flight (`rate_limited`), and holds the credits (`insufficient_credits`). A
   * request that is refused uses nothing up: neither of the minute, nor the key.
   */
  open(request: BillRequest): Promise<OpenedBill>;
}
