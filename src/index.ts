// The engine.
export { createGleaner } from './engine/create-gleaner.ts';
export type { Gleaner, RunRecipe } from './engine/create-gleaner.ts';
export { extract, runRecipe, scrape } from './engine/default-gleaner.ts';
export type { GleanerLimits, GleanerOptions } from './engine/gleaner-options.ts';
export { readEnvironment } from './engine/read-environment.ts';
export { verifyEvidence } from './engine/verify-evidence.ts';
export { applyHealing } from './engine/apply-healing.ts';

// What goes into its calls and comes out of them.
export type { AnySchema, InferResult } from './schema/parse/to-json-schema.ts';
export type { CallOptions, Prices } from './operations/operation-context.ts';
export type { ExtractInput, ExtractPart, Grounding } from './operations/extract/extract-input.ts';
export type {
  VerifiableResult,
  VerifiedEvidence,
  VerifyEvidenceOptions,
} from './operations/extract/verify-evidence.ts';
export type { CheckedValue } from './evidence/check-evidence.ts';
export type { Field, InputOf } from './operations/field.ts';
export type { PageSource } from './operations/pages/page-fields.ts';
export type {
  Extract,
  ExtractedValue,
  ExtractResult,
  ReadPage,
} from './operations/extract/extract.ts';
export type { ScrapeFormat, ScrapeInput } from './operations/scrape/scrape-input.ts';
export type {
  PageDescription,
  Scrape,
  ScrapedData,
  ScrapedPage,
  ScrapeResult,
} from './operations/scrape/scrape.ts';
export type { RunProgress, RunRecipeOptions } from './operations/runs/run-recipe-options.ts';
export type {
  HealedSelector,
  RecipeRun,
  RecipeRunResult,
  RunItem,
  RunPage,
} from './operations/recipe-run.ts';
export type {
  Admission,
  DownloadFolder,
  FileToKeep,
  KeptFile,
  RunFiles,
  UploadedFile,
  UploadFolder,
} from './contracts/recipe/run-files.ts';
export type {
  NearestElement,
  ReplayWatch,
  SelectorMatches,
  StepOutcome,
  StepView,
  TakenElement,
  TargetMatches,
  WatchedStep,
} from './contracts/recipe/replay-watch.ts';
export type { HealingFindings } from './recipe/healing/apply-healing.ts';
export type { Receipt } from './operations/run-call.ts';
export type {
  Evidence,
  EvidenceKind,
  EvidencePlace,
  EvidenceStatus,
  InferredValue,
} from './contracts/evidence.ts';
export type { ListCoverage, SkippedBlocks, SkipReason } from './contracts/list-coverage.ts';
export type { ModelCallUsage } from './errors/error-codes.ts';
export type { Pagination } from './page/links/find-pagination.ts';
export type { PageLink } from './page/links/list-links.ts';
export type { PageMetadata } from './page/links/read-metadata.ts';
export type { ParseMode } from './page/read-page.ts';
export type { MicrodataItem } from './page/structured-data/to-microdata-json.ts';

// Errors.
export { GleanerError, isGleanerError } from './errors/gleaner-error.ts';
export type { AnyGleanerError, GleanerErrorOptions } from './errors/gleaner-error.ts';
export type {
  ErrorCode,
  ErrorDetails,
  FailureReason,
  Issue,
  RateLimitReason,
} from './errors/error-codes.ts';

// The parts that it is made of.
export { chromiumBrowser } from './browsers/chromium-browser.ts';
export type { ChromiumBrowser } from './browsers/chromium-browser.ts';
export type { ChromiumBrowserOptions } from './browsers/chromium-browser-options.ts';
export { memoryCache } from './caches/memory-cache.ts';
export type { MemoryCacheOptions } from './caches/memory-cache.ts';
export { postgresCache } from './caches/postgres-cache.ts';
export type { PostgresCache, PostgresCacheOptions } from './caches/postgres-cache.ts';
export type { PostgresOptions } from './postgres/postgres-options.ts';
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './postgres/postgres-pool.ts';
export { createEgress } from './egress/create-egress.ts';
export type { Connection, Destination, Egress, EgressOptions } from './egress/create-egress.ts';
export type { Lookup, ResolvedAddress } from './egress/addresses/look-up.ts';
export { modelExtractor } from './extractors/model-extractor.ts';
export type { ModelExtractorOptions } from './extractors/model-extractor.ts';
export type { ModelObject } from './extractors/model/call/language-model.ts';
export { openaiCompatibleModel } from './extractors/openai-compatible-model.ts';
export type { OpenAICompatibleModelOptions } from './extractors/openai-compatible-model.ts';
export { cheerioExtractor } from './extractors/cheerio-extractor.ts';
export type { CheerioElements, CheerioRoot } from './extractors/cheerio-extractor.ts';
export { selectorExtractor } from './extractors/selector-extractor.ts';
export type { SelectorExtractorOptions, SelectorField } from './extractors/selector-extractor.ts';
export { structureExtractor } from './extractors/structure-extractor.ts';
export { browserFetcher } from './fetchers/browser-fetcher.ts';
export type { BrowserFetcherOptions } from './fetchers/browser-fetcher.ts';
export { httpFetcher } from './fetchers/http-fetcher.ts';
export type { HttpFetcherOptions } from './fetchers/create-http-fetcher.ts';
export { memoryLedger } from './ledgers/memory-ledger.ts';
export type { MemoryLedgerOptions } from './ledgers/memory-ledger.ts';
export { builtInMarkdown } from './markdown-writers/built-in-markdown.ts';
export { turndownMarkdown } from './markdown-writers/turndown-markdown.ts';
export type { TurndownConverter } from './markdown-writers/turndown-markdown.ts';
export { systemClock } from './signals/system-clock.ts';

// The contracts of these parts, to implement other ones.
export type { Browser, BrowserEndpoint, PrintRequest } from './contracts/browser.ts';
export type { Cache, CachedPage, PageClaim } from './contracts/cache.ts';
export type { Clock } from './contracts/clock.ts';
export type { CreateId } from './contracts/create-id.ts';
export type {
  ContentQuery,
  ExtractionPage,
  ModelTexts,
  PageContent,
  ReadTexts,
  Selection,
  SelectField,
  SelectQuery,
  StructureFindings,
  StructureQuery,
} from './contracts/extraction-page.ts';
export type {
  DetailLevel,
  Extraction,
  ExtractionRequest,
  Extractor,
  JsonSchema,
  PageComplexity,
  RepairRequest,
} from './contracts/extractor.ts';
export type { Fetcher, Page, PageAccess, PageRequest } from './contracts/fetcher.ts';
export type {
  ElementFingerprint,
  RecipeFingerprints,
  TargetFingerprint,
} from './contracts/recipe/fingerprint.ts';
export type { MarkdownPage, MarkdownWriter } from './contracts/markdown-writer.ts';
export type { Balance, HoldRequest, Ledger } from './contracts/ledger.ts';
export type {
  AssertedNavigation,
  ChangeStep,
  ClickStep,
  CloseStep,
  DialogAnswer,
  DragStep,
  EmulateNetworkStep,
  ExtractStep,
  FieldType,
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
} from './contracts/recipe/recipe.ts';
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
} from './contracts/recipe/replay.ts';
