export type {
  Account,
  AccountChange,
  AccountStore,
  AccountUsage,
  NewAccount,
  PlanCaps,
} from '../contracts/store/account-store.ts';
export type {
  AdmissionRequest,
  AdmissionStore,
  RateLimits,
} from '../contracts/store/admission-store.ts';
export type { IdempotencyState, IdempotencyStore } from '../contracts/store/idempotency-store.ts';
export type {
  ClaimedDelivery,
  Delivery,
  DeliveryDetail,
  DeliveryStore,
  NewDelivery,
  RunEvent,
  Webhook,
} from '../contracts/store/delivery-store.ts';
export type { ApiKey, KeyStore, NewApiKey } from '../contracts/store/key-store.ts';
export type {
  StoredRecipe,
  RecipePut,
  RecipeReference,
  RecipeStore,
  RecipeVersion,
} from '../contracts/store/recipe-store.ts';
export type {
  NewRun,
  QueuedRunStore,
  Run,
  RunEnding,
  RunResult,
  RunStatus,
  RunStore,
} from '../contracts/store/run-store.ts';
export type { Schedule, ScheduleStore, ScheduleTick } from '../contracts/store/schedule-store.ts';
export type {
  SignedIn,
  SignInLink,
  SignInSession,
  SignInStore,
} from '../contracts/store/sign-in-store.ts';
export type {
  DayOfUsage,
  LedgerEntry,
  Store,
  StoreLedger,
  SweepBounds,
} from '../contracts/store/store.ts';
export { memoryStore } from '../stores/memory-store.ts';
export { sqliteStore } from '../stores/sqlite-store.ts';
export type { SqliteStoreOptions } from '../stores/sqlite-store.ts';
export { copyStore } from '../stores/copy-store.ts';
export type {
  CopiedStore,
  CopyProgress,
  CopyStoreOptions,
} from '../stores/copy/copy-store-options.ts';
export { postgresStore } from '../stores/postgres-store.ts';
export type { PostgresStore, PostgresStoreOptions } from '../stores/postgres-store.ts';
export type { PostgresOptions } from '../postgres/postgres-options.ts';
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from '../postgres/postgres-pool.ts';
export { pgBossQueue } from '../queues/pg-boss-queue.ts';
export type { PgBossQueue, PgBossQueueOptions } from '../queues/pg-boss-queue.ts';
export { memoryQueue } from '../queues/memory-queue.ts';
export type { MemoryQueueOptions } from '../queues/memory-queue.ts';
export type { RunQueue, SqlTransaction } from '../contracts/run-queue.ts';
export type { Accounts, AccountView, NewAccountInput } from './accounts/accounts.ts';
export { createService } from './create-service.ts';
export type {
  PageOfList,
  RunFilter,
  RunReference,
  Service,
  ServiceCall,
} from './create-service.ts';
export type { Retention, ServiceOptions } from './resolve-service-options.ts';
export type { DispatchInput } from './runs/dispatch-input.ts';
export type { CreatedKey, Keys } from './accounts/keys.ts';
export type { WebhookTrial, WebhookTrialResult } from './webhooks/test-webhook.ts';
export type { WebhookInput, WebhookView } from './webhooks/parse-webhook.ts';
export type { PutRecipeResult, RecipeInput, Recipes, RecipeView } from './recipes/recipes.ts';
export type { ScheduleInput, ScheduleReference, Schedules } from './schedules/schedules.ts';
export type { BegunSession, SignIns, SignInToken } from './sign-in/sign-ins.ts';
export type { BrowserCheck, ServiceHealth } from './health/create-health.ts';
export type { ServiceEvent } from './service-event.ts';
export type { Usage } from './runs/usage.ts';
