export { cassette } from '../src/testing/cassette/cassette.ts';
export type { Cassette, CassetteOptions, CassetteParts } from '../src/testing/cassette/cassette.ts';
export type { VolatileParts } from '../src/testing/cassette/match-exchange.ts';
export { billingContract } from './contracts/billing-contract.ts';
export type { BillingStage } from './contracts/billing-contract.ts';
export type { RateLimits } from '../src/runtime/contracts/store/request-store.ts';
export type {
  Bill,
  Billing,
  BillRequest,
  Charge,
  IdempotentRequest,
  OpenedBill,
} from '../src/runtime/contracts/billing.ts';
export { browserContract } from './contracts/browser-contract.ts';
export { cacheContract } from './contracts/cache-contract.ts';
export { clockContract } from './contracts/clock-contract.ts';
export type { ClockUnderTest } from './contracts/clock-contract.ts';
export type { ContractCheck } from './contracts/contract-check.ts';
export { fakeClock } from '../src/testing/fake-clock.ts';
export type { FakeClock } from '../src/testing/fake-clock.ts';
export { openExtractionPage } from './contracts/extractor-contract.ts';
export { extractorContract } from './contracts/extractor-contract.ts';
export { fetcherContract } from './contracts/fetcher-contract.ts';
export { ledgerContract } from './contracts/ledger-contract.ts';
export { markdownWriterContract } from './contracts/markdown-writer-contract.ts';
export { fixtureFetcher } from './fixture-fetcher.ts';
export type { ModelScript, ScriptedAnswer, ScriptedQuestion } from './scripted-model.ts';
export { serveScriptedModel } from './scripted-model-server.ts';
export type {
  ModelServerRequest,
  ScriptedModelServer,
  ScriptedModelServerOptions,
} from './scripted-model-server.ts';
export { scriptedModel } from './scripted-model.ts';
export type { ScriptedModel, ScriptedModelCall, ScriptedModelResult } from './scripted-model.ts';
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
export type { StressOptions, StressProgress } from './stress/stress-result.ts';
export type {
  StressCounts,
  StressedRun,
  StressOutcome,
  StressResult,
} from './stress/stress-result.ts';
export type { StressFault } from './stress/stress-result.ts';
export type { MutationKind } from './stress/mutations/mutation.ts';
export { durableStoreContract, storeContract } from './contracts/store-contract.ts';
export type { OpenStore } from './contracts/store-contract.ts';
