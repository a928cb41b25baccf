import type { RecipeStep, Selector, Target } from '../../runtime/contracts/recipe/recipe.ts';
import { type FailureReason, GleanerError } from '../../runtime/errors/gleaner-error.ts';

/** Returns the name of a step in messages: `Step 4 (click)`, in a loop `Step 6.1 (click)`. */
export function nameStep({ path, type }: Pick<RecipeStep, 'path' | 'type'>): string {
  const numbers = [...path.matchAll(/\/steps\/(\d+)/g)].map(([, index]) => Number(index) + 1);
  return `Step ${numbers.join('.')} (${type})`;
}

/** The element, frame or popup of an optional step is not there: the run goes on with the next step. */
export class LeftOutError extends Error {
  override readonly name = 'LeftOutError';
}

/** Returns the error for a step whose frame or popup is not there. */
export function failAbsentPlace(step: RecipeStep, place: string, what: string): Error {
  if (step.isOptional) return new LeftOutError(`its ${place} was not there`);
  return failStep(step, 'target_not_found', what);
}

/** Returns the selectors of a target as written in the recipe. */
export function nameSelectors({ selectors }: Target): string {
  return selectors.map(nameSelector).join(', ');
}

/** Returns a selector as written in the recipe, in quotation marks. */
export function nameSelector({ source }: Selector): string {
  const written = typeof source === 'string' ? source : source.join(' >> ');
  return `"${written.slice(0, maxSource)}"`;
}

/** Characters of a selector in a message. */
const maxSource = 200;

/**
 * Returns the error for a step that cannot be done on the page. `what` continues the sentence after the step's name
 * and holds no text of the page but short names of elements.
 */
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
