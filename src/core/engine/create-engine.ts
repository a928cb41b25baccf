import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ledgerBilling } from '../billing/ledger-billing.ts';
import { structureFirstExtractor } from '../../extraction/extractors/structure-extractor.ts';
import { createPageSessions } from '../page-session/create-page-sessions.ts';
import { createSingleFlight } from '../operations/create-single-flight.ts';
import type { RecipeFingerprints } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import { createSchemaValidator } from '../../extraction/schema/validate/create-schema-validator.ts';
import { loadOnce } from '../../runtime/signals/waiting.ts';
import type { ResolvedOptions } from './gleaner-options.ts';
import { type Engine, engineSlots } from './engine-slots.ts';

/** As JSON. Those of one recipe are about 50 KB, and those that a page has made large a hundred times as much. */
const mostFingerprintBytes = 10_000_000;

const loadExtract = loadOnce(() => import('../extract/extract.ts'));
const loadScrape = loadOnce(() => import('../scrape/scrape.ts'));
const loadRunRecipe = loadOnce(() => import('../runs/run-recipe.ts'));

/** Makes the engine of a `Gleaner`, whose signal `closing` ends what is under way. Opens nothing. */
export function createEngine(
  { settings, structure, ledger, limitsOf, threads, workers }: ResolvedOptions,
  closing: AbortSignal,
): Engine {
  const { clock, extractor } = settings;
  const schemas = createSchemaValidator();
  const pages = createPageSessions({ threads, workers });
  const context: OperationContext = {
    ...settings,
    closing,
    asksBeyondStructure: extractor !== structure,
    // Without a model both extractors read the structure.
    experimentalExtractor: extractor === structure ? structure : structureFirstExtractor(extractor),
    pages,
    schemas,
    singleFlight: createSingleFlight(),
    billing: ledgerBilling({ ledger, clock, createId: randomUUID, limitsOf, closing }),
    fingerprints: new LRUCache<string, RecipeFingerprints>({
      max: 200,
      maxSize: mostFingerprintBytes,
      sizeCalculation: (fingerprints) => JSON.stringify(fingerprints).length,
    }),
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

/**
 * The engine of a gleaner, made when it is first asked for: the way in for what is built on an engine, such as the
 * service. No entry point exports it. Throws a `TypeError` for an object that `createGleaner` did not make.
 */
export function requireEngine(gleaner: object): Engine {
  const slot = engineSlots.get(gleaner);
  if (slot === undefined) {
    throw new TypeError(
      'Expected `gleaner` to be what `createGleaner` of this installation of the package returned; a copy or a wrapper of it has no engine.',
    );
  }
  return (slot.engine ??= createEngine(slot.options, slot.closing));
}
