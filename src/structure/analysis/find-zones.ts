import { findPurchaseBlock, type PurchaseBlock } from './find-purchase-block.ts';
import { compareWords } from './fold-label.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

/** Which parts of a page are about its main subject. */
export interface PageZones {
  readonly mainHeading: IndexedElement | undefined;
  /** The part that sells the main subject; `undefined` on pages that sell nothing. */
  readonly purchase: PurchaseBlock | undefined;
  /** Whether an element lies in navigation, a footer, comments, or a list of other things. */
  readonly isAside: (element: IndexedElement) => boolean;
  /** How near a text is to the main heading, 0 to 1; 1 directly below it. */
  readonly nearness: (element: IndexedElement) => number;
}

const asideTags: ReadonlySet<string> = new Set(['nav', 'footer', 'aside']);
const asideTokens: ReadonlySet<string> = new Set(
  (
    'related recommend recommended recommendation recommendations recommendationslist carousel slider ' +
    'comment comments sidebar footer breadcrumb breadcrumbs nav navbar navigation menu upsell crosssell ' +
    'newsletter popular trending similar recently viewed cookie consent share social minicart cart promo'
  ).split(' '),
);
/** Share of the page's text above which an element is never treated as a sidebar. */
const mainShare = 0.4;
/** Characters below the main heading over which nearness falls to about a third. */
const nearLength = 2_000;
/**
 * Nearness directly above the main heading, where breadcrumbs, labels and sometimes the author are; the site's header
 * is farther up.
 */
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

/** Finds the main heading and the parts of the page that are about other things. */
export function findZones(page: PageIndex): PageZones {
  const mainHeading = findMainHeading(page);
  const kept = new Set<number>();
  // Wrappers named "content-sidebar-wrap" hold the article too: an element around the main heading is not an aside.
  // Neither is one around what is bought, whatever its name: a form of class "cart" sells the article.
  const purchase = findPurchaseBlock(page, mainHeading);
  for (const inner of [mainHeading, purchase?.core, purchase?.action]) {
    for (let at = inner?.position ?? -1; at >= 0; at = page.elements[at]?.parent ?? -1)
      kept.add(at);
  }
  // So is the footer of the article, which often names its author.
  for (const element of page.elements) {
    if (element.node.name !== 'footer') continue;
    const article = findArticle(page, element);
    if (article !== undefined && kept.has(article.position)) kept.add(element.position);
  }
  const aside = new Uint8Array(page.elements.length);
  for (const element of page.elements) {
    if (element.parent >= 0 && aside[element.parent] === 1) aside[element.position] = 1;
    else if (!kept.has(element.position) && looksAside(page, element)) aside[element.position] = 1;
  }
  const from = mainHeading?.textStart ?? 0;
  return {
    mainHeading,
    purchase,
    isAside: (element) => aside[element.position] === 1,
    nearness(element) {
      const distance = element.textStart - from;
      return distance < 0
        ? aboveNearness / (1 - distance / nearLengthAbove)
        : 1 / (1 + distance / nearLength);
    },
  };
}

/** Most elements between an article and its footer. */
const maxFooterDepth = 6;

/** Returns the `<article>` that a footer belongs to. */
function findArticle(page: PageIndex, footer: IndexedElement): IndexedElement | undefined {
  let around = page.elements[footer.parent];
  for (let step = 0; step < maxFooterDepth && around !== undefined; step += 1) {
    if (around.node.name === 'article') return around;
    around = page.elements[around.parent];
  }
  return undefined;
}

function looksAside(page: PageIndex, element: IndexedElement): boolean {
  if (asideTags.has(element.node.name)) return true;
  if (element.depth < 2) return false;
  // An element with this much of the page's text is the main content, whatever its name.
  if (element.textEnd - element.textStart > page.text.length * mainShare) return false;
  for (const token of page.tokensOf(element)) if (asideTokens.has(token)) return true;
  return false;
}

/** Returns the heading most similar to the title; else a lone `<h1>`. */
function findMainHeading(page: PageIndex): IndexedElement | undefined {
  let best: IndexedElement | undefined;
  let bestScore = 0;
  for (const element of page.elements) {
    const level = headingLevel(element);
    if (level === undefined) continue;
    const line = page.lineOf(element);
    if (line === '') continue;
    const bonus = level === 1 ? firstRankBonus : perRank * (4 - level);
    const score = compareWords(line, page.title) + bonus;
    if (score > bestScore + leastGain && (level <= maxFreeRank || score > minLikeness)) {
      best = element;
      bestScore = score;
    }
  }
  return best;
}

/** 1 to 6 for headings. */
export function headingLevel(element: IndexedElement): number | undefined {
  const name = element.node.name;
  if (name.length !== 2 || name[0] !== 'h') return undefined;
  const level = Number(name[1]);
  return level >= 1 && level <= 6 ? level : undefined;
}
