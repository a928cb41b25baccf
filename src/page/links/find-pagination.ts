import type { Element } from 'domhandler';
import { findAll } from 'domutils';
import type { PageReading } from '../page-reading.ts';
import { readText } from '../tree/node-text.ts';
import { withoutHash } from '../body/find-next-page.ts';
import { readLabel } from './list-links.ts';
import { findPageNumber, paginationLabels, removePageNumber } from './pagination-labels.ts';

/** Absolute URLs of the next and the previous page of a listing; `null` where the page has no such link. */
export interface Pagination {
  readonly next: string | null;
  readonly prev: string | null;
}

type Direction = keyof Pagination;

/** Match whole labels, in lower case and with white space collapsed. Arrows alone count only inside a pager. */
const labels: Readonly<Record<Direction, RegExp>> = {
  next: new RegExp(paginationLabels.next, 'u'),
  prev: new RegExp(paginationLabels.prev, 'u'),
};
const arrows: Readonly<Record<Direction, RegExp>> = {
  next: new RegExp(paginationLabels.nextArrow, 'u'),
  prev: new RegExp(paginationLabels.prevArrow, 'u'),
};
const pager = new RegExp(paginationLabels.pager, 'iu');
/** Levels above a link at which an element may be marked as a pager. */
const pagerDepth = 4;

/**
 * Returns the next and previous page: declared ones (`rel`) first, then links with such labels, then by the numbers of the pages. A
 * link that leads from the last page of the numbered ones to the first again is none.
 */
export function findPagination({
  document,
  linkElements,
  url,
}: Pick<PageReading, 'document' | 'linkElements' | 'url'>): Pagination {
  const anchors = listAnchors(document);
  const declaring = [...linkElements, ...anchors].filter(({ attribs }) => attribs['rel']);
  const labelled = anchors.flatMap((anchor) => {
    const label = readLabel(anchor).toLowerCase();
    return label === '' || label.length > maxLabel ? [] : [{ anchor, label }];
  });
  const pages = findNumberedPages(labelled, { document, url });
  const find = (direction: Direction): string | null => {
    // Where a link leads is asked of the few that may be the one: an address costs as much as the label of ten.
    const found =
      declaring.find((link) => hasRelation(link, direction) && leadsToPage(link, url)) ??
      labelled.find(
        (each) =>
          saysSo(each, direction) &&
          leadsToPage(each.anchor, url) &&
          mayBePager(each, labelled, url),
      )?.anchor;
    const target = URL.parse(found?.attribs['href']?.trim() ?? '', url);
    const isElsewhere =
      target !== null &&
      /^https?:$/.test(target.protocol) &&
      found !== undefined &&
      !isDisabled(found) &&
      target.href !== url;
    if (!isElsewhere) return found === undefined ? (pages?.[direction] ?? null) : null;
    return direction === 'next' && pages?.isLast === true && isFirstPage(target, url)
      ? null
      : target.href;
  };
  return { next: find('next'), prev: find('prev') };
}

const picture = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;

/** Whether a link may lead to another page: those of a slideshow lead to a place on this page, or to a picture. */
function leadsToPage({ attribs }: Element, url: string): boolean {
  const target = URL.parse(attribs['href']?.trim() ?? '', url);
  if (target === null) return false;
  // A page of an application may be told apart behind the mark: `#/page/2`.
  const isPlace = /^#(?![/!])/.test(target.hash) || /#\s*$/.test(attribs['href'] ?? '');
  if (isPlace && withoutHash(target.href) === withoutHash(url)) return false;
  return attribs['rel'] !== undefined || !picture.test(target.pathname);
}

/** Levels from a link up to what may say that it is none at present: the item of a list. */
const disabledDepth = 1;

/** Whether a link, or the item that it is in, says that it leads nowhere at present. */
function isDisabled(link: Element): boolean {
  let element: Element['parent'] = link;
  for (let level = 0; level <= disabledDepth && element !== null; level += 1) {
    if ('attribs' in element) {
      const { class: classes = '', 'aria-disabled': state, disabled } = element.attribs;
      if (state === 'true' || disabled !== undefined) return true;
      if (/(?:^|\s)(?:is-)?(?:disabled|inactive)(?:$|\s)/i.test(classes)) return true;
    }
    element = element.parent;
  }
  return false;
}

/** Characters of a label for people. */
const maxLabel = 40;

interface Labelled {
  readonly anchor: Element;
  readonly label: string;
}

interface NumberedPages extends Pagination {
  /** Whether the pages that are linked by their numbers end before this one. */
  readonly isLast: boolean;
}

/**
 * Returns what links say whose label is the number that their address states, and whose address is this page's otherwise: such a
 * pager need not show where it is, since the page's own address does. `undefined` where there are none.
 */
