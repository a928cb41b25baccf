import type { SkipReason } from '../../runtime/contracts/list-coverage.ts';
import { joinName, splitWords } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { BlockPaths } from '../analysis/element-paths.ts';
import { compareSteps, maxComparedInner, minUsual, usualSteps } from './compare-steps.ts';
import type { Block, BlockSet } from './find-blocks.ts';
import { countAll, findLastUpTo, getOrMake, maxOf, toWordSet } from '../../runtime/collections.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { headerShare } from '../tables/find-header-rows.ts';
import { isHeadCell } from '../tables/read-grid.ts';
import { listOuterHeadings } from '../tables/section-titles.ts';

interface SkippedBlock {
  readonly block: Block;
  readonly reason: SkipReason;
}

const headingTags: ReadonlySet<string> = toWordSet('h1 h2 h3 h4 h5 h6 legend caption');
const proseTags: ReadonlySet<string> = new Set(['p', 'div', 'section']);
const mediaTags: ReadonlySet<string> = toWordSet('img picture video audio svg canvas a');
const silentTags: ReadonlySet<string> = toWordSet('br hr wbr script style template link');
const maxMediaInner = 60;
/** Share of the usual inner elements that a block of the same tag and class must have, and one of another class. */
const minLikeness = 0.3;
const minLikenessOfOthers = 0.6;
/** Share of the records that must have digits for a row without any to be a header. */
const minUsualDigits = 0.9;

