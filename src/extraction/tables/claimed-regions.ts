import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ElementStep } from '../analysis/element-paths.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import type { Region } from './column.ts';
import type { Block } from './find-repeats.ts';
import { isHeadedBy } from './parts-of-list.ts';
import { findRegionTitle } from './section-titles.ts';

/** Names of lists that say nothing of what these hold; of a list without a name neither. */
export const anyThings: ReadonlySet<string> = new Set([
  '',
  ...'item entry row record field pair data value list result fact detail'.split(' '),
]);

/** Blocks of a region that are looked at for what they are called. */
const maxLooked = 30;
/** Elements of a block before its first text. */
const maxBeforeText = 12;

/** The list fields of one object: that which is read, and the names of those beside it. */
export interface ListNames {
  readonly name: string;
  readonly others: readonly string[];
}

/**
 * The regions that may be the list of a field: none that the page calls as another list field of the object, none that is a further part
 * of such a list without the name of its own, and none of whose parts one is headed by what is asked for, which is in that part.
 */
export function withoutClaimed(
  page: PageIndex,
  steps: readonly ElementStep[],
  regions: readonly Region[],
  { name, others }: ListNames,
): readonly Region[] {
  const claims = others.filter((other) => !anyThings.has(toSingular(joinName(other))));
  const isClaimed = (region: Region): boolean => isCalledOtherwise(page, region, name, claims);
  const claimed = claims.length === 0 ? [] : regions.filter(isClaimed);
  const taken = new Set(claimed);
  const forms = new Set(claimed.flatMap((region) => formOf(region, steps) ?? []));
  const headings = new Set([name, ...claims].map(toKey).filter(Boolean));
  return regions.filter((region) => {
    if (taken.has(region) || holdsHeaded(page, region, headings)) return false;
    const form = formOf(region, steps);
    if (form === undefined || !forms.has(form)) return true;
    return countCommon(page, region, name) > 0 || isHeadedBy(page, region, name);
  });
}

/** What the blocks of a listing are; rows of tables are alike on any page. */
function formOf({ kind, blocks }: Region, steps: readonly ElementStep[]): number | undefined {
  return kind === 'table' ? undefined : steps[blocks[0]?.start ?? -1]?.path;
}

/** Whether a region is called by all words of another name, and by fewer of this one, which heads no part of it either. */
function isCalledOtherwise(
  page: PageIndex,
  region: Region,
  name: string,
  others: readonly string[],
): boolean {
  const said = listCalls(page, region);
  const most = others
    .map(toWords)
    .filter((words) => words.every((word) => said.has(word)))
    .reduce((count, words) => Math.max(count, words.length), 0);
  return most > countCommon(page, region, name) && !isHeadedBy(page, region, name);
}

function countCommon(page: PageIndex, region: Region, name: string): number {
  const said = listCalls(page, region);
  return toWords(name).filter((word) => said.has(word)).length;
}

/** The words of the heading above a region, and of the classes of it and of all its blocks, as they are in the singular. */
function listCalls(page: PageIndex, region: Region): ReadonlySet<string> {
  const { element, blocks } = region;
  const [first = [], ...rest] = blocks.slice(0, maxLooked).map((block) => tokensOf(page, block));
  const shared = rest.reduce((common, next) => common.filter((one) => next.includes(one)), first);
  const said = [...splitWords(findRegionTitle(page, region)), ...page.tokensOf(element), ...shared];
  return new Set(said.map((word) => toSingular(word.toLowerCase())));
}

/** The words of the classes of a block, as they are in the singular. */
function tokensOf(page: PageIndex, { start }: Block): readonly string[] {
  const element = page.elements[start];
  return element === undefined ? [] : Array.from(page.tokensOf(element), toSingular);
}

/** Letters of the words of a name that tell a list from others by what it is called, and not by a letter or a number. */
const minTellingWord = 4;

/** The words of a name that tell a list from others of its kind: "related" of `relatedProducts`; none of a name without such. */
export function listTelling(name: string): readonly string[] {
  const words = toWords(name);
  return words.every((word) => word.length >= minTellingWord) ? words.slice(0, -1) : [];
}

/** Whether a region is called what tells a list from others of its kind. */
export function isCalledApart(page: PageIndex, region: Region, name: string): boolean {
  const words = listTelling(name);
  if (words.length === 0) return false;
  const said = listCalls(page, region);
  return words.every((word) => said.has(word));
}

function isCalledAll(tokens: readonly string[], name: string): boolean {
  return toWords(name).every((word) => tokens.includes(word));
}

/** The records of a list of several kinds that are called as another list field is, and not as this one, where some are called so. */
export function listOtherKinds(
  page: PageIndex,
  { kind, blocks }: Region,
  { name, others }: ListNames,
): ReadonlySet<number> {
  if (kind === 'table' || others.length === 0) return new Set();
  const kinds = blocks.map((block) => tokensOf(page, block));
  const own = kinds.map((tokens) => isCalledAll(tokens, name));
  if (!own.includes(true)) return new Set();
  const isOther = (tokens: readonly string[], row: number): boolean =>
    own[row] === false && others.some((other) => isCalledAll(tokens, other));
  return new Set(kinds.flatMap((tokens, row) => (isOther(tokens, row) ? row : [])));
}

/** Whether one of the things that repeat is a part of the page, below a heading that is one of some names. */
function holdsHeaded(
  page: PageIndex,
  { kind, blocks }: Region,
  names: ReadonlySet<string>,
): boolean {
  if (kind === 'table') return false;
  const headed = blocks.slice(0, maxLooked).flatMap((block) => {
    const heading = findFirstHeading(page, block);
    const key = heading === undefined ? '' : toKey(page.lineOf(heading));
    return names.has(key) ? key : [];
  });
  // What stands above many of them is said of each: "Event".
  return headed.length > 0 && new Set(headed).size === headed.length;
}

/** The heading with which the text of a block begins, where more follows. */
function findFirstHeading(page: PageIndex, block: Block): IndexedElement | undefined {
  const inside = page.elements.slice(block.start, Math.min(block.end, block.start + maxBeforeText));
  const heading = inside.find((element) => headingLevel(element) !== undefined);
  if (heading === undefined) return undefined;
  const isFirst = page.text.slice(block.from, heading.textStart).trim() === '';
  const isAll = page.text.slice(heading.textEnd, block.to).trim() === '';
  return isFirst && !isAll ? heading : undefined;
}

function toWords(name: string): readonly string[] {
  return splitWords(name).map((word) => toSingular(word.toLowerCase()));
}

function toKey(name: string): string {
  return toWords(name).join(' ');
}
