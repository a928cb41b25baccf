import { nameTarget } from '../../recipe/run/name-target.ts';
import type { TrialResult } from './trial-event.ts';

/** A selector that found nothing in a trial. */
export interface LostSelector {
  /** As in `Target.path`. */
  readonly path: string;
  readonly selector: string;
  /** `Step 4, field "price"`. */
  readonly place: string;
}

/**
 * Lists the selectors that found nothing, in the order of the steps. What the recipe calls optional may be absent, and is
 * listed only where another selector of the same target found it.
 */
export function listLostSelectors({ steps }: Pick<TrialResult, 'steps'>): readonly LostSelector[] {
  return steps.flatMap(({ targets }) =>
    targets.flatMap(({ path, selectors, isOptional }) => {
      const isThere = selectors.some(({ count }) => count > 0);
      if (isOptional && !isThere) return [];
      return selectors
        .filter(({ count }) => count === 0)
        .map(({ selector }) => ({
          path,
          selector: [selector].flat().join(' >> '),
          place: nameTarget(path),
        }));
    }),
  );
}
