import type { Engine } from './create-engine.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** What a `Gleaner` needs to make its engine, and the engine once it is made. */
export interface EngineSlot {
  readonly options: ResolvedOptions;
  readonly closing: AbortSignal;
  engine: Engine | undefined;
}

/** The slots of all gleaners of `createGleaner`, by gleaner. */
export const engineSlots: WeakMap<object, EngineSlot> = new WeakMap();
