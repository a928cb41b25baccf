import type { Element } from 'domhandler';
import { findAll } from 'domutils';
import type { PageReading } from '../page-reading.ts';
import { readLabel } from './list-links.ts';
import { paginationLabels } from './pagination-labels.ts';

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

/** Returns the next and previous page: declared ones (`rel`) first, then links with such labels. */
export function findPagination({ document, linkElements, url }: PageReading): Pagination {
  const anchors = listAnchors(document);
  const declaring = [...linkElements, ...anchors].filter(({ attribs }) => attribs['rel']);
  const labelled = anchors.flatMap((anchor) => {
    const label = readLabel(anchor).toLowerCase();
    return label === '' || label.length > maxLabel ? [] : [{ anchor, label }];
  });
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
    return isElsewhere ? target.href : null;
  };
  return { next: find('next'), prev: find('prev') };
}

/** Characters of a label for people. */
const maxLabel = 40;

interface Labelled {
  readonly anchor: Element;
  readonly label: string;
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
