import type { ItemIdentity } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { Pagination } from '../../runtime/contracts/recipe/recipe.ts';
import type { PaginationEnd } from '../../runtime/contracts/recipe/replay.ts';
import { paginationKinds } from '../steps/pagination-kinds.ts';
import { createHash } from 'node:crypto';

/** What is known of a page once it no longer changes. */
interface PageFacts {
  /** Of all items that it shows now, in order (`toItemKeys`). */
  readonly keys: readonly string[];
  /** HTTP status of its document; `undefined` where nothing was loaded anew. */
  readonly status: number | undefined;
}

/** What a page means for the pagination. */
interface PageVerdict {
  /** Whether it is a page of the result: extracted, counted, charged. */
  readonly counts: boolean;
  /** Indexes of the items that are new; all of them but in endless lists. Empty where the page does not count. */
  readonly fresh: readonly number[];
  /** Why there is nothing to go on to; `undefined` where there may be. */
  readonly end: PaginationEnd | undefined;
  /** Of a page of known items: why the list has ended, unless its control leads on. */
  readonly repeats?: PaginationEnd;
}

/** The pages of one run so far, and the rules by which they end. Knows nothing of browsers. */
interface PaginationState {
  /** Pages that counted. */
  readonly pages: () => number;
  /** Judges the first page, and then what each hop led to. */
  readonly judge: (page: PageFacts) => PageVerdict;
  /** `max_pages` once as many pages count as the step allows; asked before every hop. */
  readonly findCap: () => PaginationEnd | undefined;
}

/**
 * Separates new items from old and says when to stop. Every sequence of pages ends: a page counts only when it has an
 * item that no page before it had, and `maxPages` bounds those.
 */
export function createPagination(kind: Pagination['kind'], maxPages: number): PaginationState {
  /** The most times that each key appeared on one page; as many of its items have been counted. */
  const shown = new Map<string, number>();
  const signatures = new Set<string>();
  const { isEndless, toleratedEmptyPages, toleratedRepeats, endsWhereGone } = paginationKinds[kind];
  let pages = 0;
  let empty = 0;
  let repeats = 0;

  function judge({ keys, status }: PageFacts): PageVerdict {
    const isFirst = pages === 0;
    if (!isFirst && status !== undefined && status >= 400) {
      return without(endsWhereGone && isGone(status) ? 'empty_page' : 'page_error');
    }
    if (!isFirst && keys.length === 0) return judgeEmpty();
    const signature = toPageSignature(keys);
    if (signatures.has(signature)) return judgeRepeat(isEndless ? 'no_new_items' : 'same_page');
    const unseen = noteShown(keys);
    if (!isFirst && unseen.length === 0) return judgeRepeat('no_new_items');
    signatures.add(signature);
    pages += 1;
    repeats = 0;
    empty = keys.length === 0 ? 1 : 0;
    const fresh = isEndless ? unseen : [...keys.keys()];
    const isOver = empty > toleratedEmptyPages && !isEndless;
    return { counts: true, fresh, end: isOver ? 'empty_page' : undefined };
  }

  function judgeEmpty(): PageVerdict {
    // An empty endless list is between two states or has been cleared: no new items in both cases.
    if (isEndless) return without('no_new_items');
    empty += 1;
    return empty > toleratedEmptyPages
      ? without('empty_page')
      : { counts: false, fresh: [], end: undefined };
  }

  function judgeRepeat(end: PaginationEnd): PageVerdict {
    repeats += 1;
    return repeats > toleratedRepeats
      ? { ...without(end), repeats: end }
      : { counts: false, fresh: [], end: undefined, repeats: end };
  }

  /** Indexes of the items that were never shown so often at once. */
  function noteShown(keys: readonly string[]): readonly number[] {
    const here = new Map<string, number>();
    const unseen: number[] = [];
    for (const [index, key] of keys.entries()) {
      const times = (here.get(key) ?? 0) + 1;
      here.set(key, times);
      if (times > (shown.get(key) ?? 0)) unseen.push(index);
    }
    for (const [key, times] of here) shown.set(key, Math.max(times, shown.get(key) ?? 0));
    return unseen;
  }

  return {
    pages: () => pages,
    judge,
    findCap: () => (pages >= maxPages ? 'max_pages' : undefined),
  };
}

/** The statuses with which sites respond for a page past their last. */
function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

function without(end: PaginationEnd): PageVerdict {
  return { counts: false, fresh: [], end };
}

/** Whether a next link leads to the page it stands on. Without a fragment: `#` and the like are buttons in disguise. */
export function leadsToItself(href: string, pageUrl: string): boolean {
  const to = href.trim() === '' || href.includes('#') ? null : URL.parse(href, pageUrl);
  const here = URL.parse(pageUrl);
  if (to === null || here === null) return false;
  here.hash = '';
  return to.href === here.href;
}

/** A page's items in their order, as one short text: equal only for the same items in the same order. */
export function toPageSignature(keys: readonly string[]): string {
  const hash = createHash('sha256');
  // With their lengths, so that no other cut of the same text gives the same signature.
  for (const key of keys) hash.update(`${key.length}:${key}`);
  return hash.digest('base64url');
}

/** Places among the items of a page may be written as counting from 0 or from 1. */
const firstPlaces = [0, 1];

/**
 * The keys of a page's items, in order: equal for the same item on another page. A link or an id serves where no other
 * item of the page has it, else the text. Ids that only count the places (`row-0`, `row-1`) say nothing about the item,
 * and the only item of a page is known by its text: its first link may be the same on every page (a cart, an author). Where
 * the page numbers its rows, equal ones with different numbers are different items.
 */
export function toItemKeys(items: readonly ItemIdentity[]): readonly string[] {
  const ids = countPlaces(items) ? items.map(() => '') : items.map(({ id }) => id);
  const hrefs = items.map(({ href }) => (/^https?:/i.test(href) ? href : ''));
  const [idUses, hrefUses] = [countUses(ids), countUses(hrefs)];
  return items.map(({ text, position }, index) => {
    const [id = '', href = ''] = [ids[index], hrefs[index]];
    const at = position === undefined ? '' : `@${position}`;
    if (items.length > 1 && href !== '' && hrefUses.get(href) === 1) return `href:${href}${at}`;
    if (id !== '' && idUses.get(id) === 1) return `id:${id}${at}`;
    return `text:${text.replaceAll(/\s+/g, ' ').trim()}${at}`;
  });
}

function countPlaces(items: readonly ItemIdentity[]): boolean {
  return firstPlaces.some((first) =>
    items.every(({ id }, index) => /\d{1,9}$/.exec(id)?.[0] === String(index + first)),
  );
}

function countUses(names: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}
