import { findFirstPlace, getOrMake, toWordSet } from '../../runtime/collections.ts';
import { type PurchaseBlock, findPurchaseBlock, isAlike } from './find-purchase-block.ts';
import { markOtherThings } from './mark-other-things.ts';
import { compareWords } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

export interface PageZones {
  readonly mainHeading: IndexedElement | undefined;
  /** The part that sells the main subject; `undefined` on pages that sell nothing. */
  readonly purchase: PurchaseBlock | undefined;
  readonly isAside: (element: IndexedElement) => boolean;
  /** Whether it stands outside of the one element that a page marks as its main part, with the main heading in it. */
  readonly isBesideMain: (element: IndexedElement) => boolean;
  /** Whether it is in the card of another thing than the page is about, with a link to its page. */
  readonly isOfOther: (element: IndexedElement) => boolean;
  /** Whether visitors wrote it: a comment, a review. */
  readonly isByVisitor: (element: IndexedElement) => boolean;
  /** How near a text is to the main heading, 0 to 1; 1 directly below it. */
  readonly nearness: (element: IndexedElement) => number;
}

const asideTags: ReadonlySet<string> = new Set(['nav', 'footer', 'aside']);
const asideTokens: ReadonlySet<string> = toWordSet(
  'related recommend recommended recommendation recommendations recommendationslist carousel slider ' +
    'comment comments sidebar footer breadcrumb breadcrumbs nav navbar navigation menu upsell crosssell ' +
    'newsletter popular trending similar recently viewed cookie share social minicart cart promo',
);
/** The dialog that asks for consent can be most of a page's text. */
const consentTokens: ReadonlySet<string> = new Set(['consent', 'onetrust']);
/** Classes and ids of what visitors wrote, alone or as the last word: `review`, `product-reviews`. */
const visitorName = /(?:^|[\s_-])(?:reviews?|comments?|commentlist|testimonials?)(?=\s|$)/i;
/** Names of the same in markup for programs. */
const visitorProperty = /(?:^|[\s:])(?:reviews?|comment)(?=\s|$)/;
const visitorType = /(?:^|[/:\s])(?:User)?(?:Review|Comments?)$/;
/** Share of the page's text above which an element is never treated as a sidebar. */
const mainShare = 0.4;
/** Characters below the main heading over which nearness falls to about a third. */
const nearLength = 2_000;
/** Nearness directly above the main heading (breadcrumbs, labels, the author); the site's header is farther up. */
const aboveNearness = 0.4;
/** Characters above the main heading over which nearness falls to half of that. */
const nearLengthAbove = 500;
/** Bonus of an `<h1>` over its likeness to the title; other ranks add almost nothing. */
const firstRankBonus = 0.4;
const perRank = 0.02;
/** Least likeness to the title for headings below the second rank. */
const minLikeness = 0.5;
const maxFreeRank = 2;
/** Smallest difference that counts: below it is floating-point noise, and the earlier heading is kept. */
const leastGain = 1e-9;

/** Finds the main heading; the other zones where one is first asked for. */
export function findZones(page: PageIndex): PageZones {
  const mainHeading = findMainHeading(page);
  const from = mainHeading?.textStart ?? 0;
  let known: ZoneMarks | undefined;
  const marks = (): ZoneMarks => (known ??= markZones(page, mainHeading));
  const main = findMain(page, mainHeading);
  let others: Uint8Array | undefined;
  const listOthers = (): Uint8Array => {
    const { core, action } = marks().purchase ?? {};
    return markOtherThings(page, [mainHeading, core, action]);
  };
  return {
    mainHeading,
    get purchase() {
      return marks().purchase;
    },
    isAside: ({ position }) => marks().aside[position] === 1,
    isBesideMain: (element) =>
      main !== undefined && (element.end <= main.position || element.position >= main.end),
    isOfOther: ({ position }) => (others ??= listOthers())[position] === 1,
    isByVisitor: ({ position }) => marks().byVisitor[position] === 1,
    nearness({ textStart }) {
      const distance = textStart - from;
      return distance < 0
        ? aboveNearness / (1 - distance / nearLengthAbove)
        : 1 / (1 + distance / nearLength);
    },
  };
}

