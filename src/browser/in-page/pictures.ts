import * as dom from './dom.ts';

/** Most characters of a list of pictures, or of a `noscript`, that are read. */
const maxNamed = 20_000;
const setNames = ['srcset', 'data-srcset', 'data-lazy-srcset'];
/** Where the scripts that load pictures late look for the address. */
const lateNames = ['data-src', 'data-lazy-src', 'data-lazy', 'data-original'];
/** Names of files that are shown while the picture is not there. */
const blankName =
  /(?:^|[-_.])(?:1x1|blank|clear|dummy|empty|lazy(?:load)?|load(?:er|ing)|pixel|placeholder|spacer|transparent)(?:[-_.]|$)/i;

function isBlank(url: string): boolean {
  if (/^(?:data:|about:|#|\/\/:0)/i.test(url) || url === '') return true;
  const path = url.replace(/[?#].*$/s, '');
  return blankName.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns what the `img` shows; empty while it is a placeholder. */
function shownBy(image: HTMLImageElement): string {
  const src = dom.attribute(image, 'src').trim();
  // A file of one pixel counts as a placeholder, whatever its name.
  if (image.complete && image.naturalWidth === 1 && image.naturalHeight === 1) return '';
  // `currentSrc` is what the browser chose of `srcset` and of the sources of a `picture`.
  const current = image.currentSrc;
  if (!isBlank(current)) return dom.toUrl(src) === current ? src : current;
  return isBlank(src) ? '' : src;
}

function isAddress(value: string): boolean {
  return /[./]/.test(value) && !/[\s{}]/.test(value) && !isBlank(value);
}

/** Returns the largest picture of a list such as `a.jpg 1x, b.jpg 2x`. Source: HTML, "srcset attributes". */
function largestOf(set: string): string | undefined {
  let best: string | undefined;
  let most = -1;
  let url = '';
  const take = (size: number): void => {
    if (size > most && isAddress(url)) [best, most] = [url, size];
    url = '';
  };
  for (const word of set.slice(0, maxNamed).trim().split(/\s+/)) {
    const [whole, size] = /^([\d.]+)[wxh](?:,|$)/.exec(word) ?? [];
    if (whole !== undefined && url !== '') take(Number(size));
    const rest = whole === undefined ? word : word.slice(whole.length);
    if (rest === '') continue;
    if (url !== '') take(1);
    url = rest.replace(/^,+|,+$/g, '');
  }
  if (url !== '') take(1);
  return best;
}

function namedBy(element: Element): string | undefined {
  for (const name of setNames) {
    const url = largestOf(dom.attribute(element, name));
    if (url !== undefined) return url;
  }
  return lateNames
    .map((name) => dom.attribute(element, name).trim())
    .find((value) => isAddress(value));
}

/** Returns the picture that stands beside the `img` for browsers without scripts. */
function fallbackOf(image: Element): string | undefined {
  const above = dom.parent(image);
  const around = above !== undefined && dom.tag(above) === 'picture' ? above : image;
  for (const beside of [dom.next(around), dom.previous(around)]) {
    if (beside === undefined || dom.tag(beside) !== 'noscript') continue;
    const html = (beside.textContent ?? '').slice(0, maxNamed);
    const copy = new DOMParser().parseFromString(html, 'text/html').querySelector('img');
    if (copy === null) continue;
    const src = dom.attribute(copy, 'src').trim();
    const url = isAddress(src) ? src : namedBy(copy);
    if (url !== undefined) return url;
  }
  return undefined;
}

function findNamed(image: Element): string | undefined {
  const own = namedBy(image);
  if (own !== undefined) return own;
  const picture = dom.parent(image);
  const sources =
    picture !== undefined && dom.tag(picture) === 'picture' ? dom.children(picture) : [];
  for (const source of sources) {
    const url = source === image ? undefined : namedBy(source);
    if (url !== undefined) return url;
  }
  return fallbackOf(image);
}

/**
 * Returns the URL of the picture that people see in an `img`, or will see once it is loaded, as it stands in the page;
 * `undefined` when none is named. A placeholder is returned only where nothing else is named.
 */
export function read(image: HTMLImageElement): string | undefined {
  const shown = shownBy(image);
  if (shown !== '') return shown;
  const named = findNamed(image);
  if (named !== undefined) return named;
  return dom.hasAttribute(image, 'src') ? dom.attribute(image, 'src') : undefined;
}

/** Whether the page names the picture of an `img` beside what it shows: `data-src`, `srcset` and the like. */
export function isNamed(image: HTMLImageElement): boolean {
  return findNamed(image) !== undefined;
}

/** Whether an `img` shows a placeholder that a script replaces when it comes into view. */
export function isPending(image: HTMLImageElement): boolean {
  // The browser chooses of several pictures when the first of them is to be loaded.
  const hasChoice = image.srcset !== '' || dom.tag(dom.parent(image) ?? image) === 'picture';
  if (image.loading === 'lazy' && image.currentSrc === '' && hasChoice) return true;
  if (shownBy(image) !== '') return false;
  // An icon written into the page as `data:` is no placeholder.
  return (
    dom.attribute(image, 'src').trim() === '' ||
    findNamed(image) !== undefined ||
    /\blazy/i.test(dom.attribute(image, 'class')) ||
    dom.attributeNames(image).some((name) => name.startsWith('data-'))
  );
}
