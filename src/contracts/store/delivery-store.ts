/** How a run can end, and the event that reports it. */
export type RunEvent = 'completed' | 'failed' | 'cancelled';

/** Where the ends of runs are reported. */
export interface Webhook {
  readonly url: string;
  /** Sent with every delivery. Values are secrets, and never shown again. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: all of them. */
  readonly events: readonly RunEvent[];
}

/** What is to be posted, once. */
export interface NewDelivery {
  readonly id: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, ready to be sent. */
  readonly body: string;
}

/** A delivery that was taken to be attempted, with whose it is. */
export interface ClaimedDelivery extends NewDelivery {
  readonly account: string;
  readonly runId: string;
  /** Absent when the run is forgotten by now. */
  readonly recipeId?: string;
}

/**
 * A delivery in the log. One whose process ended while the attempt was under way is `failed` without a status, and its
 * `error` says so: it may have arrived, and is never sent again.
 */
export interface Delivery {
  readonly id: string;
  readonly account: string;
  readonly runId: string;
  readonly event: RunEvent;
  readonly url: string;
  readonly state: 'pending' | 'attempted' | 'delivered' | 'failed';
  readonly createdAtMs: number;
  readonly attemptedAtMs?: number;
  readonly completedAtMs?: number;
  /** HTTP status of the receiver's answer. */
  readonly responseStatus?: number;
  readonly error?: string;
}

/** Webhook deliveries, written by the end of a run and attempted at most once each. */
export interface DeliveryStore {
  /**
   * Takes the oldest pending delivery and marks it attempted; durable once this resolves, so connect afterwards only.
   * Of many claims at once one gets it.
   */
  claim(request: { readonly nowMs: number }): Promise<ClaimedDelivery | undefined>;
  /** How the attempt ended: `delivered` without an `error`. Rejects with `conflict` unless it is under way. */
  finish(request: {
    readonly id: string;
    readonly responseStatus?: number;
    readonly error?: string;
    readonly nowMs: number;
  }): Promise<Delivery>;
  /** Newest first, before the delivery `before`. */
  list(query: {
    readonly account: string;
    readonly runId?: string;
    readonly limit: number;
    readonly before?: string;
  }): Promise<readonly Delivery[]>;
}
