import { type AnyNode, hasChildren, isTag } from 'domhandler';
import type { PageBlocks } from './page-blocks.ts';

/** Elements that have no text of their own and belong to the text around them. */
const companions: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'picture']);

/**
 * The kept part of the tree by as few nodes as possible: elements all of whose blocks are kept, what has no text
 * (pictures, rules, line breaks) within a kept block or between two, and the text nodes of other kept blocks.
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
    if (kept[block] === 0) continue;
    const start = blocks.textStart[block] as number;
    const end = blocks.textEnd[block] as number;
    const isIncluded = included[blocks.element[block] as number] === 1;
    if (!isIncluded) for (const text of texts.slice(start, end)) nodes.add(text);
    // On to the next block where that is kept too.
    const last = kept[block + 1] === 1 ? end : end - 1;
    addCompanions(nodes, texts[isIncluded ? end - 1 : start] as AnyNode, texts[last] as AnyNode);
  }
  return nodes;
}

/** Adds what has no text between two text nodes of the page. */
function addCompanions(nodes: Set<AnyNode>, from: AnyNode, to: AnyNode): void {
  let node: AnyNode | null = from;
  while (node !== to) {
    const first: AnyNode | undefined = hasChildren(node) ? node.children[0] : undefined;
    if (first === undefined) {
      while (node !== null && node.next === null) node = node.parent;
      node = node?.next ?? null;
    } else {
      node = first;
    }
    if (node === null) return;
    if (isTag(node) && companions.has(node.name)) nodes.add(node);
  }
}
