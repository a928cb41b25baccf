import { type AnyNode, hasChildren, isTag, type Text } from 'domhandler';
import type { PageBlocks } from './blocks/page-blocks.ts';
import { findTagFacts, tagBits } from './blocks/tag-facts.ts';

/** Elements without text that belong to the text around them. */
const companions: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'picture']);
/** Elements that belong to a line even at its start or end. */
const pictures: ReadonlySet<string> = new Set(['img', 'picture']);

/**
 * Returns the kept part of the tree as few nodes: elements whose blocks are all kept, elements without text
 * (pictures, rules, line breaks) within a kept block or between two, and the text nodes of the other kept blocks.
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
  // Element 0 is the page itself, and is never a kept node.
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
    const first = texts[start] as Text;
    const last = texts[end - 1] as Text;
    const next = block + 1 < count ? texts[end] : undefined;
    if (included[owner] === 0) {
      for (const text of texts.slice(start, end)) nodes.add(text);
      addCompanions(nodes, { from: first, to: last, tags: companions });
      const line = elements.node[owner] as AnyNode;
      if (elements.blockStart[owner] === block) {
        addCompanions(nodes, { from: line, to: first, tags: pictures, line });
      }
      addCompanions(nodes, { from: last, to: next, tags: pictures, line });
    }
    // Line breaks, rules and pictures between two kept blocks are kept too.
    if (kept[block + 1] === 1) addCompanions(nodes, { from: last, to: next, tags: companions });
  }
  return nodes;
}

interface Stretch {
  readonly from: AnyNode;
  readonly to: AnyNode | undefined;
  readonly tags: ReadonlySet<string>;
  /** The element of the line; the search ends at its border. */
  readonly line?: AnyNode;
}

/** Adds the elements without text between two nodes of the page. */
function addCompanions(nodes: Set<AnyNode>, { from, to, tags, line }: Stretch): void {
  let node: AnyNode | null = from;
  while (node !== to) {
    const first: AnyNode | undefined = hasChildren(node) ? node.children[0] : undefined;
    if (first === undefined) {
      while (node !== null && node !== line && node.next === null) node = node.parent;
      if (node === line) return;
      node = node?.next ?? null;
    } else {
      node = first;
    }
    if (node === null) return;
    if (!isTag(node)) continue;
    if (line !== undefined && (findTagFacts(node.name).bits & tagBits.block) !== 0) return;
    if (tags.has(node.name)) nodes.add(node);
  }
}