/** The one `<main>` of a page, where it has the main heading. */
function findMain(
  page: PageIndex,
  heading: IndexedElement | undefined,
): IndexedElement | undefined {
  const [main, another] = page.elements.filter(
    ({ node }) => node.name === 'main' || node.attribs['role'] === 'main',
  );
  if (main === undefined || another !== undefined || heading === undefined) return undefined;
  return contains(main, heading.position) ? main : undefined;
}

/** The zones of a page, by the positions of its elements. */
interface ZoneMarks {
  readonly purchase: PurchaseBlock | undefined;
  readonly aside: Uint8Array;
  readonly byVisitor: Uint8Array;
}

function markZones(page: PageIndex, mainHeading: IndexedElement | undefined): ZoneMarks {
  const kept = new Set<number>();
  // An element around the main heading, or around what is bought, is no aside, whatever its name.
  const purchase = findPurchaseBlock(page, mainHeading);
  for (const inner of [mainHeading, purchase?.core, purchase?.action]) {
    for (const { position } of inner === undefined ? [] : page.around(inner)) kept.add(position);
  }
  // So is the footer of the article, which often names its author.
  for (const element of page.elements) {
    if (element.node.name !== 'footer') continue;
    const [, ...around] = page.around(element, maxFooterDepth + 1);
    const article = around.find(({ node }) => node.name === 'article');
    if (article !== undefined && kept.has(article.position)) kept.add(element.position);
  }
  const aside = new Uint8Array(page.elements.length);
  const byVisitor = new Uint8Array(page.elements.length);
  for (const element of page.elements) {
    if (element.parent >= 0 && aside[element.parent] === 1) aside[element.position] = 1;
    else if (!kept.has(element.position) && looksAside(page, element)) aside[element.position] = 1;
    if (byVisitor[element.parent] === 1 || (!kept.has(element.position) && isVisitorPart(element)))
      byVisitor[element.position] = 1;
  }
  return { purchase, aside, byVisitor };
}

const maxFooterDepth = 6;

function isVisitorPart({ depth, node }: IndexedElement): boolean {
  const {
    class: names = '',
    id = '',
    itemprop = '',
    property = '',
    itemtype = '',
    typeof: type = '',
  } = node.attribs;
  if (visitorProperty.test(itemprop || property) || visitorType.test(itemtype || type)) return true;
  return depth >= 2 && (visitorName.test(names) || visitorName.test(id));
}

function looksAside(page: PageIndex, element: IndexedElement): boolean {
  if (asideTags.has(element.node.name)) return true;
  if (element.depth < 2) return false;
  const tokens = page.tokensOf(element);
  if (Array.from(tokens).some((token) => consentTokens.has(token))) return true;
  // An element with this much of the page's text is the main content, whatever its name.
  if (element.textEnd - element.textStart > page.text.length * mainShare) return false;
  return Array.from(tokens).some((token) => asideTokens.has(token));
}

/** Returns the heading most similar to the title; else a lone `<h1>`. One that is a link to the front page names the site. */
function findMainHeading(page: PageIndex): IndexedElement | undefined {
  const headings = page.elements.filter((element) => headingLevel(element) !== undefined);
  const own = headings.filter(
    (heading) =>
      !isLinkToFront(page, heading) && !isByline(page, heading) && !isInNotice(page, heading),
  );
  const best =
    chooseHeading(page, own) ??
    chooseHeading(
      page,
      headings.filter((heading) => !isInDialog(page, heading)),
    );
  return best === undefined ? undefined : (findTopic(page, best, own) ?? best);
}

/** The heading that a title begins with, where a heading in the header of the page is the rest of it: the site's name. */
function findTopic(
  page: PageIndex,
  best: IndexedElement,
  headings: readonly IndexedElement[],
): IndexedElement | undefined {
  const name = page.lineOf(best);
  const header = page
    .around(best)
    .find((around) => around.node.name === 'header' || page.tokensOf(around).has('header'));
  if (header === undefined || !page.title.endsWith(name)) return undefined;
  return headings.find((heading) => {
    const line = page.lineOf(heading);
    if (heading.position < header.end || line === '' || !page.title.startsWith(line)) return false;
    return marksAlone.test(page.title.slice(line.length, -name.length));
  });
}

