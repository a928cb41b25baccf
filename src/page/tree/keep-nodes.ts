import {
  type AnyNode,
  type ChildNode,
  cloneNode,
  type Document,
  hasChildren,
  isText,
  type ParentNode,
  Text,
} from 'domhandler';
import { LinkedElement } from '../parse/tree/linked-tree.ts';

interface OpenCopy {
  readonly original: ParentNode;
  readonly copy: ParentNode;
  /** Whether all content of the node is kept, or the node only surrounds kept nodes. */
  readonly isWhole: boolean;
}

/**
 * Returns a copy of a document with the given nodes, all their content, and the elements around them. The
 * document is not changed.
 */
export function keepNodes(document: Document, nodes: ReadonlySet<AnyNode>): Document {
  const holders = listHolders(nodes);
  const root = cloneNode(document);
  const pending: OpenCopy[] = [{ original: document, copy: root, isWhole: nodes.has(document) }];
  for (let open = pending.pop(); open !== undefined; open = pending.pop()) {
    const { original, copy, isWhole } = open;
    const kept = isWhole
      ? original.children
      : original.children.filter((child) => nodes.has(child) || holders.has(child));
    // `map` gives the array its exact length: an array that grows reserves 17 places.
    copy.children = kept.map(copyNode);
    for (let index = 0; index < kept.length; index += 1) {
      const child = copy.children[index] as ChildNode;
      const from = kept[index] as ChildNode;
      child.parent = copy;
      child.prev = copy.children[index - 1] ?? null;
      child.next = copy.children[index + 1] ?? null;
      if (!hasChildren(from) || !hasChildren(child) || from.children.length === 0) continue;
      pending.push({ original: from, copy: child, isWhole: isWhole || nodes.has(from) });
    }
  }
  return root;
}

/**
 * Returns a copy of the node without its children. Elements keep their class: rendering elements of two classes is
 * slower.
 */
function copyNode(node: ChildNode): ChildNode {
  if (isText(node)) return new Text(node.data);
  if (!(node instanceof LinkedElement)) return cloneNode(node);
  const copy = new LinkedElement(node.name, { ...node.attribs }, node.spaceRule);
  copy.children = [];
  if (node.namespace !== undefined) copy.namespace = node.namespace;
  return copy;
}

function listHolders(nodes: ReadonlySet<AnyNode>): ReadonlySet<AnyNode> {
  const holders = new Set<AnyNode>();
  for (const node of nodes) {
    for (
      let holder = node.parent;
      holder !== null && !holders.has(holder);
      holder = holder.parent
    ) {
      holders.add(holder);
    }
  }
  return holders;
}
