import type { Document } from 'domhandler';
import { parseSpeed } from '../parse/parse-speed.ts';
import { settleTree } from '../parse/settle-tree.ts';

/**
 * Parses a page for `findMainContent` alone: within the same limits as `readPage`, but hidden parts stay. What is folded
 * away until a tab or a question is clicked is content all the same; that it is hidden is one sign among others.
 */
export function parseMainPage(html: string): Document {
  const tree = parseSpeed(html);
  settleTree({
    tree,
    judge: ({ name }) => (name === 'style' || name === 'template' ? 'drop' : 'keep'),
    includeTags: undefined,
  });
  return tree.root;
}
