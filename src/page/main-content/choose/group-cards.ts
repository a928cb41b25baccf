import type { PageBlocks } from '../blocks/page-blocks.ts';
import type { ElementFacts } from '../features/element-facts.ts';

/** Fewer siblings of one template are two columns, or a text and what stands beside it. */
const leastCards = 3;
/** Share of the page's words. Siblings that hold more are the parts of the page, not cards in it. */
const largestShare = 0.5;

/**
 * Returns for each block the outermost group of cards that it stands in, -1 for none: siblings of one template, such as
 * products, reviews, filters or teasers. A group is named by its first card's element.
 */
export function groupCards(
  { blocks, elements }: PageBlocks,
  { words, siblings, firstSibling }: Pick<ElementFacts, 'firstSibling' | 'siblings' | 'words'>,
): Int32Array {
  const count = words.length;
  const groupWords = new Float64Array(count);
  for (let element = 1; element < count; element += 1) {
    const first = firstSibling[element] as number;
    groupWords[first] = (groupWords[first] as number) + (words[element] as number);
  }
  const most = (words[0] as number) * largestShare;
  const groups = new Int32Array(count).fill(-1);
  for (let element = 1; element < count; element += 1) {
    const around = groups[elements.parent[element] as number] as number;
    const first = firstSibling[element] as number;
    const isCard =
      (siblings[element] as number) >= leastCards && (groupWords[first] as number) <= most;
    groups[element] = around < 0 && isCard ? first : around;
  }
  return Int32Array.from(blocks.element, (element) => groups[element] as number);
}
