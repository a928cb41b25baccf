import { type AnyNode, cloneNode, type Document, hasChildren, type ParentNode } from 'domhandler';
import { appendChild } from 'domutils';

interface OpenCopy {
  readonly original: ParentNode;
  readonly copy: ParentNode;
  /** Whether all that is in it is kept, or it merely stands around what is. */
  readonly isWhole: boolean;
}

/**
 * A copy of a document with these of its nodes, all that is in them, and the elements they stand in. The document
 * stays as it is.
 */
export function keepNodes(document: Document, nodes: ReadonlySet<AnyNode>): Document {
  const holders = listHolders(nodes);
  const root = cloneNode(document);
  const pending: OpenCopy[] = [{ original: document, copy: root, isWhole: nodes.has(document) }];
  for (let open = pending.pop(); open !== undefined; open = pending.pop()) {
    for (const child of open.original.children) {
      const isWhole = open.isWhole || nodes.has(child);
      if (!isWhole && !holders.has(child)) continue;
      const copy = cloneNode(child);
      appendChild(open.copy, copy);
      if (hasChildren(child) && hasChildren(copy)) pending.push({ original: child, copy, isWhole });
    }
  }
  return root;
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
