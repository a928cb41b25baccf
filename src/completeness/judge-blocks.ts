import type { SkipReason } from '../contracts/list-coverage.ts';
import { foldText } from '../page/text/node-text.ts';
import type { PageIndex } from '../structure/analysis/index-page.ts';
import type { BlockPaths } from './block-paths.ts';
import type { Block, BlockSet } from './find-blocks.ts';

/** What the page has besides the blocks of a list's records. */
export interface JudgedBlocks {
  /** Blocks that at least one record stands in. */
  readonly matched: readonly Block[];
  /** The others with the reason, in page order. */
  readonly skipped: readonly { readonly block: Block; readonly reason: SkipReason }[];
}

const headingTags: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6 legend caption'.split(' '));
const mediaTags: ReadonlySet<string> = new Set('img picture video audio svg canvas a'.split(' '));
const silentTags: ReadonlySet<string> = new Set('br hr wbr script style template link'.split(' '));
const advertWords: ReadonlySet<string> = new Set(
  'ad ads advert adverts advertisement advertising sponsor sponsored sponsors promoted adsbygoogle adslot dfp'.split(
    ' ',
  ),
);
/** Elements of a block whose kinds are compared. */
const maxInner = 60;
/** Share of the matched blocks that an inner element must be in to belong to their kind. */
const minUsual = 0.5;
/** Share of the usual inner elements that a block of the same tag and class must have, and one of another class. */
const minLikeness = 0.3;
const minLikenessOfOthers = 0.6;
/** Fewest usual inner elements by which blocks with other classes or in other containers are recognised. */
const minTelling = 2;
/** Characters of a block's text by which duplicates are recognised. */
const maxCompared = 400;

/** Parts the blocks of a page into those with records, and the others by the reason why they have none. */
export function judgeBlocks(page: PageIndex, paths: BlockPaths, set: BlockSet): JudgedBlocks {
  const blocks = [...set.near, ...set.far];
  const used = new Set(set.blockOf.filter((at) => at >= 0));
  const matched = blocks.filter((_, at) => used.has(at));
  const usual = usualSteps(paths, matched);
  const steps = new Set(matched.map(({ start }) => paths.step(start)));
  const tags = new Set(matched.map(({ start }) => page.elements[start]?.node.name));
  const texts = new Set(matched.map((block) => textOf(page, block)));
  const width = Math.max(
    0,
    ...matched.slice(0, 50).map(({ start }) => paths.children(start).length),
  );
  const skipped: { block: Block; reason: SkipReason }[] = [];

  const element = ({ start }: Block) => page.elements[start];
  const heads = new Set(matched.map((block) => headOf(page, paths, block)));

  function isAlike(block: Block, isFar: boolean): boolean {
    const inner = innerSteps(paths, block);
    const common = [...usual].filter((step) => inner.has(step)).length;
    const likeness = usual.size === 0 ? 1 : common / usual.size;
    if (!isFar && steps.has(paths.step(block.start))) return likeness >= minLikeness;
    if (isFar && element(block)?.node.name === 'tr')
      return likeness >= minLikeness && heads.has(headOf(page, paths, block));
    if (usual.size < minTelling || !tags.has(page.elements[block.start]?.node.name)) return false;
    return likeness >= minLikenessOfOthers;
  }

  function judge(block: Block, isFar: boolean): SkipReason | undefined {
    const element = page.elements[block.start];
    if (element === undefined || silentTags.has(element.node.name)) return undefined;
    const text = textOf(page, block);
    if (text === '' && !hasMedia(page, block)) return 'empty';
    const isHeading = headingTags.has(element.node.name) && !tags.has(element.node.name);
    if (isHeading || isHeadRow(page, paths, block, width)) return 'header';
    if ([...page.tokensOf(element)].some((word) => advertWords.has(word))) return 'advert';
    if (!isAlike(block, isFar)) return 'other kind';
    if (texts.has(text)) return 'duplicate';
    texts.add(text);
    return 'left out';
  }

  blocks.forEach((block, at) => {
    if (used.has(at)) return;
    const isFar = at >= set.near.length;
    const reason = judge(block, isFar);
    // Elsewhere on the page other things are no part of the list.
    if (reason !== undefined && (!isFar || reason === 'left out')) skipped.push({ block, reason });
  });
  return { matched, skipped };
}

/** The beginning of a block's text on one line. */
export function textOf(page: PageIndex, { start, end }: Block): string {
  const from = page.elements[start]?.textStart ?? 0;
  const to = page.elements[end - 1]?.textEnd ?? from;
  return foldText(page.text.slice(from, Math.min(to, from + maxCompared * 4))).slice(
    0,
    maxCompared,
  );
}

function hasMedia(page: PageIndex, { start, end }: Block): boolean {
  for (let at = start; at < end && at < start + maxInner; at += 1) {
    if (mediaTags.has(page.elements[at]?.node.name ?? '')) return true;
  }
  return false;
}

/** Tags and classes of a block's inner elements. */
function innerSteps(paths: BlockPaths, { start, end }: Block): ReadonlySet<string> {
  const steps = new Set<string>();
  for (let at = start + 1; at < end && at <= start + maxInner; at += 1) steps.add(paths.step(at));
  return steps;
}

/** Those that most of the blocks have. */
function usualSteps(paths: BlockPaths, blocks: readonly Block[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    for (const step of innerSteps(paths, block)) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const least = blocks.length * minUsual;
  return new Set([...counts].filter(([, count]) => count >= least).map(([step]) => step));
}

/** Whether a row names columns, or one cell of it names the rows below. */
function isHeadRow(page: PageIndex, paths: BlockPaths, { start }: Block, width: number): boolean {
  const row = page.elements[start];
  if (row?.node.name !== 'tr') return false;
  if (page.elements[row.parent]?.node.name === 'thead') return true;
  const cells = paths.children(start).map((at) => page.elements[at]?.node.name);
  if (width > 1 && cells.length === 1) return true;
  return cells.every((name) => name === 'th');
}

/** The text of the header row of a row's table; empty where it has none. */
function headOf(page: PageIndex, paths: BlockPaths, { container }: Block): string {
  const first = paths.children(container).find((at) => page.elements[at]?.node.name === 'tr');
  if (first === undefined) return '';
  const block = { start: first, end: page.elements[first]?.end ?? first, container };
  return isHeadRow(page, paths, block, 0) ? textOf(page, block) : '';
}
