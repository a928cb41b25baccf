import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ledgerBilling } from '../billing/ledger-billing.ts';
import { structureFirstExtractor } from '../extractors/structure-first-extractor.ts';
import { createSingleFlight } from '../operations/create-single-flight.ts';
import { extract } from '../operations/extract/extract.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import { runRecipe } from '../operations/runs/run-recipe.ts';
import { scrape } from '../operations/scrape/scrape.ts';
import { createSchemaValidator } from '../schema/validate/create-schema-validator.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** The operations and the context they work in: everything heavy of a `Gleaner`. */
export interface Engine {
  readonly context: OperationContext;
  readonly extract: typeof extract;
  readonly scrape: typeof scrape;
  readonly runRecipe: typeof runRecipe;
  /** Closes what the engine made for itself; not the parts of the options. */
  close(): Promise<void>;
}

/** Makes the engine of a `Gleaner`, whose signal `closing` ends what is under way. Opens nothing. */
export function createEngine(
  { settings, structure, ledger, limitsOf }: ResolvedOptions,
  closing: AbortSignal,
): Engine {
  const { clock, extractor } = settings;
  const schemas = createSchemaValidator();
  const context: OperationContext = {
    ...settings,
    closing,
    // Without a model the structure is read either way.
    experimentalExtractor: extractor === structure ? structure : structureFirstExtractor(extractor),
    schemas,
    singleFlight: createSingleFlight(),
    billing: ledgerBilling({ ledger, clock, createId: randomUUID, limitsOf }),
    // Those of one recipe are about 50 KB.
    fingerprints: new LRUCache({ max: 200 }),
    createId: randomUUID,
  };
  return { context, extract, scrape, runRecipe, close: () => schemas.close() };
}
