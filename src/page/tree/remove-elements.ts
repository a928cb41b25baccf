import type { ChildNode, ParentNode } from 'domhandler';

/** Takes elements out of the tree in time that grows with their number and that of their siblings together. */
export function removeElements(elements: Iterable<ChildNode>): void {
  const gone = new Set(elements);
  const parents = new Set<ParentNode>();
  for (const { parent } of gone) if (parent !== null) parents.add(parent);
  for (const parent of parents) {
    parent.children = parent.children.filter((child) => !gone.has(child));
    for (const [index, child] of parent.children.entries()) {
      child.prev = parent.children[index - 1] ?? null;
      child.next = parent.children[index + 1] ?? null;
    }
  }
  for (const element of gone) {
    element.parent = null;
    element.prev = null;
    element.next = null;
  }
}
