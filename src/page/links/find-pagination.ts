import type { Element } from 'domhandler';
import { findAll } from 'domutils';
import type { PageReading } from '../page-reading.ts';
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
export function findPagination({ document, linkElements, url }: PageReading): Pagination {
  const anchors = listAnchors(document);
  const declaring = [...linkElements, ...anchors].filter(({ attribs }) => attribs['rel']);
  const labelled = anchors.flatMap((anchor) => {
    const label = readLabel(anchor).toLowerCase();
    return label === '' || label.length > maxLabel ? [] : [{ anchor, label }];
  });
  const pages = findNumberedPages(labelled, url);
  const find = (direction: Direction): string | null => {
    const found =
      declaring.find((element) => hasRelation(element, direction)) ??
      labelled.find((each) => saysSo(each, direction))?.anchor;
    const target = URL.parse(found?.attribs['href']?.trim() ?? '', url);
    const isElsewhere =
      target !== null &&
      /^https?:$/.test(target.protocol) &&
      found !== undefined &&
      target.href !== url;
    if (!isElsewhere) return found === undefined ? (pages?.[direction] ?? null) : null;
    return direction === 'next' && pages?.isLast === true && isFirstPage(target, url)
      ? null
      : target.href;
  };
  return { next: find('next'), prev: find('prev') };
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
function findNumberedPages(labelled: readonly Labelled[], url: string): NumberedPages | undefined {
  const own = removePageNumber(url);
  const pages = new Map<number, string>();
  for (const { anchor, label } of labelled) {
    if (!/^\d{1,6}$/.test(label)) continue;
    const target = URL.parse(anchor.attribs['href']?.trim() ?? '', url);
    if (target === null || removePageNumber(target.href) !== own) continue;
    const number = Number(label);
    if ((findPageNumber(target.href) ?? 1) === number) pages.set(number, target.href);
  }
  if (pages.size === 0) return undefined;
  const current = findPageNumber(url) ?? 1;
  return {
    next: pages.get(current + 1) ?? null,
    prev: pages.get(current - 1) ?? null,
    isLast: current > 1 && [...pages.keys()].every((number) => number <= current),
  };
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
