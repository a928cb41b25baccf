import { foldText } from '../../page/text/node-text.ts';
import type { PageIndex } from '../../structure/analysis/index-page.ts';
import { type BlockPaths, findLastUpTo } from './block-paths.ts';
import type { Block } from './find-blocks.ts';

/** Fewest usual inner elements by which blocks of other classes or in other containers are recognised. */
export const minTelling = 3;
/** Elements of a block whose kinds are compared. */
const maxInner = 60;
/** Share of the matched blocks that an inner element must be in to belong to their kind. */
const minUsual = 0.5;
/** Characters of a block's text by which duplicates are recognised. */
const maxCompared = 400;
const advertWords: ReadonlySet<string> = new Set(
  'ad ads advert adverts advertisement advertising sponsor sponsored sponsors promoted adsbygoogle adslot dfp'.split(
    ' ',
  ),
);

/** The beginning of a block's text on one line. */
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

/** Tags and classes of a block's inner elements. */
function innerSteps(paths: BlockPaths, { start, end }: Block): ReadonlySet<string> {
  const steps = new Set<string>();
  for (let at = start + 1; at < end && at <= start + maxInner; at += 1) steps.add(paths.step(at));
  return steps;
}

/** Tags and classes of inner elements that most of the blocks have. */
export function usualSteps(paths: BlockPaths, blocks: readonly Block[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    for (const step of innerSteps(paths, block)) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const least = blocks.length * minUsual;
  return new Set([...counts].filter(([, count]) => count >= least).map(([step]) => step));
}

/** Share of the usual inner elements that a block has. */
export function compareSteps(paths: BlockPaths, block: Block, usual: ReadonlySet<string>): number {
  const inner = innerSteps(paths, block);
  const common = [...usual].filter((step) => inner.has(step)).length;
  return common / Math.max(1, usual.size);
}

/** Whether the page names a block an advert. */
export function isAdvert(page: PageIndex, { start }: Block): boolean {
  const element = page.elements[start];
  return element !== undefined && [...page.tokensOf(element)].some((word) => advertWords.has(word));
}

/** Whether a row names columns, or one cell of it names the rows below. */
export function isHeadRow(
  page: PageIndex,
  paths: BlockPaths,
  { start }: Block,
  width: number,
): boolean {
  const row = page.elements[start];
  if (row?.node.name !== 'tr') return false;
  if (page.elements[row.parent]?.node.name === 'thead') return true;
  const cells = paths.children(start).map((at) => page.elements[at]?.node.name);
  if (width > 1 && cells.length === 1) return true;
  return cells.every((name) => name === 'th');
}

/** Finds the text of the header row of a row's table; empty where it has none. */
export function createHeadFinder(page: PageIndex, paths: BlockPaths): (block: Block) => string {
  const heads = new Map<number, string>();
  return ({ container }) => {
    let head = heads.get(container);
    if (head === undefined) {
      const isRow = (at: number): boolean => page.elements[at]?.node.name === 'tr';
      const start = paths.children(container).find(isRow) ?? -1;
      const first = { start, end: page.elements[start]?.end ?? start, container };
      head = isHeadRow(page, paths, first, 0) ? textOf(page, first) : '';
      heads.set(container, head);
    }
    return head;
  };
}

/** Finds the title of an element: a table's caption, and the heading before it. */
export function createTitleFinder(
  page: PageIndex,
  paths: BlockPaths,
): (position: number) => string {
  const titles = new Map<number, string>();
  const lineAt = (position: number | undefined): string => {
    const element = page.elements[position ?? -1];
    return element === undefined ? '' : page.lineOf(element);
  };
  return (position) => {
    let title = titles.get(position);
    if (title === undefined) {
      const [first] = paths.children(position);
      const isCaption = page.elements[first ?? -1]?.node.name === 'caption';
      const heading = paths.headings[findLastUpTo(paths.headings, position)];
      title = `${isCaption ? lineAt(first) : ''} ${lineAt(heading)}`;
      titles.set(position, title);
    }
    return title;
  };
}
