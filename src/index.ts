export { chromiumBrowser } from './browsers/chromium-browser.ts';
export type { ChromiumBrowserOptions } from './browsers/create-chromium-browser.ts';
export { memoryCache } from './caches/memory-cache.ts';
export type { MemoryCacheOptions } from './caches/memory-cache.ts';
export { systemClock } from './signals/system-clock.ts';
export type {
  Account,
  AccountChange,
  AccountStore,
  NewAccount,
  PlanCaps,
} from './contracts/store/account-store.ts';
export type { AnswerState, AnswerStore } from './contracts/store/answer-store.ts';
export type { Browser, PrintRequest } from './contracts/browser.ts';
export type { Cache, CachedPage } from './contracts/cache.ts';
export type { Clock } from './contracts/clock.ts';
export type {
  Delivery,
  DeliveryStore,
  NewDelivery,
  RunEvent,
  Webhook,
} from './contracts/store/delivery-store.ts';
export type { Evidence, EvidenceKind } from './contracts/evidence.ts';
export type {
  DetailLevel,
  Extraction,
  ExtractionRequest,
  Extractor,
  JsonSchema,
  PageComplexity,
  RepairRequest,
} from './contracts/extractor.ts';
export type { Fetcher, Page, PageRequest } from './contracts/fetcher.ts';
export type { ApiKey, KeyStore, NewApiKey } from './contracts/store/key-store.ts';
export type { Balance, HoldRequest, Ledger } from './contracts/ledger.ts';
export type {
  ContentSource,
  MetaTag,
  PageReading,
  StructuredData,
  StructuredEntity,
  StructuredText,
} from './contracts/page-reading.ts';
export type {
  StoredRecipe,
  RecipePut,
  RecipeReference,
  RecipeStore,
} from './contracts/store/recipe-store.ts';
export type {
  NewRun,
  Run,
  RunEnding,
  RunResult,
  RunStatus,
  RunStore,
} from './contracts/store/run-store.ts';
export type { Schedule, ScheduleStore, ScheduleTick } from './contracts/store/schedule-store.ts';
export type { LedgerEntry, Store, StoreLedger } from './contracts/store/store.ts';
export { createEgress } from './egress/create-egress.ts';
export type { Egress, EgressOptions } from './egress/create-egress.ts';
export { createGleaner } from './engine/create-gleaner.ts';
export type { Gleaner } from './engine/create-gleaner.ts';
export { extract, runRecipe, scrape } from './engine/default-gleaner.ts';
export { readEnvironment, readMilliseconds } from './engine/read-environment.ts';
export type { GleanerLimits, GleanerOptions } from './engine/gleaner-options.ts';
export type {
  ErrorCode,
  ErrorDetails,
  FailureReason,
  Issue,
  RateLimitReason,
} from './errors/error-codes.ts';
export { GleanerError, isGleanerError } from './errors/gleaner-error.ts';
export type { AnyGleanerError } from './errors/gleaner-error.ts';
export type { ModelCallUsage } from './errors/model-call-usage.ts';
export { modelExtractor } from './extractors/model-extractor.ts';
export type { ModelExtractorOptions } from './extractors/model-extractor.ts';
export { openaiCompatibleModel } from './extractors/openai-compatible-model.ts';
export { structureExtractor } from './extractors/structure-extractor.ts';
export { browserFetcher } from './fetchers/browser-fetcher.ts';
export type { BrowserFetcherOptions } from './fetchers/browser-fetcher.ts';
export { httpFetcher } from './fetchers/http-fetcher.ts';
export type { HttpFetcherOptions } from './fetchers/create-http-fetcher.ts';
export { memoryLedger } from './ledgers/memory-ledger.ts';
export type { MemoryLedgerOptions } from './ledgers/memory-ledger.ts';
export type { ExtractInput, ExtractPart } from './operations/extract/extract-input.ts';
export type { ExtractResult } from './operations/extract/extract.ts';
export type { CallOptions, Prices } from './operations/operation-context.ts';
export type { DeliveredRun, PagePurse, RunCount } from './operations/page-purse.ts';
export type {
  HealedSelector,
  RecipeRun,
  RecipeRunResult,
  RunPage,
} from './operations/recipe-run.ts';
export type { PaidCall, PaidResult, Payer } from './operations/payer.ts';
export type { RunProgress, RunRecipeOptions } from './operations/runs/run-recipe-options.ts';
export type { ScrapeFormat, ScrapeInput } from './operations/scrape/scrape-input.ts';
export type { ScrapedData, ScrapedPage, ScrapeResult } from './operations/scrape/scrape.ts';
export type { Pagination } from './page/links/find-pagination.ts';
export type { PageLink } from './page/links/list-links.ts';
export type { PageMetadata } from './page/links/read-metadata.ts';
export type { MicrodataItem } from './page/structured-data/to-microdata-json.ts';
export { memoryStore } from './stores/memory-store.ts';
export { sqliteStore } from './stores/sqlite-store.ts';
export type { SqliteStoreOptions } from './stores/sqlite-store.ts';
export type { AnySchema } from './schema/parse/to-json-schema.ts';
export { applyHealing } from './engine/apply-healing.ts';
export type { HealingFindings } from './recipe/healing/apply-healing.ts';
export { memoryQueue } from './queues/memory-queue.ts';
export type { MemoryQueueOptions } from './queues/memory-queue.ts';
export type { RunQueue } from './contracts/run-queue.ts';
export type { Accounts, AccountView, NewAccountInput } from './service/accounts/accounts.ts';
export { createService } from './service/create-service.ts';
export type { PageOfList, RunReference, Service, ServiceCall } from './service/create-service.ts';
export type { ServiceOptions } from './service/resolve-service-options.ts';
export type { DispatchInput } from './service/runs/dispatch-run.ts';
export type { CreatedKey, Keys } from './service/accounts/keys.ts';
export type { WebhookInput, WebhookView } from './service/webhooks/parse-webhook.ts';
export type { RecipeInput, Recipes, RecipeView } from './service/recipes/recipes.ts';
export type { ScheduleInput, Schedules } from './service/schedules/schedules.ts';
export type { ServiceEvent } from './service/service-event.ts';
export type { Usage } from './service/runs/usage.ts';
