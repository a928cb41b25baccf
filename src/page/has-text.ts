import { hasChildren, isText, type AnyNode, type Document } from 'domhandler';

/** Whether a document shows anything to read; stops at the first word. */
export function hasText(document: Document): boolean {
  const pending: AnyNode[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isText(node) && /\S/.test(node.data)) return true;
    if (!hasChildren(node)) continue;
    for (let child = node.lastChild; child !== null; child = child.prev) pending.push(child);
  }
  return false;
}
