import type { PageIndex } from '../../structure/analysis/index-page.ts';
import { splitWords } from '../../structure/analysis/fold-label.ts';
import {
  compareSteps,
  createHeadFinder,
  createTitleFinder,
  isAdvert,
  minTelling,
  usualSteps,
} from './block-features.ts';
import type { BlockPaths } from './block-paths.ts';
import type { Block } from './find-blocks.ts';

/** Fewest blocks among which one is of another kind than most. */
const minBlocks = 3;
/** Share of the usual inner elements below which a block with other classes is built in another way. */
const minLikeness = 0.5;
/** Share of a header's words that two tables of one meaning have in common. */
const minSameWords = 0.5;

/**
 * Finds the blocks of a list's items that are of another kind than most: marked as adverts, rows of a table with other
 * columns, elements of another class and build. `strays` are the blocks of items that stand elsewhere on the page, at another
 * path.
 */
export function findMixedBlocks(
  page: PageIndex,
  paths: BlockPaths,
  blocks: readonly Block[],
  strays: readonly Block[],
): readonly Block[] {
  if (blocks.length < minBlocks) return [];
  const usual = usualSteps(paths, blocks);
  const step = mostFrequent(blocks.map(({ start }) => paths.step(start)));
  const headOf = createHeadFinder(page, paths);
  const titleOf = createTitleFinder(page, paths);
  const isRow = ({ start }: Block): boolean => page.elements[start]?.node.name === 'tr';
  const head = mostFrequent(blocks.filter(isRow).map((block) => headOf(block)));
  const titles = new Set(blocks.map(({ container }) => titleOf(container)));
  const isOther = (block: Block): boolean => {
    if (isAdvert(page, block)) return true;
    if (isRow(block)) return areOtherColumns(head, headOf(block));
    return (
      usual.size >= minTelling &&
      paths.step(block.start) !== step &&
      compareSteps(paths, block, usual) < minLikeness
    );
  };
  const others = [
    ...blocks.filter(isOther),
    // A large first card stands elsewhere too, but below the same heading.
    ...strays.filter(
      (block) => isOther(block) && (isRow(block) || !titles.has(titleOf(block.container))),
    ),
  ];
  // What most items stand in is what was asked for, an advert too.
  return others.length * 2 < blocks.length ? others : [];
}

function areOtherColumns(usual: string, head: string): boolean {
  if (usual === '' || head === '' || usual === head) return false;
  const words = new Set(splitWords(usual));
  const own = [...new Set(splitWords(head))];
  const common = own.filter((word) => words.has(word)).length;
  return common < Math.min(words.size, own.length) * minSameWords;
}

/** The most frequent text, the first of several; empty for none. */
function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let best = '';
  for (const [text, count] of counts) if (count > (counts.get(best) ?? 0)) best = text;
  return best;
}