/** The blocks among those of a list's records that hold none, in page order, with the reason; `names` are those of their fields, joined. */
export function judgeBlocks(
  paths: BlockPaths,
  set: BlockSet,
  prompt: string,
  names: ReadonlySet<string>,
): readonly SkippedBlock[] {
  const { page } = paths;
  const blocks = [...set.near, ...set.far];
  const used = new Set(set.blockOf.filter((at) => at >= 0));
  const matched = blocks.filter((_, at) => used.has(at));
  const usual = usualSteps(paths, matched);
  const steps = new Set(matched.map(({ start }) => paths.step(start)));
  const tags = new Set(matched.map(({ start }) => page.elements[start]?.node.name));
  const texts = new Set(matched.map((block) => textOf(page, block)));
  const width = maxOf(
    matched.slice(0, 50).map(({ start }) => paths.children(start).length),
    0,
  );
  const skipped: SkippedBlock[] = [];

  const headOf = createHeadFinder(paths);
  const heads = new Set(matched.map((block) => headOf(block)));

  const isSpread = new Set(matched.map(({ container }) => container)).size > 1;

  function isAlike(block: Block, isFar: boolean): boolean {
    const likeness = compareSteps(paths, block, usual);
    if (!isFar && steps.has(paths.step(block.start))) {
      return usual.size < minTelling || likeness >= minLikeness;
    }
    if (isFar && page.elements[block.start]?.node.name === 'tr') {
      const head = headOf(block);
      const isSame = head !== '' || paths.children(block.start).length === width;
      return likeness >= minLikeness && isSame && heads.has(head);
    }
    // Plain items of another list are other things, unless this list is in several places already.
    if (isFar && usual.size < minTelling) return isSpread;
    if (usual.size < minTelling || !tags.has(page.elements[block.start]?.node.name)) return false;
    return likeness >= minLikenessOfOthers;
  }

  const haveText = !texts.has('');
  const endInColons = [...texts].some((text) => /[:：]$/.test(text));
  const haveDigits = matched.filter((block) => /\p{N}/u.test(textOf(page, block))).length;
  const digitShare = haveDigits / Math.max(1, matched.length);

  /** Whether a row is a header in plain cells: these are named as the fields, or the first of a table has no digits, as nearly all records have. */
  function namesColumns({ start, container }: Block, text: string): boolean {
    if (page.elements[start]?.node.name !== 'tr') return false;
    const cells = paths.children(start).flatMap((at) => page.elements[at] ?? []);
    const named = cells.filter((cell) => names.has(joinName(page.lineOf(cell)))).length;
    if (named > 1 && named >= cells.length * headerShare) return true;
    if (digitShare < minUsualDigits) return false;
    return paths.children(container)[0] === start && !/\p{N}/u.test(text);
  }

  const isBare = matched.length > 0 && matched.every((block) => standsInText(paths, block));
  const titles = createTitleFinder(paths);
  const headingOf = createHeadingFinder(paths);
  const headings = new Set(matched.map(({ container }) => headingOf(container)));
  const asked = new Set(splitWords(prompt));
  const own = new Set(matched.flatMap(({ container }) => splitWords(titles(container))));
  const named = [...own].filter((word) => asked.has(word));

  /** Whether the request names the section of the records by a word that the block's section lacks, and that one by none. */
  function isUnwanted({ container }: Block): boolean {
    // Below the heading of the records is their section, too.
    const around = listOuterHeadings(page, headingOf(container))
      .filter((heading) => headings.has(heading))
      .map((heading) => page.lineOf(heading));
    const words = new Set(splitWords([titles(container), ...around].join(' ')));
    return (
      named.some((word) => !words.has(word)) &&
      ![...words].some((word) => asked.has(word) && !own.has(word))
    );
  }

  function judge(block: Block, isFar: boolean): SkipReason | undefined {
    const element = page.elements[block.start];
    if (element === undefined || silentTags.has(element.node.name)) return undefined;
    const text = textOf(page, block);
    if (text === '' && (haveText || !hasMedia(page, block))) return 'empty';
    const isHeading = headingTags.has(element.node.name) && !tags.has(element.node.name);
    if (!endInColons && /[:：]$/.test(text)) return 'header';
    if (isHeading || isHeadRow(paths, block, width) || namesColumns(block, text)) return 'header';
    if (isAdvert(page, block)) return 'advert';
    if (!isAlike(block, isFar)) return 'other kind';
    // A link of a menu among links that have their record's text beside them.
    if (isBare && !standsInText(paths, block)) return 'other kind';
    if (isFar && isUnwanted(block)) return 'other section';
    if (texts.has(text)) return 'duplicate';
    texts.add(text);
    return 'left out';
  }

  blocks.forEach((block, at) => {
    if (used.has(at)) return;
    const isFar = at >= set.near.length;
    const reason = judge(block, isFar);
    // Elsewhere on the page other things are no part of the list.
    const counts = !isFar || reason === 'left out' || reason === 'other section';
    if (reason !== undefined && counts) skipped.push({ block, reason });
  });
  const told = keepRecords(paths, dropHolders(paths, skipped), set);
  return isProse(page, matched) && usual.size < minTelling ? keepSections(told, matched) : told;
}

/** Fewest records each of which has a second row. */
const minPairs = 3;

/** Without what is left out where it is the second row of each record: it stands behind each of them, and has nothing by which these are known. */
function keepRecords(
  paths: BlockPaths,
  skipped: readonly SkippedBlock[],
  set: BlockSet,
): readonly SkippedBlock[] {
  const leftOut = skipped.filter(({ reason }) => reason === 'left out');
  const blocks = [...set.near, ...set.far];
  const matched = [...new Set(set.blockOf)].flatMap((at) => blocks[at] ?? []);
  if (leftOut.length < minPairs || leftOut.length !== matched.length) return skipped;
  const endsOf = new Set(matched.map(({ end }) => end));
  if (!leftOut.every(({ block }) => endsOf.has(block.start))) return skipped;
  const known = usualRoles(paths, set, blocks);
  const isSecond = ({ start, end }: Block): boolean =>
    paths.page.elements
      .slice(start + 1, Math.min(end, start + 1 + maxComparedInner))
      .filter((inner) => paths.page.lineOf(inner) !== '')
      .every(({ position }) => !known.has(roleOf(paths, position, start)));
  return known.size > 0 && leftOut.every(({ block }) => isSecond(block))
    ? skipped.filter(({ reason }) => reason !== 'left out')
    : skipped;
}

