import type { Idempotency } from '../billing/create-idempotency.ts';
import type { RateLimiter } from '../billing/create-rate-limiter.ts';
import type { Retries } from '../billing/create-retries.ts';
import type { Clock } from '../contracts/clock.ts';
import type { RunQueue } from '../contracts/run-queue.ts';
import type { Store } from '../contracts/store/store.ts';
import type { Egress } from '../egress/create-egress.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { ResolvedServiceOptions } from './resolve-service-options.ts';
import type { ServiceEvent } from './service-event.ts';

/** What the parts of a service work with, complete. */
export interface ServiceContext extends ResolvedServiceOptions {
  /** What the operations of the gleaner work with: as its own calls do, but paid for by accounts of the store. */
  readonly operations: OperationContext;
  readonly store: Store;
  readonly queue: RunQueue;
  readonly clock: Clock;
  readonly egress: Egress;
  /** Trials of webhooks, in this process; the requests of accounts are counted by the store. */
  readonly rateLimiter: RateLimiter;
  readonly idempotency: Idempotency;
  /** Credits for a page of a run. */
  readonly runPagePrice: number;
  readonly maxRunMs: number;
  /** Reports an event to the operator's listener; never throws. */
  readonly emit: (event: ServiceEvent) => void;
  readonly retries: Retries;
  /** Aborts when the service, or its engine, gives up what is under way. */
  readonly stopping: AbortSignal;
}
