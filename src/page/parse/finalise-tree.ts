import { Text, type ChildNode, type Element } from 'domhandler';
import {
  LinkedElement,
  type LinkedParent,
  type LinkedTree,
  type SpaceRule,
  maxDepth,
} from './linked-tree.ts';

/**
 * Treatment of an element: `keep` it; `mute` it, which keeps it without its own text, because that alone is invisible; `hide`
 * it, because it is invisible; `fade` it, because it is hidden from screen readers only; keep it `aside` for its data; `drop`
 * it unread.
 */
export type Verdict = 'keep' | 'mute' | 'hide' | 'fade' | 'aside' | 'drop';

/** Called once for each element, in page order, parents before their children. */
interface ElementJudge {
  judge(element: LinkedElement, isIncluded: boolean): Verdict;
}

interface FinaliseTreeInput {
  readonly tree: LinkedTree;
  readonly judge: ElementJudge;
  /** Tags whose subtrees are kept, and nothing else; `undefined` keeps all. */
  readonly includeTags: ReadonlySet<string> | undefined;
}

/** A hidden element that was removed, and its former place. */
export interface HiddenPart {
  readonly element: LinkedElement;
  readonly isFaded: boolean;
  readonly holder: LinkedParent;
  /** Its index among the holder's children if it alone were put back. */
  readonly index: number;
  /** Characters of its text, without hidden parts inside it. */
  textLength: number;
  elements: number;
}

export interface FinaliseTreeResult {
  /** Whether elements became siblings because of their depth. */
  readonly flattened: boolean;
  /** Characters of visible text. */
  readonly textLength: number;
  /** In page order; hidden parts inside hidden parts are left out. */
  readonly hiddenParts: readonly HiddenPart[];
}

/** State of an open element. Reused for later elements: a new object for each would burden garbage collection. */
interface Frame {
  /** Receives the children. */
  holder: LinkedParent;
  /** Start of the holder's children in `WaitingChildren`. */
  start: number;
  /** Node at which the walk continues after the element. */
  after: ChildNode | null;
  depth: number;
  included: boolean;
  /** Whether the element's own text is dropped, and the element, too, where nothing else is in it. */
  muted: boolean;
  /** Hidden part that the text belongs to; `undefined` for visible text. */
  part: HiddenPart | undefined;
  /** Rule of the holder; `keep` inside an element that keeps all white space. */
  space: SpaceRule;
}

/**
 * Writes the `children` of the kept nodes in one walk without recursion, makes elements below `maxDepth` siblings,
 * and leaves out invisible white space (see `SpaceRule`). Elements that are not kept are in no `children`, but keep
 * their own content and their `parent`.
 */
export function finaliseTree({ tree, judge, includeTags }: FinaliseTreeInput): FinaliseTreeResult {
  const hiddenParts: HiddenPart[] = [];
  const children = new WaitingChildren();
  const root: Frame = {
    holder: tree.root,
    start: 0,
    after: null,
    depth: 0,
    included: includeTags === undefined,
    muted: false,
    part: undefined,
    space: 'trim',
  };
  const frames: Frame[] = [root];
  let level = 0;
  let frame = root;
  let flattened = false;
  let textLength = 0;
  let node = tree.root.head;
  for (;;) {
    while (node === null) {
      const { holder } = frame;
      if (level === 0) {
        holder.children = children.takeFrom(0);
        return { flattened, textLength, hiddenParts };
      }
      level -= 1;
      const outer = frames[level] as Frame;
      if (holder !== outer.holder) {
        if (frame.space === 'trim') children.takeBackSpace(frame.start);
        holder.children = children.takeFrom(frame.start);
        // An element around included tags, or around what is seen, stays; one without any is removed.
        if ((!frame.included || frame.muted) && holder.children.length === 0)
          children.takeBack(outer.start, holder);
      }
      node = frame.after;
      frame = outer;
    }
    const after: ChildNode | null = node.next;
    if (!(node instanceof LinkedElement)) {
      if (frame.included && !frame.muted && node instanceof Text) {
        if (!isBlank(node.data)) {
          const length = seenLength(node.data);
          if (frame.part === undefined) textLength += length;
          else frame.part.textLength += length;
          if (frame.space !== 'keep' && node.data.includes('\n'))
            node.data = node.data.replace(wideLineEnd, '$1');
          children.hold(frame, node);
        } else if (frame.space === 'keep') {
          children.hold(frame, node);
        } else {
          children.holdSpace(frame, node);
        }
      }
      node = after;
      continue;
    }
    const isIncluded: boolean = frame.included || includeTags?.has(node.name) === true;
    const verdict = judge.judge(node, isIncluded);
    const first: ChildNode | null = verdict === 'drop' ? null : node.head;
    node.head = null;
    node.tail = null;
    let { part }: Frame = frame;
    if (part !== undefined) part.elements += 1;
    let depth: number = frame.depth + 1;
    if (verdict === 'keep' || verdict === 'mute') {
      if (node.spaceRule === 'trim' && frame.space !== 'keep') children.takeBackSpace(frame.start);
      children.hold(frame, node);
    } else {
      // The depth starts again, because an element kept aside is read by itself.
      depth = 1;
      if (verdict !== 'drop')
        part = toPart(node, verdict, { frame, index: children.mark(frame.start), hiddenParts });
      detachSiblings(node);
    }
    if (first === null) {
      node.children = [];
      if (!isIncluded) children.takeBack(frame.start, node);
      node = after;
      continue;
    }
    const isDeep: boolean = depth >= maxDepth;
    flattened ||= isDeep;
    if (isDeep) node.children = [];
    level += 1;
    const inner: Frame = (frames[level] ??= { ...frame });
    inner.holder = isDeep ? frame.holder : node;
    inner.start = isDeep ? frame.start : children.length;
    inner.after = after;
    inner.depth = isDeep ? frame.depth : depth;
    inner.included = isIncluded;
    inner.muted = verdict === 'mute';
    inner.part = part;
    inner.space = isDeep || frame.space === 'keep' ? frame.space : node.spaceRule;
    frame = inner;
    node = first;
  }
}

