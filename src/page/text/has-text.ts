import { hasChildren, isText, type AnyNode, type ParentNode } from 'domhandler';
import { stripInvisible } from '../../unicode/strip-invisible.ts';

/** Whether a document or an element contains visible text; stops at the first. */
export function hasText(root: ParentNode): boolean {
  const pending: AnyNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isText(node) && /\S/.test(node.data) && stripInvisible(node.data).trim() !== '')
      return true;
    if (!hasChildren(node)) continue;
    for (let child = node.lastChild; child !== null; child = child.prev) pending.push(child);
  }
  return false;
}
