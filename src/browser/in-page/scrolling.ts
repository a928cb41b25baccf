import type { Selector } from '../../runtime/contracts/recipe/recipe.ts';
import * as dom from './dom.ts';
import * as text from './page-text.ts';
import { findAll } from './finder.ts';
import { elementOf } from './marks.ts';
import { PageCache } from './page-cache.ts';

export interface ScrollInput {
  /** Mark of the element that scrolls; `undefined` for the page. */
  readonly mark: number | undefined;
  readonly x: number | undefined;
  readonly y: number | undefined;
}

/** A scroll position, in CSS pixels. */
export interface ScrollPosition {
  readonly x: number;
  readonly y: number;
  /** The largest value that `x` can reach. */
  readonly maxX: number;
  readonly maxY: number;
}

/** How a list is scrolled, in shares of its visible height or in CSS pixels. */
export type ListMove =
  | { readonly kind: 'down'; readonly share: number }
  | { readonly kind: 'up'; readonly px: number }
  | { readonly kind: 'to'; readonly y: number }
  /** Back to the end of the last item, where that is above the view: what loads more often stands between the list and a footer. */
  | { readonly kind: 'end' };

/** Where a list is scrolled to, in CSS pixels along its way: downwards, upwards from its end, or sideways. */
export interface ListPosition {
  readonly y: number;
  /** The largest value that `y` can reach. */
  readonly maxY: number;
  /** Whether a box that scrolls stands at its lower end, as chats do that load what is older above. */
  readonly isAtEnd: boolean;
  /** Whether something right behind the last item says that more is on its way, as a spinner does. */
  readonly isBusy: boolean;
}

export interface ListMoveInput {
  readonly items: readonly Selector['parts'][];
  readonly move: ListMove;
  /** Whether the list grows at its top. */
  readonly isUpwards: boolean;
}

/** Share of the visible height above the end of the last item when a list is scrolled to its end. */
const endShare = 0.6;

function position(element: Element | undefined): ScrollPosition {
  const at = element ?? document.scrollingElement ?? document.documentElement;
  return {
    x: Math.round(at.scrollLeft),
    y: Math.round(at.scrollTop),
    maxX: Math.max(0, at.scrollWidth - at.clientWidth),
    maxY: Math.max(0, at.scrollHeight - at.clientHeight),
  };
}

/**
 * Returns the element that scrolls the list: the nearest ancestor of its items whose content is taller than its
 * box, or wider where all items stand in one row.
 */
function containerOf(items: readonly Selector['parts'][]): Element | undefined {
  const found = items.map((parts) => findAll(parts, document)).find((each) => each.length > 0);
  const [first, last] = [found?.[0], found?.at(-1)];
  let above = first === undefined ? undefined : dom.parent(first);
  while (above !== undefined && above !== document.body && above !== document.documentElement) {
    const { overflowY } = getComputedStyle(above);
    if (first !== undefined && last !== undefined && isRowIn(above, first, last)) {
      rowBoxes.add(above);
      return above;
    }
    if (
      /^(?:auto|scroll|overlay)$/.test(overflowY) &&
      above.scrollHeight > above.clientHeight + 1
    ) {
      return above;
    }
    above = dom.parent(above);
  }
  return undefined;
}

/** The boxes whose lists go on sideways. */
const rowBoxes = new WeakSet<Element>();

/** Whether a box scrolls sideways, and the first and the last item stand beside each other in it. */
function isRowIn(box: Element, first: Element, last: Element): boolean {
  if (box.scrollWidth <= box.clientWidth + 1 || !dom.isInside(last, box)) return false;
  if (!/^(?:auto|scroll|overlay)$/.test(getComputedStyle(box).overflowX)) return false;
  const [one, other] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
  const isOneLine = other.top < one.bottom && one.top < other.bottom;
  return isOneLine && (other.left >= one.right - 1 || other.right <= one.left + 1);
}

/** Scrolls without animation: smooth scrolling takes seconds. */
function scrollTo(element: Element | undefined, left: number, top: number): void {
  (element ?? window).scrollTo({ left, top, behavior: 'instant' });
}

export function scroll({ mark, x, y }: ScrollInput): ScrollPosition {
  const element = mark === undefined ? undefined : elementOf(mark);
  if (element !== undefined && x === undefined && y === undefined) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  } else {
    const before = position(element);
    scrollTo(element, x ?? before.x, y ?? before.y);
  }
  return position(element);
}

/** The box of each list, by its selectors: while a virtual list draws nothing, it is still what scrolls. */
const boxes = new Map<string, WeakRef<Element>>();

/** Returns the box that scrolls the list; `undefined` for the page. */
function boxOf(items: readonly Selector['parts'][]): Element | undefined {
  const name = JSON.stringify(items);
  const found = containerOf(items);
  if (found !== undefined) {
    boxes.set(name, new WeakRef(found));
    return found;
  }
  const known = boxes.get(name)?.deref();
  const isShown =
    known?.isConnected === true &&
    (known.scrollHeight > known.clientHeight + 1 || rowBoxes.has(known));
  return isShown && !items.some((parts) => findAll(parts, document).length > 0) ? known : undefined;
}