function findNumberedPages(
  labelled: readonly Labelled[],
  { document, url }: Pick<PageReading, 'document' | 'url'>,
): NumberedPages | undefined {
  const own = removePageNumber(url);
  const pages = new Map<number, string>();
  const holders = new Set<unknown>();
  for (const { anchor, label } of labelled) {
    if (!/^\d{1,6}$/.test(label)) continue;
    const target = URL.parse(anchor.attribs['href']?.trim() ?? '', url);
    if (target === null || removePageNumber(target.href) !== own) continue;
    if (!leadsToPage(anchor, url)) continue;
    const number = Number(label);
    if ((findPageNumber(target.href) ?? 1) !== number) continue;
    pages.set(number, target.href);
    for (const holder of listHolders(anchor)) holders.add(holder);
  }
  if (pages.size === 0) return undefined;
  const isOther = (link: Element): boolean => {
    const target = URL.parse(link.attribs['href']?.trim() ?? '', url);
    return target !== null && removePageNumber(target.href) !== own;
  };
  const marked = findMarkedNumber(document, holders, isOther);
  const current = findPageNumber(url) ?? marked ?? 1;
  return {
    next: pages.get(current + 1) ?? null,
    prev: pages.get(current - 1) ?? null,
    isLast: current > 1 && [...pages.keys()].every((number) => number <= current),
  };
}

/** Levels from a number up to what holds all numbers of a pager: an item of a list, and the list. */
const holderDepth = 2;

function listHolders({ parent }: Element): readonly unknown[] {
  const holders: unknown[] = [];
  for (let at = parent; at !== null && holders.length < holderDepth; at = at.parent)
    holders.push(at);
  return holders;
}

/** The number among those of a pager that is marked as where the page is; one that leads to another list is none. */
function findMarkedNumber(
  { children }: PageReading['document'],
  holders: ReadonlySet<unknown>,
  isOther: (link: Element) => boolean,
): number | undefined {
  const marked = findAll(({ attribs }) => isMarked(attribs), children).find(
    (element) =>
      listHolders(element).some((holder) => holders.has(holder)) &&
      /^\d{1,6}$/.test(readText(element)) &&
      !findAll(({ attribs }) => attribs['href'] !== undefined, [element]).some(isOther),
  );
  return marked === undefined ? undefined : Number(readText(marked));
}

function isMarked({
  class: classes = '',
  'aria-current': current = 'false',
}: Element['attribs']): boolean {
  return (
    current !== 'false' || /(?:^|\s)(?:is-)?(?:active|current|selected)(?:$|\s)/i.test(classes)
  );
}

function isFirstPage({ href }: URL, url: string): boolean {
  return removePageNumber(href) === removePageNumber(url) && (findPageNumber(href) ?? 1) === 1;
}

function listAnchors({ children }: PageReading['document']): readonly Element[] {
  return findAll(({ name, attribs }) => name === 'a' && attribs['href'] !== undefined, children);
}

function hasRelation({ attribs }: Element, direction: Direction): boolean {
  const relations = (attribs['rel'] ?? '').toLowerCase().split(/\s+/);
  return relations.includes(direction) || (direction === 'prev' && relations.includes('previous'));
}

function saysSo({ anchor, label }: Labelled, direction: Direction): boolean {
  return labels[direction].test(label) || (arrows[direction].test(label) && isInPager(anchor));
}

const last = new RegExp(paginationLabels.last, 'u');
/** Other entries of a list from which one that is called "Next" is one of them, where none of them leads through pages. */
const minEntries = 4;

/** Whether a link with such a label may lead through the pages of a list: not to another host, and not as the entry of a menu or of brands. */
function mayBePager({ anchor }: Labelled, labelled: readonly Labelled[], url: string): boolean {
  if (siteOf(anchor.attribs['href'] ?? '', url) !== siteOf(url, url)) return false;
  const { parent: item } = anchor;
  if (item === null || !('name' in item) || item.name !== 'li') return true;
  const entries = labelled.filter(
    (each) =>
      each.anchor !== anchor &&
      each.anchor.parent?.parent === item.parent &&
      leadsToPage(each.anchor, url),
  );
  return entries.length < minEntries || entries.some(isOfPager) || isInPager(anchor);
}

/** The host of an address, whether it is written with `www` or without. */
function siteOf(address: string, url: string): string | undefined {
  return URL.parse(address.trim(), url)?.host.replace(/^www\./, '');
}

function isOfPager({ label }: Labelled): boolean {
  const all = [labels.next, labels.prev, arrows.next, arrows.prev, last, /\d/];
  return all.some((pattern) => pattern.test(label));
}

function isInPager(anchor: Element): boolean {
  let element: Element['parent'] = anchor;
  for (let depth = 0; depth <= pagerDepth && element !== null; depth += 1) {
    if ('attribs' in element) {
      const { class: classes = '', id = '' } = element.attribs;
      if (pager.test(classes) || pager.test(id) || pager.test(element.attribs['aria-label'] ?? ''))
        return true;
    }
    element = element.parent;
  }
  return false;
}
