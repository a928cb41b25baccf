import { type ChildNode, type Element, Text } from 'domhandler';
import { LinkedElement, type LinkedParent, type LinkedTree, maxDepth } from './linked-tree.ts';

/** What to do with an element: keep it, drop it but read it for data, or drop it unread. */
export type Verdict = 'keep' | 'hide' | 'drop';

export interface SettleTreeInput {
  readonly tree: LinkedTree;
  /** Asked once an element, in page order, before its children. */
  readonly judge: (element: LinkedElement, isIncluded: boolean) => Verdict;
  /** Tags whose subtrees alone are kept; `undefined` keeps all. */
  readonly includeTags: ReadonlySet<string> | undefined;
}

interface Frame {
  /** Takes the children. */
  readonly holder: LinkedParent;
  /** Where to go on after the element. */
  readonly after: ChildNode | null;
  readonly depth: number;
  readonly hidden: boolean;
  readonly included: boolean;
}

/**
 * Writes the `children` of what is kept, in one walk without recursion, and makes elements below `maxDepth` siblings.
 * Dropped elements are in nobody's `children`, but keep their own content and their way up through `parent`.
 * Returns whether anything was flattened.
 */
export function settleTree({ tree, judge, includeTags }: SettleTreeInput): boolean {
  let flattened = false;
  let frame: Frame = {
    holder: tree.root,
    after: null,
    depth: 0,
    hidden: false,
    included: includeTags === undefined,
  };
  const frames: Frame[] = [];
  let node = tree.root.head;
  for (;;) {
    while (node === null) {
      const parent = frames.pop();
      if (parent === undefined) return flattened;
      // A tag that only leads to included ones stays; one that leads to none goes.
      const { holder } = frame;
      if (!frame.included && holder !== parent.holder && holder.children.length === 0) {
        takeBack(parent.holder, holder);
      }
      node = frame.after;
      frame = parent;
    }
    if (!(node instanceof LinkedElement)) {
      const after: ChildNode | null = node.next;
      if (frame.included && node instanceof Text) hold(frame.holder, node);
      node = after;
      continue;
    }
    const after: ChildNode | null = node.next;
    const included = frame.included || includeTags?.has(node.name) === true;
    const verdict = judge(node, included);
    if (verdict === 'drop') {
      node.head = null;
      node.tail = null;
      node = after;
      continue;
    }
    const isRoot = verdict === 'hide' && !frame.hidden;
    const depth: number = isRoot ? 1 : frame.depth + 1;
    const isDeep = depth >= maxDepth;
    if (!isRoot) hold(frame.holder, node);
    else detachSiblings(node);
    const first: ChildNode | null = node.head;
    node.head = null;
    node.tail = null;
    if (first === null) {
      if (!included) takeBack(frame.holder, node);
      node = after;
      continue;
    }
    frames.push(frame);
    if (isDeep) flattened ||= first !== null;
    frame = {
      holder: isDeep ? frame.holder : node,
      after,
      depth: isDeep ? frame.depth : depth,
      hidden: frame.hidden || verdict === 'hide',
      included,
    };
    node = first;
  }
}

function hold(holder: LinkedParent, node: ChildNode): void {
  const { children } = holder;
  const last = children.length === 0 ? null : children[children.length - 1];
  node.parent = holder;
  node.next = null;
  if (last === null || last === undefined) {
    node.prev = null;
  } else {
    node.prev = last;
    last.next = node;
  }
  children.push(node);
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