const marksAlone = /^[^\p{L}\p{N}]{1,5}$/u;

/** What pages call a part that they lay over themselves. */
const overlayTokens: ReadonlySet<string> = toWordSet(
  'modal popup overlay lightbox newsletter paywall',
);
/** What they call one that asks for consent, which can be most of a page's text. */
const noticeTokens: ReadonlySet<string> = toWordSet('cookie cookies consent gdpr cmp onetrust');
const maxNoticeDepth = 8;

/** Whether a heading that the title does not name is that of a part laid over the page. */
function isInNotice(page: PageIndex, heading: IndexedElement): boolean {
  return isInPart(page, heading, (part) => isNotice(page, part));
}

/** Whether a heading that the title does not name is that of a dialog over a page with more to say: it is no title of that. */
function isInDialog(page: PageIndex, heading: IndexedElement): boolean {
  return isInPart(page, heading, (part) => isDialog(part) && isPart(page, part));
}

/** Whether a heading that the title does not name is in such a part. */
function isInPart(
  page: PageIndex,
  heading: IndexedElement,
  isSuch: (part: IndexedElement) => boolean,
): boolean {
  return (
    page.around(heading, maxNoticeDepth).some(isSuch) &&
    compareWords(page.lineOf(heading), page.title) < minLikeness
  );
}

function isDialog({ node: { name, attribs } }: IndexedElement): boolean {
  return (
    name === 'dialog' ||
    attribs['aria-modal'] === 'true' ||
    /^(?:alert)?dialog$/.test(attribs['role'] ?? '')
  );
}

function isPart(page: PageIndex, { textStart, textEnd }: IndexedElement): boolean {
  return page.text.slice(0, textStart).trim() !== '' || page.text.slice(textEnd).trim() !== '';
}

function isNotice(page: PageIndex, part: IndexedElement): boolean {
  if (isDialog(part)) return true;
  if (part.depth < 2) return false;
  const tokens = Array.from(page.tokensOf(part));
  const isSmall = part.textEnd - part.textStart <= page.text.length * mainShare;
  return tokens.some((token) => noticeTokens.has(token) || (isSmall && overlayTokens.has(token)));
}

/** Whether a heading names who wrote what another one is the title of. */
function isByline(page: PageIndex, heading: IndexedElement): boolean {
  const tokens = page.tokensOf(heading);
  return tokens.has('author') || tokens.has('byline');
}

function isLinkToFront(page: PageIndex, heading: IndexedElement): boolean {
  const link = page.elements
    .slice(heading.position + 1, heading.end)
    .find(({ node }) => node.name === 'a');
  if (link === undefined || page.lineOf(link) !== page.lineOf(heading)) return false;
  const { url } = page.reading;
  const target = URL.parse(link.node.attribs['href'] ?? '', url);
  const own = URL.parse(url);
  const isOwnFront = own !== null && isFront(own);
  return target !== null && isFront(target) && target.origin === own?.origin && !isOwnFront;
}

/** Pages are named by the query as well: `/?p=12`. */
function isFront({ pathname, search }: URL): boolean {
  return pathname === '/' && search === '';
}

function chooseHeading(
  page: PageIndex,
  headings: readonly IndexedElement[],
): IndexedElement | undefined {
  let best: IndexedElement | undefined;
  let bestScore = 0;
  for (const element of headings) {
    const level = headingLevel(element) ?? 1;
    const line = page.lineOf(element);
    if (line === '') continue;
    const bonus = level === 1 ? firstRankBonus : perRank * (4 - level);
    const likeness = compareWords(line, page.title);
    const score = likeness + bonus;
    if (level > 1 && likeness <= minLikeness && isOfSection(page, element)) continue;
    if (score > bestScore + leastGain && (level <= maxFreeRank || score > minLikeness)) {
      best = element;
      bestScore = score;
    }
  }
  return best;
}

