import type { AnyNode } from 'domhandler';
import { type LinkedDocument, LinkedElement } from '../tree/linked-tree.ts';

/** What to do after an element: go on with what is in it, go on after it, or stop. */
export type NextVisit = 'inner' | 'skip' | 'stop';

/** Visits the elements below a node in page order, without recursion. */
export function visitElements(
  root: LinkedDocument | LinkedElement,
  visit: (element: LinkedElement) => NextVisit,
): void {
  let node: AnyNode | null = root.head;
  while (node !== null) {
    if (node instanceof LinkedElement) {
      const next = visit(node);
      if (next === 'stop') return;
      if (next === 'inner' && node.head !== null) {
        node = node.head;
        continue;
      }
    }
    while (node !== null && node.next === null) {
      const parent: AnyNode | null = node.parent;
      node = parent === root ? null : parent;
    }
    node = node === null ? null : node.next;
  }
}