/** What the elements are in their blocks that hold values of most records. */
function usualRoles(
  paths: BlockPaths,
  { records, blockOf }: BlockSet,
  blocks: readonly Block[],
): ReadonlySet<string> {
  const roles = records.flatMap((record, at) => {
    const block = blocks[blockOf[at] ?? -1];
    if (block === undefined) return [];
    const inside = record
      .flatMap(({ places }) => places)
      .filter(({ position }) => position > block.start && position < block.end);
    return [...new Set(inside.map(({ position }) => roleOf(paths, position, block.start)))];
  });
  const least = blockOf.filter((at) => at >= 0).length * minUsual;
  return new Set([...countAll(roles)].filter(([, times]) => times >= least).map(([role]) => role));
}

/** What an element is in its block: its tag and class, of one without a class also those around it, and the column of a cell. */
function roleOf(paths: BlockPaths, position: number, start: number): string {
  const steps: string[] = [];
  for (let at = paths.solid(position); at > start; at = paths.parent(at)) {
    const step = paths.step(at);
    const isCell = /^t[dh]\b/.test(step);
    steps.push(isCell ? `${step} ${paths.children(paths.parent(at)).indexOf(at)}` : step);
    if (step.includes('.')) break;
  }
  return steps.join(' < ');
}

/** Elements around a block of which one may be told of already. */
const maxHolders = 4;

/** Without the blocks of another kind that hold what is left out: a part with the replies to a post. */
function dropHolders(paths: BlockPaths, skipped: readonly SkippedBlock[]): readonly SkippedBlock[] {
  const holders = new Set<number>();
  for (const { block, reason } of skipped) {
    if (reason !== 'left out') continue;
    let at = block.container;
    for (let level = 0; level < maxHolders && at >= 0; level += 1) {
      holders.add(at);
      at = paths.parent(at);
    }
  }
  return skipped.filter(
    ({ block, reason }) => reason !== 'other kind' || !holders.has(block.start),
  );
}

function isProse(page: PageIndex, blocks: readonly Block[]): boolean {
  return blocks.every(({ start }) => {
    const node = page.elements[start]?.node;
    return node !== undefined && proseTags.has(node.name) && !node.attribs['class'];
  });
}

/** Among paragraphs those between two headings are of the list where one of them is; the others are other text. */
function keepSections(
  skipped: readonly SkippedBlock[],
  matched: readonly Block[],
): readonly SkippedBlock[] {
  const headings = skipped
    .filter(({ reason }) => reason === 'header')
    .map(({ block }) => block.start);
  headings.sort((a, b) => a - b);
  const sectionOf = ({ start }: Block): number => findLastUpTo(headings, start);
  const own = new Set(matched.map(sectionOf));
  return skipped.map((each) =>
    each.reason === 'left out' && !own.has(sectionOf(each.block))
      ? { block: each.block, reason: 'other kind' }
      : each,
  );
}

/** Whether text stands outside of all elements before a block or behind it, up to the next element that has some or a rule. */
export function standsInText({ page, children }: BlockPaths, { start, container }: Block): boolean {
  const own = page.elements[start];
  const outer = page.elements[container];
  if (own === undefined || outer === undefined) return false;
  const filled = children(container)
    .flatMap((at) => page.elements[at] ?? [])
    .filter(
      ({ node, textStart, textEnd }) =>
        node.name === 'hr' || page.text.slice(textStart, textEnd).trim() !== '',
    );
  const before = filled.findLast(({ position }) => position < start)?.textEnd ?? outer.textStart;
  const behind = filled.find(({ position }) => position > start)?.textStart ?? outer.textEnd;
  const beside = page.text.slice(before, own.textStart) + page.text.slice(own.textEnd, behind);
  return beside.trim() !== '';
}

