// The engine.
export type { Gleaner, RunRecipe } from './core/engine/create-gleaner.ts';
export {
  createGleaner,
  extract,
  runRecipe,
  scrape,
  verifyEvidence,
  applyHealing,
} from './core/engine/create-gleaner.ts';
export type { GleanerLimits, GleanerOptions } from './core/engine/gleaner-options.ts';
export { readEnvironment } from './core/engine/gleaner-options.ts';

// What goes into its calls and comes out of them.
export type { AnySchema, InferResult } from './extraction/schema/parse/to-json-schema.ts';
export type { CallOptions, Prices } from './core/operations/operation-context.ts';
export type {
  ExtractInput,
  ExtractPart,
  Grounding,
  Unsure,
} from './core/extract/parse-extract-input.ts';
export type {
  VerifiableResult,
  VerifiedEvidence,
  VerifyEvidenceOptions,
} from './core/extract/verify-evidence.ts';
export type { CheckedValue } from './extraction/evidence/find-evidence.ts';
export type { Field, InputOf } from './core/operations/parse-input.ts';
export type { PageSource } from './core/operations/parse-input.ts';
export type { Extract, ExtractedValue, ExtractResult, ReadPage } from './core/extract/extract.ts';
export type { ScrapeFormat, ScrapeInput } from './core/scrape/scrape-input.ts';
export type {
  PageDescription,
  Scrape,
  ScrapedData,
  ScrapedPage,
  ScrapeResult,
} from './core/scrape/scrape.ts';
export type { ContentType } from './page/documents/document-reader.ts';
export type { RunProgress, RunRecipeOptions } from './core/runs/recipe-run.ts';
export type {
  HealedSelector,
  RecipeRun,
  RecipeRunResult,
  RunItem,
  RunPage,
} from './core/runs/recipe-run.ts';
export type {
  Admission,
  DownloadFolder,
  FileToKeep,
  SavedFile,
  RunFiles,
  UploadedFile,
  UploadFolder,
} from './runtime/contracts/recipe/run-files.ts';
export type {
  NearestElement,
  ReplayWatch,
  SelectorMatches,
  StepOutcome,
  StepView,
  TakenElement,
  TargetMatches,
  WatchedStep,
} from './runtime/contracts/recipe/replay.ts';
export type { HealingFindings } from './recipes/healing/apply-healing.ts';
export type { Receipt } from './core/operations/run-call.ts';
export type {
  CitedEvidence,
  Confidence,
  Evidence,
  EvidenceKind,
  EvidencePlace,
  EvidenceStatus,
  Rival,
  InferredValue,
} from './runtime/contracts/evidence.ts';
export type { ListCoverage, SkippedBlocks, SkipReason } from './runtime/contracts/list-coverage.ts';
export type { ModelCallUsage } from './runtime/errors/gleaner-error.ts';
export type { Pagination } from './page/links/find-pagination.ts';
export type { PageLink } from './page/links/list-links.ts';
export type { PageMetadata } from './page/structured-data/read-metadata.ts';
export type { ParseMode } from './page/read-page.ts';
export type { MicrodataItem } from './page/structured-data/read-metadata.ts';

// Errors.
export { GleanerError, isGleanerError } from './runtime/errors/gleaner-error.ts';
export type { AnyGleanerError, GleanerErrorOptions } from './runtime/errors/gleaner-error.ts';
export type {
  ErrorCode,
  ErrorDetails,
  FailureReason,
  Issue,
  RateLimitReason,
} from './runtime/errors/gleaner-error.ts';

