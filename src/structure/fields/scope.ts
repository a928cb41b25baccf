import type { IndexedEntity } from '../analysis/index-entities.ts';
import type { RankedEntity } from './rank-entities.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';

/** Where the fields of one object are looked for. */
export interface Scope {
  readonly facts: PageFacts;
  readonly entities: readonly RankedEntity[];
  /** Whether the page around the entities counts too; not for an object that is a part of another. */
  readonly wholePage: boolean;
  /** Optional values that are believed less than this stay out, 0 to 1. */
  readonly minConfidence: number;
}

/** A scope of one entity and nothing else. */
export function toEntityScope(scope: Scope, entity: IndexedEntity): Scope {
  return { ...scope, entities: [{ entity, weight: 1, specific: 0 }], wholePage: false };
}
