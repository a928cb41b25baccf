import type { PaginationEnd } from '../../runtime/contracts/recipe/replay.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';

/** What the sentence about the end is made of. */
export interface EndFacts {
  /** Pages extracted. */
  readonly pages: readonly unknown[];
  /** Most pages the run could have extracted. */
  readonly effectiveCap: number;
  /** Whether the cap, or the stop, came from the credits. */
  readonly clampedByCredits: boolean;
  /** `maxPages` of the recipe's own paginate step; `undefined` where it names none. */
  readonly recipeMaxPages: number | undefined;
}

/** The warning about a pagination that did not come to its natural end; `undefined` where it did. */
export function describeEnd(end: PaginationEnd, facts: EndFacts): string | undefined {
  const reason = findReason(end, facts);
  if (reason === undefined) return undefined;
  return `Pagination ended after ${toCount(facts.pages.length, 'page')}: ${reason}. There may be more items.`;
}

function findReason(end: PaginationEnd, facts: EndFacts): string | undefined {
  switch (end) {
    case 'no_pagination':
    case 'no_next':
    case 'next_disabled':
    case 'same_page':
    case 'no_new_items':
    case 'empty_page':
    case 'until_met':
    // Many lists end with a button that can still be clicked but has no effect. It is told where the page does not say that it was the last.
    case 'no_change':
      return undefined;
    case 'page_error':
      return 'the next page could not be loaded, or answered with an error';
    case 'dialog_opened':
      return 'a dialog opened over the page';
    case 'max_pages':
      return describeCap(facts);
    case 'stopped':
      break;
  }
  return facts.clampedByCredits ? outOfCredits : 'the run was stopped';
}

const outOfCredits = 'the credits allow no more';

/** Of several caps the lowest ends the pagination; of equal ones the recipe's, which is looked at first. */
function describeCap({ effectiveCap, clampedByCredits, recipeMaxPages }: EndFacts): string {
  if (recipeMaxPages !== undefined && recipeMaxPages <= effectiveCap) {
    return `that is "maxPages" of the recipe's paginate step (${recipeMaxPages})`;
  }
  return clampedByCredits ? outOfCredits : `that is the cap of this run (${effectiveCap})`;
}
