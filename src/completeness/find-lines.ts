import { isBlockTag } from '../page/text/node-text.ts';
import type { PageIndex } from '../structure/analysis/index-page.ts';
import { findLastUpTo } from './blocks/block-paths.ts';
import type { LocatedRecord, PageRange } from './locate-records.ts';

/** A line of text: offsets into the page's text. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
}

/** The lines of a text in which a list's items stand one below the other. */
export interface LineSet {
  readonly lines: readonly TextLine[];
  /** By item: the place of its line; -1 where none was found. */
  readonly lineOf: readonly number[];
}

/** Share of the items that must have a line of their own. */
const minApart = 0.9;
/** Fewest items by which lines are recognised as a list: two may be neighbours in any text. */
const minLines = 2;
/** Elements of a text whose lines are read. */
const maxElements = 20_000;

/** The lines between line breaks among which the items of a list stand; `undefined` where they stand in no such lines. */
export function findLines(
  page: PageIndex,
  records: readonly LocatedRecord[],
  range: PageRange,
): LineSet | undefined {
  const counts = new Map<number, number>();
  for (const [first] of records) {
    for (const { position } of first?.places ?? []) {
      counts.set(position, (counts.get(position) ?? 0) + 1);
    }
  }
  let shared = -1;
  for (const [position, count] of counts) {
    if (position >= range.start && count > (counts.get(shared) ?? minLines - 1)) shared = position;
  }
  const element = page.elements[shared];
  if (element === undefined) return undefined;
  const lines = readLines(page, element.position);
  const starts = lines.map(({ start }) => start);
  const lineOf = records.map(([first]) => {
    const place = first?.places.find(
      ({ position }) => position >= element.position && position < element.end,
    );
    if (place === undefined) return -1;
    const line = findLastUpTo(starts, place.offset);
    return place.offset < (lines[line]?.end ?? 0) ? line : -1;
  });
  const found = lineOf.filter((line) => line >= 0);
  const isApart = new Set(found).size >= found.length * minApart;
  // Where most items stand elsewhere, these lines are not the list.
  return isApart && found.length * 2 > records.filter(({ length }) => length > 0).length
    ? { lines, lineOf }
    : undefined;
}

/** The lines of an element that hold words. */
function readLines(page: PageIndex, position: number): readonly TextLine[] {
  const element = page.elements[position];
  if (element === undefined) return [];
  const borders = [element.textStart, element.textEnd];
  const last = Math.min(element.end, position + maxElements);
  for (let at = position + 1; at < last; at += 1) {
    const inner = page.elements[at];
    if (inner === undefined) break;
    if (inner.node.name === 'br') borders.push(inner.textStart);
    else if (isBlockTag(inner.node.name)) borders.push(inner.textStart, inner.textEnd);
  }
  borders.sort((a, b) => a - b);
  const lines: TextLine[] = [];
  for (const [at, start] of borders.entries()) {
    const end = borders[at + 1] ?? start;
    if (/[\p{L}\p{N}]/u.test(page.text.slice(start, end))) lines.push({ start, end });
  }
  return lines;
}
