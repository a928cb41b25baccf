export type {
  Account,
  AccountChange,
  AccountStore,
  AccountUsage,
  NewAccount,
  PlanCaps,
} from '../runtime/contracts/store/account-store.ts';
export type {
  AdmissionRequest,
  AdmissionStore,
  FreeAdmission,
  FreeKind,
  PlaceKind,
  FreeRequest,
  RateLimits,
} from '../runtime/contracts/store/request-store.ts';
export type {
  IdempotencyState,
  IdempotencyStore,
} from '../runtime/contracts/store/request-store.ts';
export type {
  ClaimedDelivery,
  Delivery,
  DeliveryDetail,
  DeliveryOutcome,
  DeliveryStore,
  NewDelivery,
  RunEvent,
  Webhook,
  WebhookChange,
} from '../runtime/contracts/store/delivery-store.ts';
export type { ApiKey, KeyStore, NewApiKey } from '../runtime/contracts/store/sign-in-store.ts';
export type {
  RecipeSummary,
  RecipeVersionSummary,
  StoredRecipe,
  RecipePut,
  RecipeReference,
  RecipeStore,
  RecipeVersion,
} from '../runtime/contracts/store/recipe-store.ts';
export type {
  NewRun,
  QueuedRunStore,
  Run,
  RunEnding,
  RunResult,
  RunStatus,
  RunStore,
} from '../runtime/contracts/store/run-store.ts';
export type {
  Schedule,
  ScheduleRefusals,
  ScheduleStore,
  ScheduleTick,
} from '../runtime/contracts/store/schedule-store.ts';
export type {
  SignedIn,
  ChangedAccount,
  LinkKind,
  SignInLink,
  SignInSession,
  SignInStore,
} from '../runtime/contracts/store/sign-in-store.ts';
export type {
  DayOfUsage,
  LedgerEntry,
  Store,
  StoreLedger,
  SweepBounds,
} from '../runtime/contracts/store/store.ts';
export type { SqliteStoreOptions } from '../storage/stores/sqlite-store.ts';
export { memoryStore, sqliteStore } from '../storage/stores/sqlite-store.ts';
export { copyStore } from '../storage/stores/copy-store.ts';
export type { CopiedStore, CopyProgress, CopyStoreOptions } from '../storage/stores/copy-folder.ts';
export { postgresStore } from '../storage/stores/postgres-store.ts';
export type { PostgresStore, PostgresStoreOptions } from '../storage/stores/postgres-store.ts';
export type { PostgresOptions } from '../storage/postgres/postgres-options.ts';
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from '../storage/postgres/postgres-options.ts';
export { pgBossQueue } from '../storage/queues/pg-boss-queue.ts';
export type { PgBossQueue, PgBossQueueOptions } from '../storage/queues/pg-boss-queue.ts';
export { memoryQueue } from '../storage/queues/memory-queue.ts';
export type { MemoryQueueOptions } from '../storage/queues/memory-queue.ts';
export type { RunQueue, SqlTransaction } from '../runtime/contracts/run-queue.ts';
export type { Accounts, AccountView, NewAccountInput } from './accounts/accounts.ts';
export type { CallKind, PageOfList, Place } from './service-context.ts';
export { createService } from './create-service.ts';
export type { RunFilter, RunReference, Service, ServiceCall } from './create-service.ts';
export type { Retention, ServiceOptions } from './service-options.ts';
export type { DispatchInput, Usage } from './runs/dispatch-run.ts';
export type { CreatedKey, Keys } from './accounts/keys.ts';
export type { WebhookTrial, WebhookTrialResult } from './webhooks/webhook-sender.ts';
export type { WebhookInput, WebhookView } from './webhooks/webhook.ts';
export type {
  PutRecipeResult,
  RecipeInput,
  RecipeListing,
  Recipes,
  RecipeView,
} from './recipes.ts';
export type { ScheduleInput, ScheduleReference, Schedules } from './schedules.ts';
export type {
  BegunSession,
  ChangedAddress,
  SignIns,
  SignInToken,
  WaitingAddress,
} from './accounts/sign-ins.ts';
export type { BrowserCheck, ServiceHealth } from './maintenance/create-maintenance.ts';
export type { ServiceEvent } from './service-options.ts';
export type { Prices } from '../core/operations/operation-context.ts';
export type { RefusedBodies } from './service-context.ts';
