import type { Pagination } from '../contracts/recipe.ts';
import type { PaginationEnd } from '../contracts/replay.ts';

/** What the sentence about the end speaks of. */
export interface PaginationFacts {
  /** `undefined` where the recipe has no pagination. */
  readonly kind: Pagination['kind'] | undefined;
  /** Pages extracted. */
  readonly pages: number;
  /** HTTP status of the page it ended at. */
  readonly status?: number | undefined;
  /** Why the run was stopped, where `end` is `stopped`: `credits`, `deadline`, … completes "stopped by the". */
  readonly stoppedBy?: string | undefined;
}

/** Statuses that sites answer with behind their last page. */
const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

/** The warning about a pagination that did not come to its natural end; `undefined` where it did. */
export function tellPaginationEnd(
  end: PaginationEnd,
  { kind, pages, status, stoppedBy }: PaginationFacts,
): string | undefined {
  const after = `after ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  switch (end) {
    case 'no_pagination':
    case 'no_next':
    case 'next_disabled':
    case 'same_page':
    case 'no_new_items':
    case 'empty_page':
    case 'until_met':
      return undefined;
    case 'no_change':
      // Scrolling has no other end; a button that can be pressed promised more.
      if (kind === 'scroll') return undefined;
      return `Pagination ended ${after}: the button was there, but nothing changed when it was pressed.`;
    case 'page_error':
      if (kind === 'urlTemplate' && status !== undefined && goneStatuses.has(status)) {
        return undefined;
      }
      return `Pagination ended ${after}: the next page answered ${status === undefined ? 'with an error' : `with status ${status}`}. There may be more items.`;
    case 'dialog_opened':
      return `Pagination ended ${after}: a dialog opened over the page. There may be more items.`;
    case 'max_pages':
      return `Pagination ended ${after}: that is the most it may visit. There may be more items.`;
    case 'stopped':
      break;
  }
  const by = stoppedBy === undefined ? '' : ` by the ${stoppedBy}`;
  return `Pagination was stopped ${after}${by}. There may be more items.`;
}
