import { type ChildNode, Text } from 'domhandler';
import { LinkedElement } from '../parse/linked-tree.ts';

/** Levels above a piece at which its label is looked for. */
const maxLevels = 4;
/** Characters of a label, and nodes that show it, one a letter at most. */
const maxLength = 1_000;
const maxNodes = 3_000;
/** Nodes of all labelled elements of a page. */
const maxRead = 100_000;
/** They say more than their text. */
const told: ReadonlySet<string> = new Set([
  'a',
  'img',
  'picture',
  'svg',
  'input',
  'button',
  'select',
]);

/**
 * Writes the label of an element as its text where it shows the same letters in pieces that screen readers leave out: headings are
 * cut into words or letters for animations, `<h2 aria-label="On sea"><div aria-hidden="true">On</div>…`. Returns the pieces that
 * are all that people see of a heading, link or button whose label says something else.
 */
export function speakLabels(
  unspoken: readonly LinkedElement[],
  isHidden: (element: LinkedElement) => boolean,
): readonly LinkedElement[] {
  const seen = new Map<LinkedElement, boolean>();
  const shownPieces: LinkedElement[] = [];
  let left = maxRead;
  for (const piece of unspoken) {
    const holder = findLabelled(piece);
    if (holder === undefined) continue;
    if (!seen.has(holder)) {
      const label = holder.attribs['aria-label']?.trim() ?? '';
      const shown = readPieces(holder, isHidden, Math.min(left, maxNodes));
      left -= shown.looked;
      const { text, holdsTold } = shown;
      if (text !== undefined && !holdsTold && toLetters(text) === toLetters(label))
        setText(holder, label);
      seen.set(holder, text !== undefined && !shown.isSpoken && isName(holder, text));
    }
    if (seen.get(holder) === true) shownPieces.push(piece);
  }
  return shownPieces;
}

function setText(holder: LinkedElement, label: string): void {
  const text = new Text(label);
  text.parent = holder;
  holder.head = text;
  holder.tail = text;
}

/** Whether a text is that of a heading, or of a link or button that is no icon: fonts of icons make them of a single word. */
function isName(holder: LinkedElement, text: string): boolean {
  if (holder.name === 'a' || holder.name === 'button') return /\p{L}\s+\p{L}/u.test(text);
  let node: unknown = holder;
  for (let level = 0; node instanceof LinkedElement && level < maxLevels; level += 1) {
    if (/^h[1-6]$/.test(node.name)) return /\p{L}/u.test(text);
    node = node.parent;
  }
  return false;
}

function findLabelled(piece: LinkedElement): LinkedElement | undefined {
  let node: unknown = piece.parent;
  for (let level = 0; node instanceof LinkedElement && level < maxLevels; level += 1) {
    const label = node.attribs['aria-label'];
    if (label !== undefined) return label.length > maxLength ? undefined : node;
    node = node.parent;
  }
  return undefined;
}

interface Pieces {
  /** `undefined` where more is in the element than is looked at. */
  readonly text: string | undefined;
  /** Whether something else than text is in the element. */
  readonly holdsTold: boolean;
  /** Whether some of the text is read by screen readers. */
  readonly isSpoken: boolean;
  /** Nodes. */
  readonly looked: number;
}

/** Reads the text that is seen in an element. */
function readPieces(
  holder: LinkedElement,
  isHidden: (element: LinkedElement) => boolean,
  most: number,
): Pieces {
  let text = '';
  let holdsTold = false;
  let isSpoken = false;
  const pending: (readonly [node: ChildNode, isUnspoken: boolean])[] = [[holder, false]];
  for (let looked = 0; looked < most; looked += 1) {
    const [node, isAround] = pending.pop() ?? [];
    if (node === undefined) return { text, holdsTold, isSpoken, looked };
    if (node instanceof Text) {
      text += node.data;
      isSpoken ||= isAround !== true && node.data.trim() !== '';
    }
    if (!(node instanceof LinkedElement)) continue;
    holdsTold ||= node !== holder && told.has(node.name);
    if (isHidden(node)) continue;
    const isUnspoken = isAround === true || node.attribs['aria-hidden'] === 'true';
    for (let child = node.tail; child !== null; child = child.prev)
      pending.push([child, isUnspoken]);
  }
  return { text: undefined, holdsTold, isSpoken, looked: most };
}

function toLetters(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}
