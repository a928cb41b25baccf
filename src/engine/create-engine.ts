import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ledgerBilling } from '../billing/ledger-billing.ts';
import { structureFirstExtractor } from '../extractors/structure-first-extractor.ts';
import { createPageSessions } from '../page-session/create-page-sessions.ts';
import { createSingleFlight } from '../operations/create-single-flight.ts';
import type { extract } from '../operations/extract/extract.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { runRecipe } from '../operations/runs/run-recipe.ts';
import type { scrape } from '../operations/scrape/scrape.ts';
import { createSchemaValidator } from '../schema/validate/create-schema-validator.ts';
import { loadOnce } from '../signals/load-once.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** The operations, each loaded by its first call, and the context they work in. */
export interface Engine {
  readonly context: OperationContext;
  readonly extract: typeof extract;
  readonly scrape: typeof scrape;
  readonly runRecipe: typeof runRecipe;
  /** Waits for its calls, a service's included, and closes what the engine made for itself; not the parts of the options. */
  close(): Promise<void>;
}

const loadExtract = loadOnce(() => import('../operations/extract/extract.ts'));
const loadScrape = loadOnce(() => import('../operations/scrape/scrape.ts'));
const loadRunRecipe = loadOnce(() => import('../operations/runs/run-recipe.ts'));

/** Makes the engine of a `Gleaner`, whose signal `closing` ends what is under way. Opens nothing. */
export function createEngine(
  { settings, structure, ledger, limitsOf, threads }: ResolvedOptions,
  closing: AbortSignal,
): Engine {
  const { clock, extractor } = settings;
  const schemas = createSchemaValidator();
  const pages = createPageSessions({ threads });
  const context: OperationContext = {
    ...settings,
    closing,
    // Without a model both extractors read the structure.
    experimentalExtractor: extractor === structure ? structure : structureFirstExtractor(extractor),
    pages,
    schemas,
    singleFlight: createSingleFlight(),
    billing: ledgerBilling({ ledger, clock, createId: randomUUID, limitsOf, closing }),
    // Those of one recipe are about 50 KB.
    fingerprints: new LRUCache({ max: 200 }),
  };
  const underWay = new Set<Promise<unknown>>();

  async function track<Result>(work: () => Promise<Result>): Promise<Result> {
    const call = work();
    underWay.add(call);
    try {
      return await call;
    } finally {
      underWay.delete(call);
    }
  }

  return {
    context,
    extract: (...call) =>
      track(async () => {
        const operation = await loadExtract();
        return operation.extract(...call);
      }),
    scrape: (...call) =>
      track(async () => {
        const operation = await loadScrape();
        return operation.scrape(...call);
      }),
    runRecipe: (...call) =>
      track(async () => {
        const operation = await loadRunRecipe();
        return operation.runRecipe(...call);
      }),
    async close() {
      await Promise.allSettled(underWay);
      await Promise.all([schemas.close(), pages.close()]);
    },
  };
}
