import type { Selector } from '../../../contracts/recipe/recipe.ts';
import type { PaginationLabels } from '../../../page/links/pagination-labels.ts';
import type { Dom } from '../../page-script/create-dom.ts';
import type { PageText } from '../../page-script/create-page-text.ts';
import type { PageScript } from '../../page-script/page-script.ts';
import type { Finder } from '../create-finder.ts';
import type { Observer } from '../create-observer.ts';
import type { PageNumbers } from './create-page-numbers.ts';
import type { createListPlace } from './create-list-place.ts';

export interface WayInput {
  /** The list's items. */
  readonly items: readonly Selector['parts'][];
  readonly labels: PaginationLabels;
  /** Whether to read the page's text for what says that the list is whole, which takes longer than all the rest. */
  readonly asksWhole: boolean;
}

/** A link or button by which a list goes on. */
export interface Way {
  /** `numbers`: the number after the current one among those of pages. */
  readonly kind: 'next' | 'more' | 'numbers';
  readonly mark: number;
  /** As it is shown. */
  readonly label: string;
  /** Whether a click neither sends a form nor leaves the site. */
  readonly isSafe: boolean;
}

export interface ListWays {
  /** At most one of each kind. */
  readonly ways: readonly Way[];
  readonly itemCount: number;
  /**
   * Whether the page says that it shows the whole list: "12 of 12", "page 1 of 1", or a next page that is disabled; false
   * where it was not asked.
   */
  readonly isWhole: boolean;
}

/** Finds the ways by which a page's list goes on. */
export interface WayFinder {
  find(input: WayInput): ListWays;
}

/** Part of the page script: uses nothing from module scope. */
export function createWayFinder(
  dom: Dom,
  text: PageText,
  finder: Finder,
  observer: Observer,
  script: PageScript,
  numbers: PageNumbers,
  toListPlace: typeof createListPlace,
): WayFinder {
  /** Most elements of a page that are looked at. */
  const maxWalked = 30_000;
  /** Characters; longer labels are sentences. */
  const maxLabel = 40;
  const controls = 'a[href], button, input[type=button], [role=button], [role=link]';
  const articles = /article|post\b|story|chapter|artikel|beitrag|entrada|billet/;
  /** Parts of a page that have a "show more" of their own. */
  const otherParts =
    /filter|filtr|review|rating|comment|option|detail|description|bewertung|kommentar|avis|reseña|recens/;
  const wholes = /(\d+)\s*(?:of|out of|von|sur|de|di|van|av|af|z|из|\/)\s*(\d+)/giu;

  /** The names of a control: what is shown comes first. */
  function labelsOf(element: Element): readonly string[] {
    const value = element instanceof HTMLInputElement ? element.value : '';
    return [
      text.read(element),
      value,
      dom.attribute(element, 'aria-label'),
      dom.attribute(element, 'title'),
    ]
      .map((label) => text.tidy(label))
      .filter((label) => label !== '' && label.length <= maxLabel);
  }

  function isSafe(element: Element): boolean {
    const link = element.closest('a');
    if (link !== null) {
      const isScript = link.protocol === 'javascript:';
      const staysHere = link.target === '' || link.target === '_self';
      return (
        (isScript || link.origin === location.origin) && staysHere && !link.hasAttribute('download')
      );
    }
    return !(
      element instanceof HTMLButtonElement &&
      element.type === 'submit' &&
      element.form !== null
    );
  }

  /** Whether an address differs from the page's own only in its numbers and its query. */
  function isNeighbour(href: string): boolean {
    const url = href === '' ? undefined : new URL(href);
    if (url === undefined || url.origin !== location.origin) return false;
    const mask = (path: string): string =>
      path
        .replace(/\/(?:page|seite|p)\/\d+/i, '')
        .replace(/\d+/g, '#')
        .replace(/\/$/, '');
    return mask(url.pathname) === mask(location.pathname);
  }

  function kindOf(
    element: Element,
    labels: RegExps,
    isInPager: boolean,
  ): 'next' | 'more' | undefined {
    const shown = labelsOf(element).map((label) => label.toLowerCase());
    const isNext = shown.some((label) => labels.next.test(label));
    if (isNext || (isInPager && shown.some((label) => labels.nextArrow.test(label)))) return 'next';
    const href = observer.hrefOf(element);
    const isHere = href === '' || isNeighbour(href);
    const isMore = shown.some((label) => labels.more.test(label) && !otherParts.test(label));
    if (isMore && isHere) return href === '' ? 'more' : 'next';
    const isDeclared = dom.attribute(element, 'rel').toLowerCase().split(/\s+/).includes('next');
    return isDeclared && isNeighbour(href) && !shown.some((label) => articles.test(label))
      ? 'next'
      : undefined;
  }

  interface RegExps {
    readonly next: RegExp;
    readonly nextArrow: RegExp;
    readonly more: RegExp;
  }

  function saysWhole(itemCount: number): boolean {
    const said = document.body.innerText.slice(0, 200_000);
    for (const [, part, whole] of said.matchAll(wholes)) {
      if (part === whole && (Number(whole) === itemCount || Number(whole) === 1)) return true;
    }
    return false;
  }

  return {
    find({ items: alternatives, labels, asksWhole }) {
      const hits = alternatives.map((parts) => finder.find(parts, document));
      const items = (hits.find((found) => found.length > 0) ?? []).filter((item) =>
        text.isVisible(item),
      );
      const itemCount = items.length;
      // A single item has neighbours ("next article") and no further pages.
      if (itemCount < 2) return { ways: [], itemCount, isWhole: false };
      const place = toListPlace(dom, text, items, labels.pager);
      const patterns: RegExps = {
        next: new RegExp(labels.next, 'u'),
        nextArrow: new RegExp(labels.nextArrow, 'u'),
        more: new RegExp(labels.more, 'u'),
      };
      const ways = new Map<Way['kind'], Way>();
      let isWhole = false;
      for (const element of dom.walk(document, maxWalked)) {
        if (!element.matches(controls) || dom.hasAttribute(element, 'aria-expanded')) continue;
        const named = kindOf(element, patterns, place.isInPager(element));
        const kind = named ?? (numbers.isNext(element) ? 'numbers' : undefined);
        if (kind === undefined || ways.has(kind) || !text.isVisible(element)) continue;
        if (!place.holds(element, kind === 'more')) continue;
        if (observer.isDisabled(element)) {
          isWhole ||= kind === 'next';
          continue;
        }
        // An empty address is that of the page as well.
        const isEmpty = element.matches('a[href=""]');
        if (isEmpty || observer.hrefOf(element) === location.href) continue;
        const [label = ''] = labelsOf(element);
        ways.set(kind, { kind, mark: script.markOf(element), label, isSafe: isSafe(element) });
      }
      const order: readonly Way['kind'][] = ['next', 'more', 'numbers'];
      return {
        ways: order.flatMap((kind) => ways.get(kind) ?? []),
        itemCount,
        isWhole: asksWhole && ways.size === 0 && (isWhole || saysWhole(itemCount)),
      };
    },
  };
}
