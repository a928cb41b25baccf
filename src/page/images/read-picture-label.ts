import { hasChildren, isTag, isText, type ChildNode, type Element } from 'domhandler';
import { hasText } from '../text/has-text.ts';
import { foldText, isBlockTag } from '../text/node-text.ts';

/** Nodes between a picture and the text beside it that are looked at; a card has a link, a heading and a span or two. */
const maxSteps = 16;
/** What stands in another one of these is said of another thing. */
const records: ReadonlySet<string> = new Set(
  'li dt dd td th tr table article section main body'.split(' '),
);

/**
 * What stands for a picture where it is not shown: its alternative text, or of an `<svg>` and anything else with the role
 * of a picture its label. Empty where it has none, and where the text right beside it says the same.
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

/** Whether a label is to be parted from its neighbours: it holds a word, and is no letter of theirs, sign or emoji. */
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
      // The same logo twice, for small screens and large ones, is said once.
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

/** What a caption stands after may be a block away; what stands before a picture in another block is about something else. */
function findAround({ parent }: ChildNode, side: 'next' | 'prev'): Element | null {
  if (parent === null || !isTag(parent) || records.has(parent.name)) return null;
  return side === 'prev' && isBlockTag(parent.name) ? null : parent;
}
