import type { IndexedElement, PageIndex } from './index-page.ts';
import { compareWords } from './fold-label.ts';

/** Where on the page the main thing is, and where it is not. */
export interface PageZones {
  readonly mainHeading: IndexedElement | undefined;
  /** Whether an element lies in navigation, a footer, comments, or a list of other things. */
  readonly isAside: (element: IndexedElement) => boolean;
  /** 0 to 1: how near below the main heading a text lies; 1 right at it. */
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
/** Share of the text that no sidebar has. */
const mainShare = 0.4;
/** Characters below the main heading over which nearness falls to about a third. */
const nearLength = 2_000;
/** Right above the main heading stand breadcrumbs and labels, sometimes the author; farther up the site's own things. */
const aboveNearness = 0.4;
/** Characters above the main heading over which nearness falls to half of that. */
const nearLengthAbove = 500;
/** What the rank of a heading adds to its likeness to the title: an `<h1>` much, the others as good as nothing. */
const firstRankBonus = 0.4;
const perRank = 0.02;
/** Headings below the second rank must be nearly what the title says. */
const minLikeness = 0.5;
const maxFreeRank = 2;
/** Less is noise of floating-point numbers, and the earlier heading stays. */
const leastGain = 1e-9;

/** Finds the main heading and the parts of the page that are about other things. */
export function findZones(page: PageIndex): PageZones {
  const mainHeading = findMainHeading(page);
  const kept = new Set<number>();
  // Shells named "content-sidebar-wrap" hold the article too: what contains the main heading is no aside.
  for (let at = mainHeading?.position ?? -1; at >= 0; at = page.elements[at]?.parent ?? -1)
    kept.add(at);
  const aside = new Uint8Array(page.elements.length);
  for (const element of page.elements) {
    if (element.parent >= 0 && aside[element.parent] === 1) aside[element.position] = 1;
    else if (!kept.has(element.position) && looksAside(page, element)) aside[element.position] = 1;
  }
  const from = mainHeading?.textStart ?? 0;
  return {
    mainHeading,
    isAside: (element) => aside[element.position] === 1,
    nearness(element) {
      const distance = element.textStart - from;
      return distance < 0
        ? aboveNearness / (1 - distance / nearLengthAbove)
        : 1 / (1 + distance / nearLength);
    },
  };
}

function looksAside(page: PageIndex, element: IndexedElement): boolean {
  if (asideTags.has(element.node.name)) return true;
  if (element.depth < 2) return false;
  // What holds most of the page's text is the page, whatever its name.
  if (element.textEnd - element.textStart > page.text.length * mainShare) return false;
  for (const token of page.tokensOf(element)) if (asideTokens.has(token)) return true;
  return false;
}

/** The heading that says what the title says; a lone `<h1>` when none does. */
function findMainHeading(page: PageIndex): IndexedElement | undefined {
  let best: IndexedElement | undefined;
  let bestScore = 0;
  for (const element of page.elements) {
    const level = headingLevel(element);
    if (level === undefined) continue;
    const line = page.lineOf(element);
    if (line === '') continue;
    const bonus = level === 1 ? firstRankBonus : perRank * (4 - level);
    const score = compareWords(line, page.reading.title) + bonus;
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
