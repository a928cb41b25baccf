import type { Selector, Target } from '../../contracts/recipe.ts';

/** Selectors found by healing, which serve for the rest of a run. */
export interface SelectorOverrides {
  set(target: Target, selector: Selector): void;
  find(target: Target): Selector | undefined;
  /** What to look for: the healed selector alone, or all recorded ones. Others that hit by accident hit something else. */
  apply(target: Target): readonly Selector['parts'][];
}

/** Starts empty. */
export function createSelectorOverrides(): SelectorOverrides {
  const healed = new Map<string, Selector>();
  return {
    set: (target, selector) => void healed.set(target.path, selector),
    find: ({ path }) => healed.get(path),
    apply({ path, selectors }) {
      const selector = healed.get(path);
      return selector === undefined ? selectors.map(({ parts }) => parts) : [selector.parts];
    },
  };
}
