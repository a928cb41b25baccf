import type { Recipe } from '../../../contracts/recipe/recipe.ts';

/** Channel of the calls that say where the exchanges of a call of the browser are. */
export const exchangesChannel = 'chromium';

/** The exchanges of one call of the browser, and what is missing among them. */
export interface ExchangesAnswer {
  readonly channel: string;
  readonly lacks: readonly string[];
}

/** A recipe's first page tells its recordings apart, whatever has changed in its steps. */
export function findStart({ steps }: Pick<Recipe, 'steps'>): string {
  return steps.find((step) => step.type === 'navigate')?.url ?? '';
}