/** Elements of a text: what stands behind one of them heads a part of the page, and not the page. */
const textTags: ReadonlySet<string> = new Set(['p', 'table', 'pre', 'dl']);
const maxSectionClimb = 3;

/** Whether a heading stands behind a part of the text that it would be the title of. */
function isOfSection(page: PageIndex, heading: IndexedElement): boolean {
  return page.around(heading, maxSectionClimb).some((block) => {
    const outer = page.elements[block.parent];
    return outer !== undefined && findFirstText(page, outer) < block.position;
  });
}

const firstTexts = new WeakMap<IndexedElement, number>();

function findFirstText(page: PageIndex, outer: IndexedElement): number {
  return getOrMake(
    firstTexts,
    outer,
    () =>
      page
        .childrenOf(outer)
        .find(({ node, textStart, textEnd }) => textTags.has(node.name) && textEnd > textStart)
        ?.position ?? Number.POSITIVE_INFINITY,
  );
}

/** 1 to 6 for headings. */
export function headingLevel(element: IndexedElement): number | undefined {
  const level = /^h([1-6])$/.exec(element.node.name)?.[1];
  return level === undefined ? undefined : Number(level);
}

interface AlikeBlocks {
  readonly blocks: readonly IndexedElement[];
  readonly things: number;
}

/** Fewer blocks with a value are variants, or two amounts of one thing. */
const minThings = 3;
const maxClimb = 12;
const maxExamined = 200;
/** Characters from which the text of a block, such as a review, is more than a label and a value. */
const minProse = 80;
const maxNameLength = 200;
/** Least letters of what a row is about; "1+", "S" and "XL" are choices of one thing. */
const minRowLetters = 3;

/** The alike blocks around `element` of which several hold one of `places` (ascending) and a heading, a link or a text. */
export function findAlikeBlocks(
  page: PageIndex,
  { mainHeading, purchase }: PageZones,
  element: IndexedElement,
  places: readonly number[],
): AlikeBlocks | undefined {
  const own = [mainHeading, purchase?.action].filter((part) => part !== undefined);
  if (purchase !== undefined && contains(purchase.core, element.position)) return undefined;
  for (const block of page.around(element, maxClimb)) {
    const parent = page.elements[block.parent];
    if (parent === undefined || own.some(({ position }) => contains(block, position))) break;
    const blocks = page
      .childrenOf(parent)
      .filter(
        (child) => isAlike(block, child) && !own.some(({ position }) => contains(child, position)),
      );
    if (blocks.length >= minThings && isThing(page, block)) {
      const names = new Set(
        blocks
          .filter((child) => holdsPlace(child, places) && isThing(page, child))
          .map((child) => nameOf(page, child)),
      );
      if (names.size >= minThings) return { blocks, things: names.size };
    }
  }
  return undefined;
}

function isThing(page: PageIndex, block: IndexedElement): boolean {
  if (block.node.name === 'tr') return nameOf(page, block).length >= minRowLetters;
  if (block.textEnd - block.textStart >= minProse) return true;
  return page.elements
    .slice(block.position, Math.min(block.end, block.position + maxExamined))
    .some((element) => headingLevel(element) !== undefined || isLink(element));
}

function isLink({ node: { name, attribs } }: IndexedElement): boolean {
  return name === 'a' && /^(?!#|[a-z]+:(?!\/\/))./i.test(attribs['href'] ?? '');
}

/** The letters that a block begins with: numbers differ between the quantities of one thing, too. */
function nameOf(page: PageIndex, { textStart, textEnd }: IndexedElement): string {
  return page.text
    .slice(textStart, Math.min(textEnd, textStart + maxNameLength))
    .replaceAll(/[^\p{L}]+/gu, '');
}

function contains({ position, end }: IndexedElement, inner: number): boolean {
  return inner >= position && inner < end;
}

function holdsPlace(block: IndexedElement, places: readonly number[]): boolean {
  const at = findFirstPlace(places.length, (place) => (places[place] ?? 0) >= block.position);
  return contains(block, places[at] ?? Number.POSITIVE_INFINITY);
}
