import type { Dom } from '../../page-script/create-dom.ts';
import type { PictureReader } from './create-picture-reader.ts';

/** Finds what a page fills only when it comes into view. */
export interface LazyFinder {
  /** Whether an element that a value is read from waits for what it will show: a placeholder, a part that is being filled. */
  isWaiting(element: Element, attribute: string | undefined): boolean;
  /** Whether an item without values shows nothing yet. */
  isEmpty(item: Element): boolean;
  /** Returns the parts of an element that wait for their content, in document order. */
  waitingIn(scope: Element): readonly Element[];
  /** Whether the element says itself that it is being filled. */
  isBusy(element: Element): boolean;
}

/** Part of the page script: uses nothing from module scope. */
export function createLazyFinder(dom: Dom, pictures: PictureReader): LazyFinder {
  /** Elements that are looked at for all items of a page together. */
  const maxWalked = 5_000;
  /** Waiting parts of one element: more of them come to light while these are scrolled to. */
  const maxWaiting = 200;
  /** CSS pixels; a lower block without content is a line or a gap. */
  const leastHeight = 32;
  const blocks = new Set('article aside div figure li ol section ul'.split(' '));
  /** A part that is being filled, and the names that style sheets give to what stands in its place. */
  const busy =
    '[aria-busy="true"], [class*="skeleton" i], [class*="shimmer" i], [class*="lazy" i]:not(img), [data-lazy]:not(img), [data-src]:not(img)';
  let walked = 0;

  function isWithoutContent(element: Element): boolean {
    return dom
      .content(element)
      .every((node) => !dom.isElement(node) && !(dom.isText(node) && dom.text(node).trim() !== ''));
  }

  /** Whether it is a box that keeps a place free, as those are that scripts fill once they come into view. */
  function isFree(element: Element): boolean {
    const tag = dom.tag(element);
    return (
      (blocks.has(tag) || tag.includes('-')) &&
      isWithoutContent(element) &&
      element.getBoundingClientRect().height >= leastHeight
    );
  }

  /** Whether the named part has nothing to show yet; a class stays when the content has come. */
  function isUnfilled(element: Element): boolean {
    return (
      dom.attribute(element, 'aria-busy') === 'true' || (element.textContent ?? '').trim() === ''
    );
  }

  return {
    isBusy: (element) => element.matches(busy) && isUnfilled(element),
    isEmpty: (item) => (item.textContent ?? '').trim() === '' && dom.shadowRoot(item) === undefined,
    isWaiting(element, attribute) {
      if (attribute === 'src' && element instanceof HTMLImageElement) {
        return pictures.isPending(element);
      }
      return attribute === undefined && element.closest('[aria-busy="true"]') !== null;
    },
    waitingIn(scope) {
      const named = [scope, ...scope.querySelectorAll(busy)].filter(
        (element) => element.matches(busy) && isUnfilled(element),
      );
      if (named.length > 0) return named.slice(0, maxWaiting);
      const around = dom.walk(scope, Math.max(0, maxWalked - walked));
      walked += around.length;
      return around.filter(isFree).slice(0, maxWaiting);
    },
  };
}
