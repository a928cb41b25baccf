import type { AnyNode } from 'domhandler';
import type { PageBlocks } from './page-blocks.ts';

/**
 * The kept part of the tree by as few nodes as possible: elements all of whose blocks are kept, elements without text
 * (pictures, rules) between two kept blocks, and the text nodes of other kept blocks.
 */
export function listKeptNodes(page: PageBlocks, kept: Uint8Array): ReadonlySet<AnyNode> {
  const { blocks, elements, texts } = page;
  const count = kept.length;
  const keptBefore = new Int32Array(count + 1);
  for (let block = 0; block < count; block += 1) {
    keptBefore[block + 1] = (keptBefore[block] as number) + (kept[block] as number);
  }
  const nodes = new Set<AnyNode>();
  const included = new Uint8Array(elements.node.length);
  // The page itself, element 0, is no part of it.
  for (let element = 1; element < included.length; element += 1) {
    const start = elements.blockStart[element] as number;
    const end = elements.blockEnd[element] as number;
    const isInside = included[elements.parent[element] as number] === 1;
    const isWhole =
      start === end
        ? start > 0 && kept[start - 1] === 1 && kept[start] === 1
        : (keptBefore[end] as number) - (keptBefore[start] as number) === end - start;
    if (!isInside && !isWhole) continue;
    included[element] = 1;
    if (!isInside) nodes.add(elements.node[element] as AnyNode);
  }
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 0 || included[blocks.element[block] as number] === 1) continue;
    const end = blocks.textStart[block + 1] as number;
    for (let index = blocks.textStart[block] as number; index < end; index += 1) {
      nodes.add(texts[index] as AnyNode);
    }
  }
  return nodes;
}
