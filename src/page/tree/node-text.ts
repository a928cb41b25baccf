import {
  type AnyNode,
  type Element,
  type ParentNode,
  hasChildren,
  isTag,
  isText,
} from 'domhandler';
import { stripInvisible } from '../../runtime/unicode/strip-invisible.ts';

/** Elements that start on a line of their own, by the rendering section of the HTML standard. */
const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ' +
    'ol optgroup option p pre search section select summary table tbody textarea tfoot thead title tr ul'
  ).split(' '),
);
const wordBreakTags: ReadonlySet<string> = new Set(['td', 'th', 'input', 'button', 'rt', 'rp']);
const unreadTags: ReadonlySet<string> = new Set(['script', 'style', 'template']);

/** Whether an element starts on a line of its own. */
export function isBlockTag(name: string): boolean {
  return blockTags.has(name);
}

/** Returns text as one line: without invisible characters, every run of white space one space, none at the ends. */
export function foldText(text: string): string {
  return isFolded(text) ? text : collapseSpace(stripInvisible(text)).trim();
}

/** Whether a text is ASCII on one line already, as most short ones are: a loop costs a third of the patterns. */
function isFolded(text: string): boolean {
  let before = space;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < space || code > lastPrinted || (code === space && before === space)) return false;
    before = code;
  }
  return before !== space || text === '';
}

/** Like `foldText`, with line breaks (`\n`) kept between lines that are not empty. */
export function foldLines(text: string): string {
  if (!text.includes('\n')) return foldText(text);
  return text.split('\n').map(foldText).filter(Boolean).join('\n');
}

/**
 * Returns the text that a node shows: white space is collapsed, blocks and `<br>` start a new line (`\n`), and a
 * space separates table cells. Elements in it that `skips` is true of are left out. Iterative; linear in the number of
 * nodes.
 */
export function readText(root: AnyNode, skips: (element: Element) => boolean = isUnread): string {
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
        text += text === '' ? words : gap + words;
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

const space = 0x20;
const tab = 0x09;
const lastPrinted = 0x7e;

/** Whether a character is white space by HTML's definition: a space, a tab, a form feed or a line end. */
export function isSpace(code: number): boolean {
  return code === space || (code >= tab && code <= 0x0d && code !== 0x0b);
}

/** White space other than one plain space; most text has little of it. */
const anyRun = /[^\S ]\s*| \s+/g;
const notSpace = /\S/g;
/** Characters of which matches are replaced at once in a longer text. */
const pieceLength = 16_384;

/** Returns text with each run of white space as one space; `run` matches such a run, by default of all white space. */
export function collapseSpace(text: string, run: RegExp = anyRun): string {
  return replaceInPieces(text, run, ' ');
}

/**
 * Returns text with each match of a pattern replaced, as `replaceAll` does. For global patterns that match white space
 * alone and have no groups.
 */
export function replaceInPieces(text: string, pattern: RegExp, replacement: string): string {
  if (text.length <= pieceLength) return text.replace(pattern, replacement);
  let replaced = '';
  for (let start = 0; start < text.length;) {
    // A piece ends before a character that is no white space, so that no match is in two.
    notSpace.lastIndex = start + pieceLength;
    const end = notSpace.exec(text)?.index ?? text.length;
    // V8 replaces by concatenation: 5 million matches leave a rope of 350 MB. `join` gives a flat string.
    replaced += text.slice(start, end).split(pattern).join(replacement);
    start = end;
  }
  return replaced;
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
