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
 * cut into words or letters for animations, `<h2 aria-label="On sea"><div aria-hidden="true">On</div>…`.
 */
export function speakLabels(
  unspoken: readonly LinkedElement[],
  isHidden: (element: LinkedElement) => boolean,
): void {
  const seen = new Set<LinkedElement>();
  let left = maxRead;
  for (const piece of unspoken) {
    const holder = findLabelled(piece);
    if (holder === undefined || seen.has(holder)) continue;
    seen.add(holder);
    const label = holder.attribs['aria-label']?.trim() ?? '';
    const { text: shown, looked } = readPieces(holder, isHidden, Math.min(left, maxNodes));
    left -= looked;
    if (shown === undefined || toLetters(shown) !== toLetters(label)) continue;
    const text = new Text(label);
    text.parent = holder;
    holder.head = text;
    holder.tail = text;
  }
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
  /** `undefined` where something else than text is in the element, or more than is looked at. */
  readonly text: string | undefined;
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
  const pending: ChildNode[] = [holder];
  for (let looked = 0; looked < most; looked += 1) {
    const node = pending.pop();
    if (node === undefined) return { text, looked };
    if (node instanceof Text) text += node.data;
    if (!(node instanceof LinkedElement)) continue;
    if (node !== holder && told.has(node.name)) return { text: undefined, looked };
    if (isHidden(node)) continue;
    for (let child = node.tail; child !== null; child = child.prev) pending.push(child);
  }
  return { text: undefined, looked: most };
}

function toLetters(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}
