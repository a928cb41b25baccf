import { hasChildren, isTag, isText, type ChildNode, type Element } from 'domhandler';
import { hasText } from '../text/has-text.ts';
import { foldText, isBlockTag } from '../text/node-text.ts';

/** Nodes between a picture and the text beside it that are visited; a card has a link, a heading and a span or two. */
const maxSteps = 16;
/** Text in another one of these elements belongs to another record. */
const records: ReadonlySet<string> = new Set(
  'li dt dd td th tr table article section main body'.split(' '),
);

/**
 * Returns the text for a picture that is not shown: its alternative text, or the label of an `<svg>` or another
 * element with `role="img"`. Empty where the picture has no text, and where the text beside the picture is the same.
 */
export function readPictureLabel(picture: Element): string {
  const label = readLabel(picture);
  if (label === '' || hasText(picture)) return '';
  const folded = label.toLowerCase();
  const isRepeated = (['next', 'prev'] as const).some(
    (side) => findTextBeside(picture, side)?.toLowerCase() === folded,
  );
  return isRepeated ? '' : label;
}

/**
 * Whether a label has to be separated from its neighbours by spaces: two letters or digits in a row show that it is
 * more than a single letter, sign or emoji.
 */
export function isApart(label: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(label);
}

function readLabel({ name, attribs }: Element): string {
  const { alt, role, 'aria-label': title } = attribs;
  return foldText((name === 'img' ? alt : role === 'img' ? title : undefined) ?? '');
}

function findTextBeside(picture: Element, side: 'next' | 'prev'): string | undefined {
  let node: ChildNode | null = picture;
  let isDone = true;
  for (let step = 0; step < maxSteps && node !== null; step += 1) {
    if (isText(node)) {
      const text = foldText(node.data);
      if (text !== '') return text;
    } else if (side === 'prev' && isTag(node) && node !== picture) {
      // A logo that is repeated for small and large screens is labelled once.
      const label = readLabel(node);
      if (label !== '') return label;
    }
    const inner: ChildNode | null =
      isDone || !hasChildren(node) ? null : side === 'next' ? node.firstChild : node.lastChild;
    if (inner !== null) {
      node = inner;
      continue;
    }
    const beside: ChildNode | null = node[side];
    isDone = beside === null;
    if (beside !== null) node = beside;
    else node = findAround(node, side);
  }
  return undefined;
}

/**
 * Returns the parent in which the search for text continues, else `null`. A caption after a picture may be in another
 * block; text before a picture in another block belongs to other content.
 */
function findAround({ parent }: ChildNode, side: 'next' | 'prev'): Element | null {
  if (parent === null || !isTag(parent) || records.has(parent.name)) return null;
  return side === 'prev' && isBlockTag(parent.name) ? null : parent;
}
