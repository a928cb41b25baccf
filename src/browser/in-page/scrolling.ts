import type { Selector } from '../../runtime/contracts/recipe/recipe.ts';
import * as dom from './dom.ts';
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

/** Share of the visible height that one step scrolls; the rest overlaps, so that no row is skipped. */
const stepShare = 0.8;

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
 * box.
 */
function containerOf(items: readonly Selector['parts'][]): Element | undefined {
  const first = items
    .map((parts) => findAll(parts, document)[0])
    .find((element) => element !== undefined);
  let above = first === undefined ? undefined : dom.parent(first);
  while (above !== undefined && above !== document.body && above !== document.documentElement) {
    const { overflowY } = getComputedStyle(above);
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

/** Scrolls the list by one step of .8 of its visible height, or up by some pixels. */
export function scrollList({
  items,
  up,
}: {
  readonly items: readonly Selector['parts'][];
  readonly up: number;
}): ScrollPosition {
  const container = containerOf(items);
  const seen = container?.clientHeight ?? window.innerHeight;
  const before = position(container);
  scrollTo(container, before.x, before.y + (up > 0 ? -up : Math.ceil(seen * stepShare)));
  return position(container);
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