/**
 * Children of all open elements, one element's after the other's, until the element closes: then their number is
 * known and the array gets exactly that length. (An array that grows reserves 17 places.)
 */
class WaitingChildren {
  readonly #nodes: ChildNode[] = [];
  length = 0;
  /** End of the children that are counted in the index of a hidden part. */
  #marked = 0;

  /**
   * Returns the number of children from `start` on, all of which stay from now on: white space among them is not
   * joined with later white space.
   */
  mark(start: number): number {
    this.#marked = this.length;
    return this.length - start;
  }

  hold({ holder, start }: Frame, node: ChildNode): void {
    node.parent = holder;
    node.next = null;
    if (this.length === start) {
      node.prev = null;
    } else {
      const last = this.#nodes[this.length - 1] as ChildNode;
      node.prev = last;
      last.next = node;
    }
    this.#nodes[this.length] = node;
    this.length += 1;
  }

  /**
   * Adds white space as one space; dropped at the start of an element with the rule `trim` and after a
   * box or other white space.
   */
  holdSpace(frame: Frame, node: Text): void {
    if (this.length === frame.start) {
      if (frame.space === 'trim') return;
    } else {
      const last = this.#nodes[this.length - 1];
      if (last instanceof LinkedElement && last.spaceRule === 'trim') return;
      if (last instanceof Text && last.data === ' ' && this.length > this.#marked) return;
    }
    node.data = ' ';
    this.hold(frame, node);
  }

  /** Removes the last child if it is white space. */
  takeBackSpace(start: number): void {
    const last = this.length - 1;
    if (last < start || last < this.#marked) return;
    const node = this.#nodes[last];
    if (!(node instanceof Text) || node.data !== ' ') return;
    this.length = last;
    if (last > start) (this.#nodes[last - 1] as ChildNode).next = null;
  }

  takeFrom(start: number): ChildNode[] {
    const end = this.length;
    this.length = start;
    if (this.#marked > start) this.#marked = start;
    return this.#nodes.slice(start, end);
  }

  /** Removes the last child, if it is this one. */
  takeBack(start: number, node: LinkedParent): void {
    const last = this.length - 1;
    if (last < start || this.#nodes[last] !== node) return;
    this.length = last;
    if (last > start) (this.#nodes[last - 1] as ChildNode).next = null;
    node.prev = null;
  }
}

interface PartPlace {
  readonly frame: Frame;
  readonly index: number;
  readonly hiddenParts: HiddenPart[];
}

function toPart(
  element: LinkedElement,
  verdict: Verdict,
  { frame: { holder, part }, index, hiddenParts }: PartPlace,
): HiddenPart {
  const isFaded = verdict === 'fade';
  const hidden = { element, isFaded, holder, index, textLength: 0, elements: 1 };
  const isListed = verdict === 'hide' || isFaded;
  if (isListed && (part === undefined || (part.isFaded && isFaded))) hiddenParts.push(hidden);
  return hidden;
}

/**
 * A line end between two letters or signs of Chinese or Japanese, which are written without spaces: CSS Text 3, "Segment Break
 * Transformation Rules". Korean has spaces.
 */
const wideLineEnd =
  /([\u2E80-\u2FFF\u3001-\u312F\u3190-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF01-\uFF9F\u{20000}-\u{3FFFF}])[\t\r ]*\n[\t\n\r ]*(?=[\u2E80-\u2FFF\u3001-\u312F\u3190-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF01-\uFF9F\u{20000}-\u{3FFFF}])/gu;

const seen = /\S/;

/** Returns the length of a text; 0 for one that consists of white space and non-breaking spaces. */
function seenLength(text: string): number {
  const first = text.charCodeAt(0);
  return (first > 0x20 && first < 0x80) || seen.test(text) ? text.length : 0;
}

function detachSiblings(element: Element): void {
  element.prev = null;
  element.next = null;
}

const visible = /[^\t\n\f\r ]/;

/**
 * Whether a text is only white space by HTML's definition: spaces, tabs and line ends. Most of a page's texts are, as parts of the
 * page's string: V8 takes three times as long to read the characters of such a part one by one.
 */
function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 0x20) && !visible.test(text);
}
