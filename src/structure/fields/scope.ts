import type { IndexedEntity } from '../analysis/index-entities.ts';
import type { RankedEntity } from './rank-entities.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';

/** Where the fields of one object are looked for. */
export interface Scope {
  readonly facts: PageFacts;
  readonly entities: readonly RankedEntity[];
  /** What was asked for, in words. */
  readonly prompt: string;
  /** Whether values may come from the page around the entities; `false` for an object that is a part of another. */
  readonly wholePage: boolean;
  /** Least confidence of optional values, 0 to 1; others are left out. */
  readonly minConfidence: number;
}

/** A scope of one entity and nothing else. */
export function toEntityScope(scope: Scope, entity: IndexedEntity): Scope {
  return { ...scope, entities: [{ entity, weight: 1, specific: 0 }], wholePage: false };
}
