import type { PaginateParameters } from './list-draft.ts';
import type { Way } from '../../browsers/in-page/ways/create-way-finder.ts';
import { paginationLabels } from '../../page/links/pagination-labels.ts';
import type { AskPage } from './ask-page.ts';
import type { ListDraft } from './list-draft.ts';
import { requireStep } from './read-table.ts';

/** A way by which a list may go on, before it was tried. */
export interface FoundPagination {
  readonly parameters: PaginateParameters;
  /** A sentence that says why. */
  readonly reason: string;
}

/** Selectors that a step is given, best first. */
const maxSelectors = 4;

/**
 * Finds the ways by which a list goes on, the likeliest first: a next link, a button for more, the number of the page in
 * the URL, scrolling. Empty where the page is one item or says that it shows the whole list.
 */
export async function findPagination(
  ask: AskPage,
  draft: ListDraft,
): Promise<readonly FoundPagination[]> {
  const { items } = requireStep(draft);
  if (items === undefined) return [];
  const { ways, isWhole } = await ask('ways', {
    items: items.selectors.map(({ parts }) => parts),
    labels: paginationLabels,
    asksWhole: true,
  });
  if (isWhole) return [];
  const { url } = await ask('read', { steps: [], wantsMarks: false, pager: undefined });
  const found: FoundPagination[] = [];
  for (const way of ways.filter(({ isSafe }) => isSafe)) {
    found.push(...(await toPagination(ask, way, url)));
  }
  if (found.length > 0) return found;
  const reason = 'No link or button leads on; the page may load more as it is scrolled.';
  return [{ parameters: { scroll: true }, reason }];
}

async function toPagination(
  ask: AskPage,
  { kind, mark, label }: Way,
  url: string,
): Promise<readonly FoundPagination[]> {
  const named = JSON.stringify(label);
  if (kind === 'numbers') {
    const [described] = await ask('describe', { marks: [mark], purpose: 'action' });
    const href = described?.element.attributes['href'] ?? '';
    const urlTemplate = findTemplate(href, url, Number(label));
    const reason = `The address of page ${label} differs from this one by the number of the page.`;
    return urlTemplate === undefined ? [] : [{ parameters: { urlTemplate }, reason }];
  }
  const selectors = (await ask('propose', { mark, purpose: 'action' })).slice(0, maxSelectors);
  if (selectors.length === 0) return [];
  return kind === 'next'
    ? [
        {
          parameters: { next: selectors },
          reason: `A link to the next page stands beside the list: ${named}.`,
        },
      ]
    : [
        {
          parameters: { loadMore: selectors },
          reason: `A button for more stands behind the list: ${named}.`,
        },
      ];
}

/** Names of the number of a page in addresses. */
const numbered =
  /(?<=(?:[?&](?:[\w.-]*page|p|pg|pn|seite|pagina|paged|pageno|page_?num(?:ber)?)=|\/(?:page|p|seite|pagina)[/-]?))\d{1,5}(?=$|[&#/?.])/i;

/** The address with `{page}` for the number; `undefined` where no part of it is that number by its name. */
function findTemplate(href: string, base: string, page: number): string | undefined {
  const next = URL.parse(href, base);
  if (next === null || next.origin !== new URL(base).origin) return undefined;
  const at = numbered.exec(next.href);
  if (at === null || Number(at[0]) !== page) return undefined;
  return `${next.href.slice(0, at.index)}{page}${next.href.slice(at.index + at[0].length)}`;
}
