export { browserContract } from './browser-contract.ts';
export { cacheContract } from './cache-contract.ts';
export type { ContractCheck } from './contract-check.ts';
export { fakeClock } from './fake-clock.ts';
export type { FakeClock } from './fake-clock.ts';
export { extractorContract } from './extractor-contract.ts';
export { fetcherContract } from './fetcher-contract.ts';
export { ledgerContract } from './ledger-contract.ts';
export type { ModelScript, ScriptedAnswer } from './scripted-answer.ts';
export { serveScriptedModel } from './scripted-model-server.ts';
export type {
  ModelServerRequest,
  ScriptedModelServer,
  ScriptedModelServerOptions,
} from './scripted-model-server.ts';
export { scriptedModel } from './scripted-model.ts';
export type { ScriptedModel } from './scripted-model.ts';
export { serveFixtureSite } from './serve-fixture-site.ts';
export type { FixtureLogEntry, FixtureSite, FixtureSiteOptions } from './serve-fixture-site.ts';
export { durableStoreContract, storeContract } from './store-contract.ts';
export type { OpenStore } from './store-contract.ts';