function hasMedia(page: PageIndex, { start, end }: Block): boolean {
  return page.elements
    .slice(start, Math.min(end, start + maxMediaInner))
    .some(({ node }) => mediaTags.has(node.name));
}

/** Fewest usual inner elements by which blocks of other classes or in other containers are recognised. */
export const minTelling = 3;
const maxCompared = 400;
const advertWords: ReadonlySet<string> = toWordSet(
  'ad ads advert adverts advertisement advertising sponsor sponsored sponsors promoted adsbygoogle adslot dfp',
);

export function textOf(page: PageIndex, { start, end, container }: Block): string {
  const first = page.elements[start];
  const from = first?.textStart ?? 0;
  // A run of elements lasts to the next one, with the text between them.
  const isRun = first?.end !== end;
  const last = Math.min(
    page.elements[end]?.textStart ?? Infinity,
    page.elements[container]?.textEnd ?? from,
  );
  const to = isRun ? last : first.textEnd;
  return foldText(page.text.slice(from, Math.min(to, from + maxCompared * 4))).slice(
    0,
    maxCompared,
  );
}

export function isAdvert(page: PageIndex, { start }: Block): boolean {
  const element = page.elements[start];
  return element !== undefined && [...page.tokensOf(element)].some((word) => advertWords.has(word));
}

/** Whether a row names columns, or one cell of it names the rows below. */
function isHeadRow(paths: BlockPaths, { start }: Block, width: number): boolean {
  const { page } = paths;
  const row = page.elements[start];
  if (row?.node.name !== 'tr') return false;
  if (page.elements[row.parent]?.node.name === 'thead') return true;
  const cells = paths.children(start).flatMap((at) => page.elements[at] ?? []);
  if (width > 1 && cells.length === 1) return true;
  if (cells.every(({ node }) => node.name === 'th')) return true;
  // A record with nothing but its name has one filled cell, too.
  const filled = cells.filter((cell) => page.lineOf(cell) !== '');
  return filled.length > 1 && cells.every((cell) => isHeadCell(page, cell));
}

/** Finds the text of the header of a row's table, of several rows that which names most columns; empty where it has none. */
export function createHeadFinder(paths: BlockPaths): (block: Block) => string {
  const heads = new Map<number, string>();
  const { elements } = paths.page;
  return ({ container }) =>
    getOrMake(heads, container, () => {
      const rows = paths
        .children(container)
        .filter((at) => elements[at]?.node.name === 'tr')
        .map((start) => ({ start, end: elements[start]?.end ?? start, container }));
      const body = rows.findIndex((row) => !isHeadRow(paths, row, 0));
      const named = rows.slice(0, body < 0 ? 1 : body);
      const widest = maxOf(
        named.map(({ start }) => paths.children(start).length),
        0,
      );
      const head = named.find(({ start }) => paths.children(start).length === widest);
      return head === undefined ? '' : textOf(paths.page, head);
    });
}

/** Finds the heading before an element. */
function createHeadingFinder({
  page,
  headings,
}: BlockPaths): (position: number) => IndexedElement | undefined {
  return (position) => page.elements[headings[findLastUpTo(headings, position)] ?? -1];
}

/** Finds the title of an element: a table's caption, and the heading before it. */
export function createTitleFinder(paths: BlockPaths): (position: number) => string {
  const titles = new Map<number, string>();
  const { page } = paths;
  const headingOf = createHeadingFinder(paths);
  const lineOf = (element: IndexedElement | undefined): string =>
    element === undefined ? '' : page.lineOf(element);
  return (position) =>
    getOrMake(titles, position, () => {
      const [first] = paths.children(position);
      const isCaption = page.elements[first ?? -1]?.node.name === 'caption';
      const caption = isCaption ? lineOf(page.elements[first ?? -1]) : '';
      return `${caption} ${lineOf(headingOf(position))}`;
    });
}
