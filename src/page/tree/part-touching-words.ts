import { isTag, isText, type AnyNode, type Document } from 'domhandler';
import { findTagRole } from '../markdown/markdown-tags.ts';
import { isBlockTag } from '../text/node-text.ts';
import { WordBorders } from '../text/word-borders.ts';

/**
 * Adds a space before each text that only the page's style sheet separates from the previous text, for
 * output without the style sheet.
 */
export function partTouchingWords(document: Document): void {
  const borders = new WordBorders();
  let codeDepth = 0;
  const step = (node: AnyNode, move: 'open' | 'close'): void => {
    if (!isTag(node)) return;
    const role = findTagRole(node.name);
    if (isBlockTag(node.name) || role === 'cell') borders.reset();
    if (role === 'line' || role === 'link') borders[move](role === 'link');
    if (role === 'code' || role === 'code-block') codeDepth += move === 'open' ? 1 : -1;
  };
  let node: AnyNode | null = document.firstChild;
  while (node !== null) {
    if (isText(node) && borders.isBefore(node.data) && codeDepth === 0) node.data = ` ${node.data}`;
    step(node, 'open');
    const first: AnyNode | null = isTag(node) ? node.firstChild : null;
    if (first !== null) {
      node = first;
      continue;
    }
    step(node, 'close');
    while (node !== null && node.next === null) {
      node = node.parent === document ? null : node.parent;
      if (node !== null) step(node, 'close');
    }
    node = node === null ? null : node.next;
  }
}
