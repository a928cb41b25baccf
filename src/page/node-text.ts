import { type AnyNode, hasChildren, isTag, isText } from 'domhandler';

/** Elements that start on a line of their own; the rendering section of the HTML standard. */
const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ' +
    'ol optgroup option p pre search section select summary table tbody textarea tfoot thead title tr ul'
  ).split(' '),
);
const wordBreakTags: ReadonlySet<string> = new Set(['td', 'th', 'input', 'button', 'rt', 'rp']);
const unreadTags: ReadonlySet<string> = new Set(['script', 'style', 'template']);

/** White space that is not one plain space yet; most text has little of it. */
const whiteSpaceRun = /[^\S ]\s*| \s+/g;
/**
 * Characters without a shape: controls, soft hyphens, zero-width and bidirectional controls, tag characters and
 * variation selectors of plane 14 (all of them carry text past a reader's eyes). Joiners stay where the character
 * before them is of a script that needs them (Arabic, Indic, emoji).
 */
const invisible =
  /[\0-\x08\x0E-\x1F\x7F]|(?!\u{200C}|\u{200D}|\u{FE0E}|\u{FE0F})\p{Default_Ignorable_Code_Point}|(?<!\u{FE0F}|[\u{600}-\u{1FFF}\u{2100}-\u{FDFF}\u{1F000}-\u{1FAFF}])(?:\u{200C}|\u{200D})/gu;

/** Whether an element starts on a line of its own. */
export function isBlockTag(name: string): boolean {
  return blockTags.has(name);
}

/** Drops characters without a shape (zero-width, bidirectional and other controls). */
export function stripInvisible(text: string): string {
  // Plain ASCII and Latin-1 text, the common case, needs one scan and no copy.
  return text.search(invisible) < 0 ? text : text.replace(invisible, '');
}

/** One line: invisible characters dropped, every run of white space one space, none at the ends. */
export function foldText(text: string): string {
  return stripInvisible(text).replace(whiteSpaceRun, ' ').trim();
}

/** Like `foldText`, keeping line breaks (`\n`) between lines that are not empty. */
export function foldLines(text: string): string {
  if (!text.includes('\n')) return foldText(text);
  return text.split('\n').map(foldText).filter(Boolean).join('\n');
}

/**
 * The text that a node shows: white space folded, blocks and `<br>` on lines of their own (`\n`), table cells apart
 * by a space. Iterative; linear in the number of nodes.
 */
export function readText(root: AnyNode): string {
  let text = '';
  // What stands between the text so far and the next word: nothing, a space or a new line.
  let gap: '' | ' ' | '\n' = '';
  let node: AnyNode | null = root;
  while (node !== null) {
    let descend = false;
    if (isText(node)) {
      const folded = stripInvisible(node.data).replace(whiteSpaceRun, ' ');
      if (folded.startsWith(' ') && gap === '') gap = ' ';
      const words = folded.trim();
      if (words !== '') {
        text += text === '' ? words : gap + words;
        gap = folded.endsWith(' ') ? ' ' : '';
      }
    } else if (hasChildren(node)) {
      if (isTag(node)) gap = widenGap(gap, node.name);
      descend = node.children.length > 0 && (node === root || !isUnread(node));
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
    // An empty block still parts what stands around it; leaving a full one is noticed here.
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

function isUnread(node: AnyNode): boolean {
  return isTag(node) && unreadTags.has(node.name);
}
