import {
  type AnyNode,
  type Element,
  type ParentNode,
  type Text,
  hasChildren,
  isTag,
  isText,
} from 'domhandler';
import { collapseSpace } from '../../runtime/unicode/fold-text.ts';
import { stripInvisible } from '../../runtime/unicode/strip-invisible.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Elements that start on a line of their own, by the rendering section of the HTML standard. */
const blockTags: ReadonlySet<string> = toWordSet(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ' +
    'ol optgroup option p pre search section select summary table tbody textarea tfoot thead title tr ul',
);
const wordBreakTags: ReadonlySet<string> = new Set(['td', 'th', 'input', 'button', 'rt', 'rp']);
const unreadTags: ReadonlySet<string> = new Set(['script', 'style', 'template']);

/** Whether an element starts on a line of its own. */
export function isBlockTag(name: string): boolean {
  return blockTags.has(name);
}

/**
 * Returns the text that a node shows: white space is collapsed, blocks and `<br>` start a new line (`\n`), and a
 * space separates table cells. Elements in it that `skips` is true of are left out; `join` says what comes between a text and
 * what it touches before it. Iterative; linear in the number of nodes.
 */
export function readText(
  root: AnyNode,
  skips: (element: Element) => boolean = isUnread,
  join: (node: Text, before: string) => string = () => '',
): string {
  let text = '';
  // Gap between the text so far and the next word: none, a space or a new line.
  let gap: '' | ' ' | '\n' = '';
  let node: AnyNode | null = root;
  while (node !== null) {
    let descend = false;
    if (isText(node)) {
      const folded = collapseSpace(stripInvisible(node.data));
      if (folded.startsWith(' ') && gap === '') gap = ' ';
      const words = folded.trim();
      if (words !== '') {
        text += text === '' ? words : (gap === '' ? join(node, text) : gap) + words;
        gap = folded.endsWith(' ') ? ' ' : '';
      }
    } else if (hasChildren(node)) {
      if (isTag(node)) gap = widenGap(gap, node.name);
      descend = node.children.length > 0 && (node === root || !isTag(node) || !skips(node));
    }
    if (descend && hasChildren(node)) {
      node = node.children[0] ?? null;
      continue;
    }
    while (node !== null && node !== root && node.next === null) {
      node = node.parent;
      if (node !== null && isTag(node)) gap = widenGap(gap, node.name);
    }
    if (node === null || node === root) break;
    // Covers the end of a block, and an empty block, which separates its neighbours too.
    node = node.next;
    const left: AnyNode | null = node?.prev ?? null;
    if (left !== null && isTag(left)) gap = widenGap(gap, left.name);
  }
  return text;
}

function widenGap(gap: '' | ' ' | '\n', tag: string): '' | ' ' | '\n' {
  if (gap === '\n' || tag === 'br' || blockTags.has(tag)) return '\n';
  return gap === ' ' || wordBreakTags.has(tag) ? ' ' : '';
}

function isUnread({ name }: Element): boolean {
  return unreadTags.has(name);
}

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
