import type { Selector } from '../../runtime/contracts/recipe/recipe.ts';
import { type PaginationLabels, findPageNumber } from '../../page/links/pagination-labels.ts';
import * as dom from './dom.ts';
import * as text from './page-text.ts';
import { findAll } from './finder.ts';
import { elementOf, markOf } from './marks.ts';
import { findTotal, itemsOf, onlyOf, pageOf, pageWord, partOf, shownWord } from './shown-counts.ts';
import {
  type PagerControl,
  type PagerInput,
  type PagerState,
  hasDialog,
  hrefOf,
  isDisabled,
  readPageBox,
} from './element-state.ts';

export interface PaginationQuestion {
  /** The list's items. */
  readonly items: readonly Selector['parts'][];
  readonly labels: PaginationLabels;
  /** Whether to read the page's text for what says that the list is whole, which takes longer than all the rest. */
  readonly asksWhole: boolean;
}

/** A link or button by which a list goes on. */
export interface PaginationCandidate {
  /** `numbers`: the number after the current one among those of pages. */
  readonly kind: 'next' | 'more' | 'numbers';
  readonly mark: number;
  /** As it is shown. */
  readonly label: string;
  /** Whether a click neither sends a form nor leaves the site. */
  readonly isSafe: boolean;
}

export interface PaginationCandidates {
  /** At most one of each kind. */
  readonly candidates: readonly PaginationCandidate[];
  readonly itemCount: number;
  /**
   * Whether the page says that it shows the whole list: "12 of 12", "page 1 of 1", or a next page that is disabled; false
   * where it was not asked.
   */
  readonly isWhole: boolean;
  readonly pages: ShownPages;
}

const noPages: ShownPages = {
  current: undefined,
  last: undefined,
  shownItems: undefined,
  allItems: undefined,
};

/** Where a list stands in its page, and what belongs to it by its place. */
interface ListPlace {
  /** Whether an element stands in something that is marked as a pager. */
  isInPager(element: Element): boolean;
  /**
   * Whether a control belongs to the list: beside it, outside of its items, and not in a part of the page that has content of
   * its own, such as a carousel, a calendar, a form or a section with a heading. With `isBehind` it must follow the last item.
   */
  holds(control: Element, isBehind: boolean): boolean;
  /** Whether what an element says is said of the list: it belongs to it, or to the title of the page, and no other heading stands between. */
  isHeadedBy(element: Element): boolean;
}

