import * as dom from './dom.ts';
import * as text from './page-text.ts';
import { PageCache, perCall } from './page-cache.ts';

const neverShown = new Set(
  'area base datalist head link meta noscript param script source style template title track'.split(
    ' ',
  ),
);
/** Shown by the select or map around them, and without a box of their own while it is closed. */
const parts = new Set(['option', 'optgroup']);
/**
 * What cuts an element off: nothing; an ancestor without size that absolute boxes escape; or one that only fixed boxes
 * escape.
 */
type Cut = 'none' | 'loose' | 'tight';
const cuts = new PageCache<Element, Cut>();

/**
 * Whether people can see the element, perhaps after scrolling: it is displayed, not invisible, not in a closed part of
 * the page, and not cut off to nothing. Transparent elements, elements off the screen and labels for screen readers
 * count as seen. So do elements that no page shows (`meta`, `title`, `script`, a hidden input): a selector that names
 * one means it.
 */
export const isSeen: (element: Element) => boolean = perCall(look);

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
