import type { Dom } from '../../page-script/create-dom.ts';

/** What of a page is in view, and what scrolls it. */
export interface Viewport {
  /** Returns the elements around this one whose content is taller than their box, innermost first; the page itself is none. */
  scrollersOf(element: Element): readonly Element[];
  /** Whether a part of the element's box lies in the window, and in all that scrolls around it. */
  isInView(element: Element): boolean;
}

/** Part of the page script: uses nothing from module scope. */
export function createViewport(dom: Dom): Viewport {
  /** By element: the nearest one that scrolls, itself or above it. */
  const known = new WeakMap<Element, Element | undefined>();

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

  function scrollersOf(element: Element): readonly Element[] {
    const scrollers: Element[] = [];
    let scroller = scrollerOf(element);
    while (scroller !== undefined) {
      scrollers.push(scroller);
      scroller = scrollerOf(scroller);
    }
    return scrollers;
  }

  return {
    scrollersOf,
    isInView(element) {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      let [low, high] = [Math.max(0, top), Math.min(window.innerHeight, bottom)];
      for (const scroller of scrollersOf(element)) {
        const around = scroller.getBoundingClientRect();
        [low, high] = [Math.max(low, around.top), Math.min(high, around.bottom)];
      }
      return low <= high && right >= 0 && left <= window.innerWidth;
    },
  };
}
