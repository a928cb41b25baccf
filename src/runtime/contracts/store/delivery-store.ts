/** How a run can end, and the event that reports it. */
export type RunEvent = 'completed' | 'failed' | 'cancelled';

/** A URL to which the ends of runs are posted. */
export interface Webhook {
  readonly url: string;
  /** Request headers of every delivery. Their values are secret and never shown again. */
  readonly headers: Readonly<Record<string, string>>;
  /** The events that are posted; empty for all. */
  readonly events: readonly RunEvent[];
  /** Signs deliveries: `whsec_` and a key in Base64. Secret and never shown again. Absent: they are not signed. */
  readonly signingSecret?: string;
}

/** A webhook to be set. What it leaves out is that of the webhook that it replaces, while the URL's origin stays: no other receiver gets it. */
export interface WebhookChange extends Omit<Webhook, 'headers' | 'signingSecret'> {
  readonly headers?: Webhook['headers'] | undefined;
  /** `null` for none. */
  readonly signingSecret?: string | null | undefined;
}

/** A delivery to be attempted once. */
export interface NewDelivery extends Omit<Webhook, 'events' | 'signingSecret'> {
  readonly id: string;
  /** The request body, as it is sent. */
  readonly body: string;
  /** As in `Webhook`. */
  readonly signingSecret?: string | undefined;
}

/** A delivery that this process has claimed and now attempts. */
export interface ClaimedDelivery extends NewDelivery {
  readonly account: string;
  readonly runId: string;
  /** Absent when the run has been deleted meanwhile. */
  readonly recipeId?: string;
}

/**
 * A delivery in the log. Where the process ended during the attempt, the state is `failed` without a `responseStatus`, and
 * `error` says so: the event may have arrived, and is not sent again.
 */
export interface Delivery {
  readonly id: string;
  readonly account: string;
  readonly runId: string;
  readonly event: RunEvent;
  readonly url: string;
  /** `attempted` while the attempt is under way. */
  readonly state: 'pending' | 'attempted' | 'delivered' | 'failed';
  readonly createdAtMs: number;
  readonly attemptedAtMs?: number;
  readonly completedAtMs?: number;
  /** HTTP status of the receiver's response; absent without a response. */
  readonly responseStatus?: number;
  /** Why the attempt failed, for people. */
  readonly error?: string;
}

/** A delivery with what was sent and what the receiver answered. */
export interface DeliveryDetail extends Delivery {
  /** The body as it is sent; absent of deliveries from before bodies were kept. */
  readonly requestBody?: string;
  /** What of the receiver's answer was kept; absent without one. */
  readonly responseBody?: string;
}

/** How an attempt ended. */
export interface DeliveryOutcome {
  readonly responseStatus?: number | undefined;
  /** The start of the answer, as text; absent without an answer. */
  readonly responseBody?: string | undefined;
  /** Why it failed, for people; absent where the receiver answered with 2xx. */
  readonly error?: string | undefined;
}

/** Webhook deliveries, written by the end of a run and attempted at most once each. */
export interface DeliveryStore {
  /**
   * Takes the oldest pending delivery and marks it `attempted`; `undefined` where none is pending. The mark is durable once
   * this resolves: connect only after that. Of several concurrent claims only one gets the delivery. Those of the accounts in
   * `passOver` are left to later claims.
   */
  claim(request: {
    readonly nowMs: number;
    /** @default none */
    readonly passOver?: readonly string[] | undefined;
  }): Promise<ClaimedDelivery | undefined>;
  /** Records the end of an attempt: `delivered` without an `error`, else `failed`. Rejects with `conflict` unless the attempt is under way. */
  finish(
    request: DeliveryOutcome & { readonly id: string; readonly nowMs: number },
  ): Promise<Delivery>;
  /** Resolves to a delivery with its bodies, or to `undefined` where the account has none with this id. */
  find(query: Pick<Delivery, 'account' | 'id'>): Promise<DeliveryDetail | undefined>;
  /** Deliveries, newest first, those before the delivery with id `before`. */
  list(query: {
    readonly account: string;
    readonly runId?: string | undefined;
    readonly limit: number;
    readonly before?: string | undefined;
  }): Promise<readonly Delivery[]>;
}
