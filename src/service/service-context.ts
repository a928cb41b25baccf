import type { Clock } from '../contracts/clock.ts';
import type { PlanCaps } from '../contracts/store/account-store.ts';
import type { RunQueue } from '../contracts/run-queue.ts';
import type { Store } from '../contracts/store/store.ts';
import type { Egress } from '../egress/create-egress.ts';
import type { Gleaner } from '../engine/create-gleaner.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { Throttle } from '../operations/create-throttle.ts';
import type { AnswerKeeper } from './answer-keeper.ts';
import type { Retention } from './resolve-retention.ts';
import type { ServiceEvent } from './service-event.ts';

/** What the parts of a service work with, complete. */
export interface ServiceContext {
  readonly gleaner: Gleaner;
  /** What the operations of the gleaner work with. */
  readonly engine: OperationContext;
  readonly store: Store;
  readonly queue: RunQueue;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly throttle: Throttle;
  readonly answers: AnswerKeeper;
  /** Of accounts that are made without caps of their own. */
  readonly defaultPlan: PlanCaps;
  /** Credits for a page of a run. */
  readonly runPagePrice: number;
  readonly maxRunMs: number;
  readonly webhookTimeoutMs: number;
  readonly retention: Retention;
  /** Whether recipes may run code of their own in pages. */
  readonly allowExpressions: boolean;
  /** Tells the operator; never throws. */
  readonly emit: (event: ServiceEvent) => void;
  /** Aborts when the service, or its engine, gives up what is under way. */
  readonly stopping: AbortSignal;
}
