export { cassette } from './cassette/cassette.ts';
export type { Cassette, CassetteOptions, CassetteParts } from './cassette/cassette.ts';
export type { VolatileParts } from './cassette/match/to-exchange-key.ts';
export { billingContract } from './contracts/billing-contract.ts';
export type { BillingStage } from './contracts/billing-contract.ts';
export type { RateLimits } from '../contracts/store/admission-store.ts';
export type {
  Bill,
  Billing,
  BillRequest,
  Charge,
  IdempotentRequest,
  OpenedBill,
} from '../contracts/billing.ts';
export { browserContract } from './contracts/browser-contract.ts';
export { cacheContract } from './contracts/cache-contract.ts';
export { clockContract } from './contracts/clock-contract.ts';
export type { ClockUnderTest } from './contracts/clock-contract.ts';
export type { ContractCheck } from './contract-check.ts';
export { fakeClock } from './fake-clock.ts';
export type { FakeClock } from './fake-clock.ts';
export { openExtractionPage } from './open-extraction-page.ts';
export { extractorContract } from './contracts/extractor-contract.ts';
export { fetcherContract } from './contracts/fetcher-contract.ts';
export { ledgerContract } from './contracts/ledger-contract.ts';
export { markdownWriterContract } from './contracts/markdown-writer-contract.ts';
export { fixtureFetcher } from './fixture-fetcher.ts';
export type { ModelScript, ScriptedAnswer, ScriptedQuestion } from './models/scripted-answer.ts';
export { serveScriptedModel } from './models/scripted-model-server.ts';
export type {
  ModelServerRequest,
  ScriptedModelServer,
  ScriptedModelServerOptions,
} from './models/scripted-model-server.ts';
export { scriptedModel } from './models/scripted-model.ts';
export type {
  ScriptedModel,
  ScriptedModelCall,
  ScriptedModelResult,
} from './models/scripted-model.ts';
export { queueContract } from './contracts/queue-contract.ts';
export type { OpenQueue } from './contracts/queue-contract.ts';
export { serveFixtureSite } from './fixture-site/serve-fixture-site.ts';
export type {
  FixtureLogEntry,
  FixtureSite,
  FixtureSiteOptions,
} from './fixture-site/serve-fixture-site.ts';
export { stressRecipe } from './stress/stress-recipe.ts';
export type { StressRecipeOptions } from './stress/stress-recipe.ts';
export type { StressOptions, StressProgress } from './stress/stress-options.ts';
export type {
  StressCounts,
  StressedRun,
  StressOutcome,
  StressResult,
} from './stress/stress-result.ts';
export type { StressFault } from './stress/compare-items.ts';
export type { MutationKind } from './stress/mutations/mutation-kind.ts';
export { durableStoreContract, storeContract } from './contracts/store-contract.ts';
export type { OpenStore } from './contracts/store-contract.ts';