// The parts that it is made of.
export { chromiumBrowser } from './browser/chromium-browser.ts';
export type { ChromiumBrowser } from './browser/chromium-browser.ts';
export type { ChromiumBrowserOptions } from './browser/chromium-browser-options.ts';
export { memoryCache } from './core/pages/memory-cache.ts';
export type { MemoryCacheOptions } from './core/pages/memory-cache.ts';
export { postgresCache } from './storage/postgres-cache.ts';
export type { PostgresCache, PostgresCacheOptions } from './storage/postgres-cache.ts';
export type { PostgresOptions } from './storage/postgres/postgres-options.ts';
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './storage/postgres/postgres-options.ts';
export { createEgress } from './network/egress/create-egress.ts';
export type {
  Connection,
  Destination,
  Egress,
  EgressOptions,
} from './network/egress/create-egress.ts';
export type { Lookup, ResolvedAddress } from './network/egress/public-addresses.ts';
export { modelExtractor } from './extraction/extractors/model-extractor.ts';
export type { ModelExtractorOptions } from './extraction/extractors/model-extractor.ts';
export type { ModelObject } from './extraction/model/language-model.ts';
export { openaiCompatibleModel } from './extraction/extractors/openai-compatible-model.ts';
export type { OpenAICompatibleModelOptions } from './extraction/extractors/openai-compatible-model.ts';
export { cheerioExtractor } from './extraction/extractors/cheerio-extractor.ts';
export type { CheerioElements, CheerioRoot } from './extraction/extractors/cheerio-extractor.ts';
export { selectorExtractor } from './extraction/extractors/selector-extractor.ts';
export type {
  SelectorExtractorOptions,
  SelectorField,
} from './extraction/extractors/selector-extractor.ts';
export { structureExtractor } from './extraction/extractors/structure-extractor.ts';
export { browserFetcher } from './network/fetchers/http-fetcher.ts';
export type { BrowserFetcherOptions } from './network/fetchers/http-fetcher.ts';
export { httpFetcher } from './network/fetchers/http-fetcher.ts';
export type { HttpFetcherOptions } from './network/fetchers/create-http-fetcher.ts';
export { memoryLedger } from './core/billing/memory-ledger.ts';
export type { MemoryLedgerOptions } from './core/billing/memory-ledger.ts';
export { builtInMarkdown } from './page/markdown/markdown-converters.ts';
export { turndownMarkdown } from './page/markdown/markdown-converters.ts';
export type { TurndownConverter } from './page/markdown/markdown-converters.ts';
export { systemClock } from './runtime/signals/waiting.ts';

// The contracts of these parts, to implement other ones.
export type { Browser, BrowserEndpoint, PrintRequest } from './runtime/contracts/browser.ts';
export type { Cache, CachedPage, PageClaim } from './runtime/contracts/cache.ts';
export type { Clock } from './runtime/contracts/clock.ts';
export type { CreateId } from './runtime/contracts/clock.ts';
export type {
  ContentQuery,
  ExtractionPage,
  ModelTexts,
  PageContent,
  ReadTexts,
  Selection,
  SelectField,
  SelectQuery,
  SettledFindings,
  StatedValue,
  StructureFindings,
  StructureQuery,
} from './runtime/contracts/extractor.ts';
export type {
  DetailLevel,
  Extraction,
  ExtractionRequest,
  Extractor,
  FirstQuestion,
  JsonSchema,
  ModelUse,
  PageComplexity,
  RepairRequest,
} from './runtime/contracts/extractor.ts';
export type { Fetcher, Page, PageAccess, PageRequest } from './runtime/contracts/fetcher.ts';
export type {
  ElementFingerprint,
  RecipeFingerprints,
  TargetFingerprint,
} from './runtime/contracts/recipe/fingerprint.ts';
export type { MarkdownPage, MarkdownWriter } from './runtime/contracts/markdown-writer.ts';
export type { Balance, HoldRequest, Ledger } from './runtime/contracts/ledger.ts';
export type {
  AssertedNavigation,
  ChangeStep,
  ClickStep,
  CloseStep,
  DialogAnswer,
  DragStep,
  EmulateNetworkStep,
  ExtractStep,
  Follow,
  HoverStep,
  KeyStep,
  NavigateStep,
  Offset,
  PaginateStep,
  Pagination as RecipePagination,
  PointerButton,
  Recipe,
  RecipeField,
  RecipeFieldType,
  RecipeStep,
  RecipeVariable,
  RepeatStep,
  ScreenshotStep,
  ScrollStep,
  Selector,
  SelectorKind,
  SelectorPart,
  SetViewportStep,
  StepBase,
  Target,
  UploadStep,
  WaitForElementStep,
  WaitForExpressionStep,
  WaitStep,
} from './runtime/contracts/recipe/recipe.ts';
export type { FieldType } from './runtime/contracts/extractor.ts';
export type {
  Collection,
  FollowedPage,
  FollowProgress,
  PaginationEnd,
  RawItem,
  ReplayedPage,
  ReplayReport,
  ReplayRequest,
  TargetReport,
} from './runtime/contracts/recipe/replay.ts';
