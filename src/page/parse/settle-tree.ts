import { type ChildNode, type Element, Text } from 'domhandler';
import { LinkedElement, type LinkedParent, type LinkedTree, maxDepth } from './linked-tree.ts';

/**
 * What to do with an element: `keep` it; `hide` it from people's view, or `fade` it, where only screen readers are told
 * to pass it over; keep it `aside` for its data; `drop` it unread.
 */
export type Verdict = 'keep' | 'hide' | 'fade' | 'aside' | 'drop';

export interface SettleTreeInput {
  readonly tree: LinkedTree;
  /** Asked once an element, in page order, before its children. */
  readonly judge: (element: LinkedElement, isIncluded: boolean) => Verdict;
  /** Tags whose subtrees alone are kept; `undefined` keeps all. */
  readonly includeTags: ReadonlySet<string> | undefined;
}

/** An element that was taken out of sight, and where it stood. */
export interface HiddenPart {
  readonly element: LinkedElement;
  readonly isFaded: boolean;
  readonly holder: LinkedParent;
  /** Where in the holder's children it would stand if it alone were put back. */
  readonly index: number;
  /** Characters of text, hidden parts within it apart. */
  textLength: number;
  elements: number;
}

export interface SettleTreeResult {
  /** Whether elements were made siblings because of their depth. */
  readonly flattened: boolean;
  /** Characters of text that is seen. */
  readonly textLength: number;
  /** In page order; parts within parts are left out. */
  readonly hiddenParts: readonly HiddenPart[];
}

interface Frame {
  /** Takes the children. */
  readonly holder: LinkedParent;
  /** Where to go on after the element. */
  readonly after: ChildNode | null;
  readonly depth: number;
  readonly included: boolean;
  /** What the text belongs to; `undefined` where it is seen. */
  readonly part: HiddenPart | undefined;
}

/**
 * Writes the `children` of what is kept, in one walk without recursion, and makes elements below `maxDepth` siblings.
 * Elements that are not kept are in nobody's `children`, but keep their own content and their way up through `parent`.
 */
export function settleTree({ tree, judge, includeTags }: SettleTreeInput): SettleTreeResult {
  const hiddenParts: HiddenPart[] = [];
  const frames: Frame[] = [];
  const included = includeTags === undefined;
  let frame: Frame = { holder: tree.root, after: null, depth: 0, included, part: undefined };
  let flattened = false;
  let textLength = 0;
  let node = tree.root.head;
  for (;;) {
    while (node === null) {
      const outer = frames.pop();
      if (outer === undefined) return { flattened, textLength, hiddenParts };
      // A tag that only leads to included ones stays; one that leads to none goes.
      const { holder } = frame;
      if (!frame.included && holder !== outer.holder && holder.children.length === 0) {
        takeBack(outer.holder, holder);
      }
      node = frame.after;
      frame = outer;
    }
    const after: ChildNode | null = node.next;
    if (!(node instanceof LinkedElement)) {
      if (frame.included && node instanceof Text) {
        hold(frame.holder, node);
        const length = seenLength(node.data);
        if (frame.part === undefined) textLength += length;
        else frame.part.textLength += length;
      }
      node = after;
      continue;
    }
    const isIncluded: boolean = frame.included || includeTags?.has(node.name) === true;
    const verdict = judge(node, isIncluded);
    const first: ChildNode | null = verdict === 'drop' ? null : node.head;
    node.head = null;
    node.tail = null;
    let { part }: Frame = frame;
    if (part !== undefined) part.elements += 1;
    let depth: number = frame.depth + 1;
    if (verdict === 'keep') {
      hold(frame.holder, node);
    } else {
      // It starts anew: what is kept aside is read by itself.
      depth = 1;
      if (verdict !== 'drop') part = toPart(node, verdict, frame, hiddenParts);
      detachSiblings(node);
    }
    if (first === null) {
      if (!isIncluded) takeBack(frame.holder, node);
      node = after;
      continue;
    }
    const isDeep: boolean = depth >= maxDepth;
    flattened ||= isDeep;
    frames.push(frame);
    frame = {
      holder: isDeep ? frame.holder : node,
      after,
      depth: isDeep ? frame.depth : depth,
      included: isIncluded,
      part,
    };
    node = first;
  }
}

function toPart(
  element: LinkedElement,
  verdict: Verdict,
  { holder, part }: Frame,
  hiddenParts: HiddenPart[],
): HiddenPart {
  const index = holder.children.length;
  const isFaded = verdict === 'fade';
  const hidden = { element, isFaded, holder, index, textLength: 0, elements: 1 };
  const isListed = verdict === 'hide' || isFaded;
  if (isListed && (part === undefined || (part.isFaded && isFaded))) hiddenParts.push(hidden);
  return hidden;
}

const seen = /\S/;

/** Indentation does not count as text. */
function seenLength(text: string): number {
  return seen.test(text) ? text.length : 0;
}

function hold(holder: LinkedParent, node: ChildNode): void {
  const { children } = holder;
  const { length } = children;
  const last = length === 0 ? undefined : children[length - 1];
  node.parent = holder;
  node.next = null;
  if (last === undefined) {
    node.prev = null;
    // Most elements hold one node or two; `push` would make room for 17.
    holder.children = [node];
    return;
  }
  node.prev = last;
  last.next = node;
  if (length === 1) holder.children = [last, node];
  else children.push(node);
}

function takeBack(holder: LinkedParent, node: LinkedParent): void {
  if (holder.children.at(-1) !== node) return;
  holder.children.pop();
  const last = holder.children.at(-1);
  if (last !== undefined) last.next = null;
  node.prev = null;
}

function detachSiblings(element: Element): void {
  element.prev = null;
  element.next = null;
}
