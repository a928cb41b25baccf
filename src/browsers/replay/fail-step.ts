import type { RecipeStep, Target } from '../../contracts/recipe.ts';
import type { FailureReason } from '../../errors/error-codes.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';

/** The step for people: `Step 4 (click)`, in a loop `Step 6.1 (click)`. */
export function nameStep({ path, type }: Pick<RecipeStep, 'path' | 'type'>): string {
  const numbers = [...path.matchAll(/\/steps\/(\d+)/g)].map(([, index]) => Number(index) + 1);
  return `Step ${numbers.join('.')} (${type})`;
}

/** The selectors of a target as they stand in the recipe. */
export function nameSelectors({ selectors }: Target): string {
  const sources = selectors.map(({ source }) =>
    typeof source === 'string' ? source : source.join(' >> '),
  );
  return sources.map((source) => `"${source.slice(0, maxSource)}"`).join(', ');
}

/** Longer selectors say nothing more to a reader. */
const maxSource = 200;

/** The error for a step that the pages do not let happen. `what` goes on after the step's name; nothing of a page stands in it. */
export function failStep(
  step: Pick<RecipeStep, 'path' | 'type'>,
  reason: FailureReason,
  what: string,
  facts: { readonly pageStatus?: number | undefined; readonly cause?: unknown } = {},
): GleanerError<'validation_failed'> {
  const { pageStatus, cause } = facts;
  return new GleanerError('validation_failed', `${nameStep(step)} ${what}`, {
    details: { reason, ...(pageStatus === undefined ? {} : { pageStatus }) },
    cause,
  });
}