/** Scrolls the list. */
export function scrollList({ items, move, isUpwards }: ListMoveInput): ListPosition {
  const box = boxOf(items);
  const isRow = box !== undefined && rowBoxes.has(box);
  const height = box?.clientHeight ?? window.innerHeight;
  const seen = isRow ? box.clientWidth : height;
  const start = position(box);
  // Where text runs to the left, or a column upwards, a box counts from 0 downwards.
  const { direction, flexDirection } = getComputedStyle(box ?? document.documentElement);
  const isReversed = flexDirection === 'column-reverse';
  const before = { y: toWay(start) };
  const to = placeOf(move);
  if (isRow) scrollTo(box, direction === 'rtl' ? -to : to, start.y);
  else scrollTo(box, start.x, isUpwards ? (isReversed ? -to : start.maxY - to) : to);
  const [last] = lastItems(items);
  const now = position(box);
  return {
    y: toWay(now),
    maxY: isRow ? now.maxX : now.maxY,
    isAtEnd: box !== undefined && !isRow && now.maxY > 0 && now.y >= (isReversed ? 0 : now.maxY),
    isBusy: !isRow && !isUpwards && last !== undefined && isBusyBehind(last),
  };

  function toWay({ x, y, maxY }: ScrollPosition): number {
    if (isRow) return direction === 'rtl' ? -x : x;
    if (!isUpwards) return y;
    return isReversed ? -y : maxY - y;
  }

  function placeOf(to: ListMove): number {
    switch (to.kind) {
      case 'down':
        return before.y + Math.ceil(seen * to.share);
      case 'up':
        return before.y - to.px;
      case 'to':
        return to.y;
      case 'end':
        break;
    }
    const [last] = lastItems(items);
    if (last === undefined || isRow || isUpwards) return before.y;
    const end = last.getBoundingClientRect().bottom - (box?.getBoundingClientRect().top ?? 0);
    // What stands right behind the list is in view already where its end is.
    return end > 0 ? before.y : before.y + end - Math.ceil(seen * endShare);
  }
}

/** The last item by each of the selectors that has any. */
function lastItems(items: ListMoveInput['items']): readonly Element[] {
  return items.flatMap((parts) => findAll(parts, document).at(-1) ?? []);
}

/** CSS pixels behind the last item; what moves farther away is of something else. */
const maxSignDistance = 200;
/** One that says how far it is measures something else, such as how much of the page was read. */
const progress =
  '[aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value])';

function isBusyBehind(last: Element): boolean {
  const end = last.getBoundingClientRect();
  const moving = document.getAnimations().flatMap(({ effect, playState }) => {
    const isEndless = effect?.getTiming().iterations === Infinity && playState === 'running';
    const target = isEndless && effect instanceof KeyframeEffect ? effect.target : null;
    return target !== null && isPlainSign(target) ? target : [];
  });
  return [...document.querySelectorAll(progress), ...moving].some((sign) => {
    if (!(last.compareDocumentPosition(sign) & Node.DOCUMENT_POSITION_FOLLOWING)) return false;
    if (dom.isInside(sign, last) || !text.isVisible(sign) || isFixed(sign)) return false;
    const { top, left, right } = sign.getBoundingClientRect();
    const distance = top - end.bottom;
    return distance > -1 && distance <= maxSignDistance && left < end.right && right > end.left;
  });
}

/** Characters; "Loading more entries …" is shorter. */
const maxSignText = 40;

/** Whether what moves may be a spinner: neither a link or button that wants to be seen, nor a text. */
function isPlainSign(element: Element): boolean {
  const isControl = element.closest('a, button') !== null;
  const isText = text.read(element).length > maxSignText;
  return !isControl && !isText && element.querySelector('a, button') === null;
}

/** Whether an element stays where it is while the page is scrolled. */
function isFixed(element: Element): boolean {
  let at: Element | undefined = element;
  while (at !== undefined && getComputedStyle(at).position !== 'fixed') at = dom.parent(at);
  return at !== undefined;
}

/** By element: the nearest one that scrolls, itself or above it. */
const known = new PageCache<Element, Element | undefined>();

function isScroller(element: Element): boolean {
  if (element === document.body || element === document.documentElement) return false;
  return (
    element.scrollHeight > element.clientHeight + 1 &&
    /^(?:auto|scroll|overlay)$/.test(getComputedStyle(element).overflowY)
  );
}

/** Returns the nearest element that scrolls around this one. */
function scrollerOf(element: Element): Element | undefined {
  const chain: Element[] = [];
  let above = dom.parent(element);
  while (above !== undefined && !known.has(above) && !isScroller(above)) {
    chain.push(above);
    above = dom.parent(above);
  }
  const found = above === undefined || !known.has(above) ? above : known.get(above);
  for (const each of above === undefined ? chain : [...chain, above]) known.set(each, found);
  return found;
}

/** Returns the elements around this one whose content is taller than their box, innermost first; the page itself is none. */
export function scrollersOf(element: Element): readonly Element[] {
  const scrollers: Element[] = [];
  let scroller = scrollerOf(element);
  while (scroller !== undefined) {
    scrollers.push(scroller);
    scroller = scrollerOf(scroller);
  }
  return scrollers;
}

/** Whether a part of the element's box lies in the window, and in all that scrolls around it. */
export function isInView(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  let [low, high] = [Math.max(0, top), Math.min(window.innerHeight, bottom)];
  for (const scroller of scrollersOf(element)) {
    const around = scroller.getBoundingClientRect();
    [low, high] = [Math.max(low, around.top), Math.min(high, around.bottom)];
  }
  return low <= high && right >= 0 && left <= window.innerWidth;
}
