import type { extract } from '../extract/extract.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { runRecipe } from '../runs/run-recipe.ts';
import type { scrape } from '../scrape/scrape.ts';
import type { ResolvedOptions } from './gleaner-options.ts';

/** The operations, each loaded by its first call, and the context they work in. */
export interface Engine {
  readonly context: OperationContext;
  readonly extract: typeof extract;
  readonly scrape: typeof scrape;
  readonly runRecipe: typeof runRecipe;
  /** Waits for its calls, a service's included, and closes what the engine made for itself; not the parts of the options. */
  close(): Promise<void>;
}

/** What a `Gleaner` needs to make its engine, and the engine once it is made. */
export interface EngineSlot {
  readonly options: ResolvedOptions;
  readonly closing: AbortSignal;
  engine: Engine | undefined;
}

/** The slots of all gleaners of `createGleaner`, by gleaner. */
export const engineSlots: WeakMap<object, EngineSlot> = new WeakMap();
