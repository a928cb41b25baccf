import type { Dom } from '../page-script/create-dom.ts';
import type { PageText } from '../page-script/create-page-text.ts';

/** Tells what people can see of a page. */
export interface Sight {
  /**
   * Whether people can see the element, perhaps after scrolling: it is displayed, not invisible, not in a closed part of
   * the page, and not cut off to nothing. Transparent elements, elements off the screen and labels for screen readers
   * count as seen. So do elements that no page shows (`meta`, `title`, `script`, a hidden input): a selector that names
   * one means it.
   */
  isSeen(element: Element): boolean;
}

/** Part of the page script: uses nothing from module scope. */
export function createSight(dom: Dom, text: PageText): Sight {
  const neverShown = new Set(
    'area base datalist head link meta noscript param script source style template title track'.split(
      ' ',
    ),
  );
  /** Shown by the select or map around them, and without a box of their own while it is closed. */
  const parts = new Set(['option', 'optgroup']);
  const seen = new WeakMap<Element, boolean>();
  /**
   * What cuts an element off: nothing; an ancestor without size that absolute boxes escape; or one that only fixed boxes
   * escape.
   */
  type Cut = 'none' | 'loose' | 'tight';
  const cuts = new WeakMap<Element, Cut>();

  function isSeen(element: Element): boolean {
    let is = seen.get(element);
    if (is === undefined) {
      is = look(element);
      seen.set(element, is);
    }
    return is;
  }

  function look(element: Element): boolean {
    const tag = dom.tag(element);
    if (neverShown.has(tag)) return true;
    if (element instanceof HTMLInputElement && element.type === 'hidden') return true;
    const above = parts.has(tag) ? dom.parent(element) : undefined;
    if (above !== undefined) return isSeen(above);
    return text.isVisible(element) && cutOf(element) === 'none';
  }

  function cutOf(element: Element): Cut {
    const chain: Element[] = [];
    let cut: Cut | undefined;
    let above: Element | undefined = element;
    while (above !== undefined && cut === undefined) {
      cut = cuts.get(above);
      if (cut === undefined) chain.push(above);
      above = dom.parent(above);
    }
    let state = cut ?? 'none';
    for (const each of chain.reverse()) {
      state = state === 'none' ? cutBy(each) : cutWithin(each, state);
      cuts.set(each, state);
    }
    return state;
  }

  /** Reads the style only of elements without size: the layout is computed once, styles would be for each element. */
  function cutBy(element: Element): Cut {
    // The overflow of these two is the window's.
    if (element === document.documentElement || element === document.body) return 'none';
    const { width, height } = element.getBoundingClientRect();
    if (width >= 1 && height >= 1) return 'none';
    const { display, overflowX, overflowY, position } = getComputedStyle(element);
    if (display === 'contents' || display === 'inline') return 'none';
    const isCut = (width < 1 && overflowX !== 'visible') || (height < 1 && overflowY !== 'visible');
    if (!isCut) return 'none';
    return position === 'static' ? 'loose' : 'tight';
  }

  function cutWithin(element: Element, cut: Cut): Cut {
    const { position } = getComputedStyle(element);
    if (position === 'fixed' || (position === 'absolute' && cut === 'loose')) return 'none';
    return position === 'static' ? cut : 'tight';
  }

  return { isSeen };
}
