import { perCall } from './page-cache.ts';
import * as dom from './dom.ts';
import * as pictures from './pictures.ts';
import { markOf } from './marks.ts';
import { scrollersOf, isInView } from './scrolling.ts';

/** What of a page waits to come into view. */
export interface WaitingParts {
  readonly elements: readonly {
    readonly mark: number;
    readonly isInView: boolean;
    /** Whether the element says itself that it is being filled. */
    readonly isBusy: boolean;
    /** Whether it is a picture whose address can be read all the same. */
    readonly isNamed: boolean;
  }[];
  /** Where the page (without a mark) and the boxes around the elements are scrolled to, in CSS pixels. */
  readonly positions: readonly {
    readonly mark: number | undefined;
    readonly x: number;
    readonly y: number;
  }[];
}

/** Elements that are looked at for all items of a page together. */
const maxWalked = 5_000;
/** Waiting parts of one element: more of them come to light while these are scrolled to. */
const maxWaiting = 200;
/** CSS pixels; a lower block without content is a line or a gap. */
const leastHeight = 32;
const walkedOf = perCall((_page: Document) => ({ count: 0 }));
const blocks = new Set('article aside div figure li ol section ul'.split(' '));
/** A part that is being filled, and the names that style sheets give to what stands in its place. */
const busy =
  '[aria-busy="true"], [class*="skeleton" i], [class*="shimmer" i], [class*="lazy" i]:not(img), [data-lazy]:not(img), [data-src]:not(img)';

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

/** Whether the element says itself that it is being filled. */
export function isBusy(element: Element): boolean {
  return element.matches(busy) && isUnfilled(element);
}

/** What style sheets call what stands in place of content that is on its way. */
const placeholder = '[aria-busy="true"], [class*="skeleton" i], [class*="shimmer" i]';

/** Whether an item says that it is being filled: it or its list is busy, or it has placeholders for values. */
export function isFilling(item: Element, isUnread: boolean): boolean {
  // Of a whole page it is often said long after all of it is there.
  if (item.closest('[aria-busy="true"]')?.matches('html, body, main') === false) return true;
  if (!isUnread) return item.querySelector('[aria-busy="true"]') !== null;
  return [item, ...item.querySelectorAll(placeholder)].some(
    (element) => element.matches(placeholder) && isUnfilled(element),
  );
}

const loadingText =
  /^(?:loading|lade|laden|chargement|cargando|caricamento|carregando|laddar|laster|indlæser|ładowanie|načítání|загрузка|読み込み中|加载中|載入中|로딩 중)(?: \p{L}+)? ?(?:…|\.{3})$/iu;
/** Characters. */
const maxLoadingText = 40;

/** Whether all that an item says is that it is being loaded; a link is a title that was cut. */
export function saysLoading(item: Element): boolean {
  const said = item.textContent ?? '';
  if (said.length > maxLoadingText * 5) return false;
  const words = said.replace(/\s+/g, ' ').trim();
  return (
    words.length <= maxLoadingText &&
    loadingText.test(words) &&
    !item.matches('a[href]') &&
    item.querySelector('a[href]') === null
  );
}

/** Whether an item without values shows nothing yet. */
export function isEmpty(item: Element): boolean {
  return (item.textContent ?? '').trim() === '' && dom.shadowRoot(item) === undefined;
}

/** Whether an element that a value is read from waits for what it will show: a placeholder, a part that is being filled. */
export function isWaiting(element: Element, attribute: string | undefined): boolean {
  if (attribute === 'src' && element instanceof HTMLImageElement) {
    return pictures.isPending(element);
  }
  return attribute === undefined && element.closest('[aria-busy="true"]') !== null;
}

/** Returns the parts of an element that wait for their content, in document order. */
export function waitingIn(scope: Element): readonly Element[] {
  const named = [scope, ...scope.querySelectorAll(busy)].filter(
    (element) => element.matches(busy) && isUnfilled(element),
  );
  if (named.length > 0) return named.slice(0, maxWaiting);
  const walked = walkedOf(document);
  const around = dom.walk(scope, Math.max(0, maxWalked - walked.count));
  walked.count += around.length;
  return around.filter(isFree).slice(0, maxWaiting);
}

export function listWaiting(elements: readonly Element[]): WaitingParts {
  const scrollers = new Set(elements.flatMap(scrollersOf));
  return {
    elements: elements.map((element) => ({
      mark: markOf(element),
      isInView: isInView(element),
      isBusy: isBusy(element),
      isNamed: element instanceof HTMLImageElement && pictures.isNamed(element),
    })),
    positions: [
      ...[...scrollers].map((element) => ({
        mark: markOf(element),
        x: element.scrollLeft,
        y: element.scrollTop,
      })),
      { mark: undefined, x: window.scrollX, y: window.scrollY },
    ],
  };
}