function createListPlace(items: readonly Element[], pager: string): ListPlace {
  /** Levels above a link at which an element may be marked as a pager. */
  const pagerDepth = 4;
  /** Characters of a pager with its numbers, its counts and its choice of a page size; `PageText` cuts there. */
  const maxPagerText = 200;
  const pagerName = new RegExp(pager, 'iu');
  /** What shows its content bit by bit: its "next" moves on within it. */
  const mover =
    /carousel|slider|slideshow|slick|swiper|splide|glide|flickity|lightbox|testimonial|calendar|datepicker|wizard/i;
  const pagerHeading = /pagin|navigat|page|seite/i;
  const headings = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  const own = new Set(items);
  const first = items[0];
  const last = items.at(-1);
  const around = ancestorsOf(first).filter(
    (above) => last === undefined || dom.isInside(last, above),
  );
  const [container] = around;
  const surroundings = new Set(around);

  function ancestorsOf(element: Element | undefined): readonly Element[] {
    const found: Element[] = [];
    let above = element === undefined ? undefined : dom.parent(element);
    while (above !== undefined) {
      found.push(above);
      above = dom.parent(above);
    }
    return found;
  }

  function nameOf(element: Element): string {
    return [
      dom.attribute(element, 'class').slice(0, 500),
      dom.attribute(element, 'id'),
      dom.attribute(element, 'aria-label'),
      dom.attribute(element, 'aria-roledescription'),
    ].join(' ');
  }

  /** The control with what stands around it, up to what holds the list as well. */
  function branchOf(control: Element): readonly Element[] {
    const branch: Element[] = [];
    let at: Element | undefined = control;
    while (at !== undefined && !surroundings.has(at)) {
      branch.push(at);
      at = dom.parent(at);
    }
    return at === undefined ? [] : branch;
  }

  /** Whether a part of the page is about something else than the list. */
  function isOwnPart(part: Element, title?: string): boolean {
    if (text.read(part).length >= maxPagerText) return true;
    if (part.matches('form, dialog, [role=dialog], [role=grid], [role=toolbar]')) return true;
    if (part.querySelector('blockquote, video, [role=grid], tr + tr, dialog') !== null) return true;
    return [...part.querySelectorAll(headings)].some(
      (heading) =>
        !(title !== undefined && heading.matches(title)) &&
        text.isVisible(heading) &&
        !pagerHeading.test(text.read(heading)),
    );
  }

  function follows(element: Element, other: Element): boolean {
    return (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }

  /** Whether a heading stands between the list and what follows it, so that another part of the page has begun. */
  function isBehindHeading(branch: Element): boolean {
    let at = dom.previous(branch);
    for (let count = 0; at !== undefined && count < 200; count += 1) {
      if (surroundings.has(at) || own.has(at) || (last !== undefined && dom.isInside(last, at))) {
        return false;
      }
      if (at.matches(headings) && text.isVisible(at)) return true;
      at = dom.previous(at);
    }
    return false;
  }

  return {
    isInPager(element) {
      let at: Element | undefined = element;
      for (let depth = 0; depth <= pagerDepth && at !== undefined; depth += 1) {
        if (pagerName.test(nameOf(at))) return true;
        at = dom.parent(at);
      }
      return false;
    },
    holds,
    isHeadedBy(element) {
      if (first === undefined || !holds(element, false, 'h1')) return false;
      return ![...document.querySelectorAll(headings)].some(
        (heading) =>
          follows(heading, element) &&
          follows(first, heading) &&
          !heading.matches('h1, aside *, nav *, form *') &&
          text.isVisible(heading),
      );
    },
  };

  function holds(control: Element, isBehind: boolean, title?: string): boolean {
    const branch = branchOf(control);
    const outermost = branch.at(-1);
    if (outermost === undefined || last === undefined || container === undefined) return false;
    if (branch.some((part) => own.has(part))) return false;
    const isLast = follows(control, last);
    if (isBehind && !isLast) return false;
    // The list itself may be what moves: then all of its items are on the page.
    const shared = around.slice(0, pagerDepth);
    if ([...branch, ...shared].some((part) => mover.test(nameOf(part)))) return false;
    if (branch.some((part) => isOwnPart(part, isLast ? undefined : title))) return false;
    return !isLast || !isBehindHeading(outermost);
  }
}
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
  const href = hrefOf(element);
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

/** How far the pager of a list reaches, as it shows it. */
export interface ShownPages {
  /** Of pages; `undefined` where no number is shown. */
  readonly current: number | undefined;
  readonly last: number | undefined;
  /** Of items: "21–30 of 57"; a page may say how many there are, and not how many it shows. */
  readonly shownItems: number | undefined;
  readonly allItems: number | undefined;
}

/** Characters; longer texts are no counts. */
const maxCount = 80;
/** Reads the numbers and counts that belong to the list. */
function readShownPages(place: ListPlace, labels: PaginationLabels, itemCount: number): ShownPages {
  const lastLabel = new RegExp(labels.last, 'u');
  let current: number | undefined;
  let last: number | undefined;
  let shownItems: number | undefined;
  let allItems: number | undefined;
  const allTotals = new Set<number>();
  const reach = (number: number): void => {
    last = Math.max(last ?? 0, number);
  };
  for (const element of dom.walk(document, maxWalked)) {
    if (element instanceof HTMLSelectElement) {
      const isShown = text.isVisible(element) && place.holds(element, false);
      const box = isShown ? readPageBox(element, place.isInPager(element)) : undefined;
      if (box === undefined) continue;
      current ??= box.current;
      reach(box.last);
      continue;
    }
    const raw = element.textContent ?? '';
    if (raw.length > maxCount * 2 || !(/\d/.test(raw) || element.matches(controls))) continue;
    if (!text.isVisible(element)) continue;
    const said = text.read(element);
    const isControl = element.matches('a, button, [role=button], [role=link]');
    const ungrouped = said.replaceAll(/(?<=\d)[.,](?=\d{3}\b)/g, '');
    const counts = itemsOf.exec(ungrouped);
    if (counts !== null && said.length <= maxCount && place.holds(element, false)) {
      [shownItems, allItems] = [Number(counts[2]), Number(counts[3])];
      continue;
    }
    const part = shownWord.test(said) && !isControl ? partOf.exec(ungrouped) : null;
    // Any other number is of another thing than the items that stand here.
    const isOfItems = part !== null && Number(part[1]) === itemCount && !pageWord.test(said);
    if (isOfItems && said.length <= maxCount && place.holds(element, false)) {
      [shownItems, allItems] = [Number(part[1]), Number(part[2])];
      continue;
    }
    const total = findTotal(ungrouped);
    // Entries of a table of contents are numbered too: "2 Results".
    const isSaid = element.closest(controls) === null && element.querySelector(controls) === null;
    if (total !== undefined && isSaid && place.isHeadedBy(element)) allTotals.add(total);
    if (!place.isInPager(element) && !isControl && !pageWord.test(said)) continue;
    if (!place.holds(element, false)) continue;
    const both = pageOf.exec(said);
    if (both !== null && (pageWord.test(said) || place.isInPager(element))) {
      current ??= Number(both[1]);
      reach(Number(both[2]));
      continue;
    }
    const only = onlyOf.exec(said);
    // The current number may stand in a box, or be chosen from a list.
    const box = pageWord.test(said) ? element.querySelector('input, select') : null;
    const isOfPages = place.isInPager(element) || (box !== null && /^\d+$/.test(valueOf(box)));
    if (only !== null && isOfPages) reach(Number(only[1]));
    if (!isControl) continue;
    if (/^\d{1,4}$/.test(said) && isPageNumber(element)) {
      current ??= currentAround(element);
      reach(Number(said));
    }
    const isLast = said !== '' && lastLabel.test(said.toLowerCase());
    const number = isLast ? findPageNumber(hrefOf(element)) : undefined;
    if (number !== undefined) reach(number);
  }
  // Two that differ are of different things.
  const [onlyTotal] = allTotals.size === 1 ? allTotals : [];
  return { current, last, shownItems, allItems: allItems ?? onlyTotal };
}

function valueOf(box: Element): string {
  return box instanceof HTMLInputElement || box instanceof HTMLSelectElement ? box.value : '';
}

/** Whether a number stands among the numbers of pages: the current one is marked, or it is the address of its page. */
function isPageNumber(control: Element): boolean {
  const isItsAddress = findPageNumber(hrefOf(control)) === Number(text.read(control));
  return isItsAddress || currentAround(control) !== undefined;
}

interface Directions {
  leadsOn(element: Element): boolean;
  leadsBack(element: Element): boolean;
}

function createDirections(labels: PaginationLabels): Directions {
  const on = [labels.next, labels.nextArrow].map((source) => new RegExp(source, 'u'));
  const back = [labels.prev, labels.prevArrow].map((source) => new RegExp(source, 'u'));
  const says = (element: Element, patterns: readonly RegExp[], rel: string): boolean =>
    dom.attribute(element, 'rel').toLowerCase().split(/\s+/).includes(rel) ||
    labelsOf(element).some((label) => patterns.some((each) => each.test(label.toLowerCase())));
  const leadsOn = (element: Element): boolean => says(element, on, 'next');
  return {
    leadsOn,
    leadsBack: (element) => !leadsOn(element) && says(element, back, 'prev'),
  };
}

/** Returns the control of some that leads on; `undefined` where all lead back. */
function chooseControl(
  shown: readonly Element[],
  { leadsOn, leadsBack }: Directions,
  firstLabel: string | undefined,
): Element | undefined {
  const onward = shown.filter((element) => !leadsBack(element));
  const [first] = onward;
  if (first === undefined) return undefined;
  const same = firstLabel && onward.find((each) => labelOf(each) === firstLabel);
  const named = onward.length === shown.length ? undefined : onward.find((each) => leadsOn(each));
  const other = leadsHere(first) ? onward.find(leadsElsewhere) : undefined;
  const chosen = same || (named ?? other ?? first);
  // The place of a link in a pager may be that of another number on the next page.
  const number = /^\d{1,4}$/.test(text.read(chosen)) ? Number(text.read(chosen)) : undefined;
  const zone = number === undefined ? undefined : zoneAround(chosen);
  const current = zone && findCurrent(zone);
  if (zone === undefined || current === undefined || number === current + 1) return chosen;
  const all = [...zone.querySelectorAll(controls)].filter((each) => text.isVisible(each));
  const following =
    all.find((each) => leadsOn(each)) ??
    all.find((each) => text.read(each) === String(current + 1));
  return following ?? (Number(number) > current ? chosen : undefined);
}

/** Whether a link leads to the page it stands on; `#` and the like are buttons in disguise. */
function leadsHere(element: Element): boolean {
  return element.matches('a[href=""]') || hrefOf(element) === location.href.replace(/#.*$/s, '');
}

function leadsElsewhere(element: Element): boolean {
  return hrefOf(element) !== '' && !leadsHere(element);
}

function labelOf(element: Element): string {
  const [label = ''] = labelsOf(element);
  return /\d/.test(label) ? '' : label;
}

function findControl(
  selectors: readonly Selector['parts'][],
  { labels, firstLabel }: Pick<PagerInput, 'labels' | 'firstLabel'>,
): PagerControl | undefined {
  const directions = labels && createDirections(labels);
  const hits = selectors.map((parts) =>
    findAll(parts, document).filter((element) => text.isVisible(element)),
  );
  const shown = hits.map((elements) =>
    directions === undefined ? elements[0] : chooseControl(elements, directions, firstLabel),
  );
  const alternative = shown.findIndex((element) => element !== undefined);
  const element = shown[alternative];
  if (element === undefined) return undefined;
  return {
    mark: markOf(element),
    alternative,
    lost: shown.flatMap((other, index) => (other === element ? [] : [index])),
    href: hrefOf(element),
    isDisabled: isDisabled(element),
    label: labelOf(element),
    isOther: element !== hits[alternative]?.[0],
  };
}

export function readPager({ control, until, labels, firstLabel }: PagerInput): PagerState {
  const ended = until?.findIndex((parts) =>
    findAll(parts, document).some((element) => text.isVisible(element)),
  );
  const found = control === undefined ? undefined : findControl(control, { labels, firstLabel });
  const element = found && elementOf(found.mark);
  return {
    control: found,
    current: labels === undefined || element === undefined ? undefined : currentAround(element),
    until: ended === -1 ? undefined : ended,
    hasDialog: hasDialog(),
  };
}

export function findCandidates({
  items: alternatives,
  labels,
  asksWhole,
}: PaginationQuestion): PaginationCandidates {
  const hits = alternatives.map((parts) => findAll(parts, document));
  const items = (hits.find((found) => found.length > 0) ?? []).filter((item) =>
    text.isVisible(item),
  );
  const itemCount = items.length;
  // A single item has neighbours ("next article") and no further pages.
  if (itemCount < 2) return { candidates: [], itemCount, isWhole: false, pages: noPages };
  const place = createListPlace(items, labels.pager);
  const patterns: RegExps = {
    next: new RegExp(labels.next, 'u'),
    nextArrow: new RegExp(labels.nextArrow, 'u'),
    more: new RegExp(labels.more, 'u'),
  };
  const candidates = new Map<PaginationCandidate['kind'], PaginationCandidate>();
  let isWhole = false;
  for (const element of dom.walk(document, maxWalked)) {
    if (!element.matches(controls) || dom.hasAttribute(element, 'aria-expanded')) continue;
    const named = kindOf(element, patterns, place.isInPager(element));
    const kind = named ?? (isNextNumber(element) ? 'numbers' : undefined);
    if (kind === undefined || candidates.has(kind) || !text.isVisible(element)) continue;
    if (!place.holds(element, kind === 'more')) continue;
    if (isDisabled(element)) {
      isWhole ||= kind === 'next';
      continue;
    }
    // An empty address is that of the page as well.
    const isEmpty = element.matches('a[href=""]');
    if (isEmpty || hrefOf(element) === location.href) continue;
    const [label = ''] = labelsOf(element);
    candidates.set(kind, { kind, mark: markOf(element), label, isSafe: isSafe(element) });
  }
  const order: readonly PaginationCandidate['kind'][] = ['next', 'more', 'numbers'];
  return {
    candidates: order.flatMap((kind) => candidates.get(kind) ?? []),
    itemCount,
    isWhole: asksWhole && candidates.size === 0 && (isWhole || saysWhole(itemCount)),
    pages: readShownPages(place, labels, itemCount),
  };
}

/** Levels above a number at which all numbers stand together. */
const maxLevels = 4;
/** Most elements among which the current number is searched. */
const maxElements = 200;
const stated = '[aria-current]:not([aria-current=false])';
const candidates = `${stated}, [class], strong, b, em, span`;
const currentClass = /(?:^|[-_])(?:current|active|selected)$/i;

/** Whether it is marked as current, or a number that is no link among numbers that are. */
function isMarked(element: Element): boolean {
  return (
    dom.hasAttribute(element, 'aria-current') ||
    dom.classes(element).some((name) => currentClass.test(name)) ||
    (element.closest('a, button') === null && element.querySelector('a, button') === null)
  );
}

function findCurrent(zone: Element): number | undefined {
  for (const element of [...zone.querySelectorAll(candidates)].slice(0, maxElements)) {
    const said = isMarked(element) ? /^\D{0,20}(\d{1,4})\D{0,20}$/.exec(text.read(element)) : null;
    if (said !== null) return Number(said[1]);
  }
  return undefined;
}

/** Returns the nearest element around a control that shows the number of the current page. */
function zoneAround(control: Element): Element | undefined {
  let zone = dom.parent(control);
  for (let level = 0; level < maxLevels && zone !== undefined; level += 1) {
    if (findCurrent(zone) !== undefined) return zone;
    zone = dom.parent(zone);
  }
  return undefined;
}

/** The number of the current page among the numbers of others; a number in a list is none. */
function currentAround(control: Element): number | undefined {
  const zone = zoneAround(control);
  // A number by itself may be anything, unless the page says that it is the current one.
  const others = [...(zone?.querySelectorAll(`${controls}, ${stated}`) ?? [])];
  return others.some((each) => /^\d{1,4}$/.test(text.read(each)))
    ? zone && findCurrent(zone)
    : undefined;
}

/** Whether a control shows the number of the page after the current one. */
export function isNextNumber(control: Element): boolean {
  const label = text.read(control);
  const current = /^\d{1,4}$/.test(label) ? currentAround(control) : undefined;
  return current !== undefined && Number(label) === current + 1;
}
