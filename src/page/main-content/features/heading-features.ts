import { between, type BlockSums } from './block-sums.ts';
import { negativeRegions } from './element-facts.ts';
import type { FeatureColumns } from './feature-names.ts';
import { headingLevel, type PageBlocks } from '../blocks/page-blocks.ts';

/** Fills what the headings above a block say about it. */
export function fillHeadingFeatures(
  page: PageBlocks,
  sums: BlockSums,
  columns: FeatureColumns,
): void {
  const { blocks, elements } = page;
  const open: { level: number; weight: number; end: number; block: number }[] = [];
  const title = findTitleBlock(page);
  for (let block = 0; block < blocks.words.length; block += 1) {
    const owner = blocks.element[block] as number;
    const level = headingLevel(page, block);
    while (open.length > 0 && block >= (open.at(-1)?.end ?? 0)) open.pop();
    if (level > 0) {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
      // A heading speaks for what its parent holds, or for more when it stands there alone.
      let scope = elements.parent[owner] as number;
      while (scope > 0 && (elements.blockEnd[scope] as number) <= block + 1) {
        scope = elements.parent[scope] as number;
      }
      const weight =
        (blocks.headingSum[block] as number) / Math.min(blocks.words[block] as number, 12);
      open.push({ level, weight, end: elements.blockEnd[scope] as number, block });
    }
    const inner = open.at(-1);
    let lowest = 0;
    for (const heading of open) lowest = Math.min(lowest, heading.weight);
    columns.headingWeight[block] = inner?.weight ?? 0;
    columns.headingLowest[block] = lowest;
    columns.headingScopeLevel[block] = inner?.level ?? 0;
    columns.headingsOpen[block] = open.length;
    columns.blocksSinceHeading[block] = inner === undefined ? 500 : block - inner.block;
    columns.wordsSinceHeading[block] =
      inner === undefined ? 5000 : between(sums.words, inner.block, block);
    columns.blocksAfterTitle[block] = block - title;
    columns.wordsAfterTitle[block] =
      (sums.words[block] as number) - (sums.words[Math.max(0, title)] as number);
  }
}

/** The first `h1` outside the page's header, else the first one, else -1. */
function findTitleBlock({ blocks, elements }: PageBlocks): number {
  let first = -1;
  for (let block = 0; block < blocks.words.length; block += 1) {
    const owner = blocks.element[block] as number;
    if (elements.tag[owner]?.level !== 1) continue;
    if (((elements.region[owner] as number) & negativeRegions) === 0) return block;
    if (first < 0) first = block;
  }
  return first;
}
