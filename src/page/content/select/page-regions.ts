import type { Element, ParentNode } from 'domhandler';
import { isTag } from 'domhandler';
import { splitName } from './split-words.ts';

const tagPriors: ReadonlyMap<string, number> = new Map([
  ['main', 0.35],
  ['article', 0.35],
  ['nav', -1.3],
  ['footer', -1.1],
  ['aside', -0.5],
]);
const rolePriors: ReadonlyMap<string, number> = new Map([
  ['main', 0.35],
  ['navigation', -1.3],
  ['menu', -1.3],
  ['menubar', -1.3],
  ['contentinfo', -1.1],
  ['complementary', -0.5],
  ['search', -1],
]);
/** English names only help where a page uses them; they are weaker than tags because sites use them for anything. */
const wordPriors: ReadonlyMap<string, number> = new Map([
  ...['nav', 'navbar', 'navigation', 'navi', 'submenu', 'megamenu', 'menu', 'sitemap'].map(
    prior(-1.3),
  ),
  ...['footer', 'colophon'].map(prior(-1.1)),
  ...[
    'related',
    'recommended',
    'recommendation',
    'recommend',
    'similar',
    'upsell',
    'crosssell',
  ].map(prior(-0.9)),
  ...['cookie', 'consent', 'newsletter', 'subscribe', 'popup', 'modal', 'advert', 'sponsor'].map(
    prior(-1),
  ),
  ...['share', 'sharing', 'social', 'login', 'signup', 'promo'].map(prior(-1)),
  ...['comment', 'respond', 'disqus'].map(prior(-0.7)),
  ...['sidebar'].map(prior(-0.5)),
]);

function prior(value: number): (word: string) => readonly [string, number] {
  return (word) => [word, value];
}

/** Where blocks stand in a page, and what the names around them hint at. */
export interface PageRegions {
  /** Above 0 in the main part, below 0 in navigation, footers and the like. */
  priorOf(element: Element | undefined): number;
}

interface Region {
  readonly prior: number;
  readonly inMain: boolean;
}

const outside: Region = { prior: 0, inMain: false };

/** Regions of one page; every element is judged once. */
export function createPageRegions(): PageRegions {
  const regions = new Map<Element, Region>();
  return {
    priorOf(element) {
      if (element === undefined) return 0;
      const { prior, inMain } = regionOf(element, regions);
      return prior < 0 ? prior : inMain ? 0.35 : 0;
    },
  };
}

function regionOf(element: Element, regions: Map<Element, Region>): Region {
  const path: Element[] = [];
  let above: ParentNode | null = element;
  while (above !== null && isTag(above) && !regions.has(above)) {
    path.push(above);
    above = above.parent;
  }
  let region = above !== null && isTag(above) ? (regions.get(above) ?? outside) : outside;
  for (const inner of path.reverse()) {
    region = enterRegion(inner, region);
    regions.set(inner, region);
  }
  return region;
}

function enterRegion(element: Element, around: Region): Region {
  // Names on the root describe the page, not a part of it.
  if (element.name === 'html' || element.name === 'body') return around;
  const own = ownPrior(element);
  if (own === 0) return around;
  return { prior: Math.min(around.prior, own), inMain: around.inMain || own > 0 };
}

function ownPrior(element: Element): number {
  const known = tagPriors.get(element.name) ?? rolePriors.get(element.attribs['role'] ?? '');
  if (known !== undefined) return known;
  const names = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`;
  if (names.length < 3) return 0;
  let prior = 0;
  for (const word of splitName(names)) prior = Math.min(prior, wordPriors.get(word) ?? 0);
  return prior;
}
