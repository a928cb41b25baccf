import { type AnyNode, hasChildren, isTag, type Text } from 'domhandler';
import type { PageBlocks } from './page-blocks.ts';

/** Elements that have no text of their own and belong to the text around them. */
const companions: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'picture']);
/** Those of them that belong to a text also where it begins or ends. */
const pictures: ReadonlySet<string> = new Set(['img', 'picture']);

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
    const owner = blocks.element[block] as number;
    const [first, last, next] = [texts[start], texts[end - 1], texts[end]] as [Text, Text, Text];
    if (included[owner] === 0) {
      for (const text of texts.slice(start, end)) nodes.add(text);
      addCompanions(nodes, { from: first, to: last, tags: companions });
      const within = elements.node[owner] as AnyNode;
      if (elements.blockStart[owner] === block) {
        addCompanions(nodes, { from: within, to: first, tags: pictures });
      }
      if (block + 1 < count) {
        addCompanions(nodes, { from: last, to: next, tags: pictures, within });
      }
    }
    // On to the next block where that is kept too.
    if (kept[block + 1] === 1) addCompanions(nodes, { from: last, to: next, tags: companions });
  }
  return nodes;
}

interface Stretch {
  readonly from: AnyNode;
  readonly to: AnyNode;
  readonly tags: ReadonlySet<string>;
  /** The stretch ends with this element. */
  readonly within?: AnyNode;
}

/** Adds what has no text between two nodes of the page. */
function addCompanions(nodes: Set<AnyNode>, { from, to, tags, within }: Stretch): void {
  let node: AnyNode | null = from;
  while (node !== to) {
    const first: AnyNode | undefined = hasChildren(node) ? node.children[0] : undefined;
    if (first === undefined) {
      while (node !== null && node !== within && node.next === null) node = node.parent;
      if (node === within) return;
      node = node?.next ?? null;
    } else {
      node = first;
    }
    if (node === null) return;
    if (isTag(node) && tags.has(node.name)) nodes.add(node);
  }
}
