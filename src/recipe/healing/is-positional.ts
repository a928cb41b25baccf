import type { Target } from '../../contracts/recipe/recipe.ts';
import { listPlaceholders, roundName } from '../variables/fill-text.ts';

/**
 * Whether a target is known by its place alone, by `nth` or by `{{index}}` in a selector. Such a target has no
 * fingerprint: each round means another element, and likeness would lead every round to the same one.
 */
export function isPositional({ selectors }: Target): boolean {
  return selectors.some(
    ({ source, parts }) =>
      parts.some(({ kind }) => kind === 'nth') ||
      [source].flat().some((text) => listPlaceholders(text).includes(roundName)),
  );
}
