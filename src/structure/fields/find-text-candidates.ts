import { add } from './add-candidate.ts';
import { atLeast, priorOf, type Candidate } from './candidate.ts';
import type { FieldPlan } from './plan-fields.ts';
import { readPriceLine } from '../values/read-price-line.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { findPriceSense } from '../values/find-price-sense.ts';
import { parseStockLine } from '../values/parse-availability.ts';
import type { Scope } from './scope.ts';
import { statesServings } from '../values/parse-yield.ts';

/** Trust in a control to buy: shops remove it for sold-out articles. */
const actionTrust = 0.65;
/** Trust in a line about stock near the heading, and how much of it remains far below. */
const stockLineTrust = 0.6;
const farStockTrust = 0.5;
/** Characters below the heading within which a line about stock is about the article. */
const maxStockDistance = 1_500;
const maxStockLine = 200;
const choiceTags: ReadonlySet<string> = new Set(['option', 'select', 'label', 'li', 'td']);
/** A `<time>` far from the main heading, or beside the content, belongs to a teaser or a comment. */
const farTimeTrust = 0.3;
const asideTimeTrust = 0.3;
/** What a page says of itself: its canonical address and its language. */
const selfStatedTrust = 0.95;
/** Trust in the requested URL, which may hold tracking parameters. */
const askedAddressTrust = 0.5;
/** Trust in the site's name as the publisher of an article. */
const siteNameTrust = 0.85;
/** Trust in a lone duration or a line about servings: just above the least confidence, higher near the main heading. */
const durationTrust = 0.35;
const servingsTrust = 0.3;
const nearServingsBonus = 0.2;
/** Most elements examined for values without a name. */
const maxLooked = 60;
/** Characters below the heading within which a number counts as near it. */
const maxScanned = 2_000;

/**
 * Returns values recognised by their own form: `<time>`, amounts with a currency, buttons to buy, images, the page's
 * URL.
 */
export function findTextCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  return finders.get(plan.kind)?.(plan, scope) ?? [];
}

const finders: ReadonlyMap<
  FieldPlan['kind'],
  (plan: FieldPlan, scope: Scope) => readonly Candidate[]
> = new Map([
  ['date', findTimes],
  ['money', findAmounts],
  ['currency', findAmounts],
  ['availability', findStock],
  ['duration', findDurations],
  ['yield', findServings],
  ['url', findAddress],
  ['language', findLanguage],
  ['organization', findSiteName],
] as const);

function findTimes(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  if (plan.concept?.name !== 'publishedDate') return [];
  const { page, zones } = scope.facts;
  const candidates: Candidate[] = [];
  for (const element of page.elements) {
    if (element.node.name !== 'time' || candidates.length >= maxLooked) continue;
    const weight =
      priorOf('heading', plan.kind) *
      (zones.isAside(element) ? asideTimeTrust : 1) *
      atLeast(farTimeTrust, zones.nearness(element));
    const text = element.node.attribs['datetime'];
    const source = { node: element.node, attribute: 'datetime' };
    if (text !== undefined)
      add(candidates, plan, scope, { text, source, origin: 'heading', weight, machine: true });
    else {
      const line = page.lineOf(element, 60);
      add(candidates, plan, scope, {
        text: line,
        source: { node: element.node },
        origin: 'heading',
        weight,
        machine: false,
      });
    }
  }
  return candidates;
}

function findAmounts(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const { page, zones } = scope.facts;
  let scanned = 0;
  const candidates: Candidate[] = [];
  for (const element of page.elements) {
    if (candidates.length >= maxLooked || scanned >= maxScanned) break;
    if (
      element.end - element.position > 6 ||
      element.textStart < (zones.mainHeading?.textStart ?? 0)
    )
      continue;
    const line = page.lineOf(element, 40);
    if (line === '' || !/\d/.test(line) || zones.isAside(element)) continue;
    scanned += 1;
    const weight = priorOf('text', plan.kind) * zones.nearness(element);
    add(candidates, plan, scope, {
      text: readPriceLine(page, element),
      source: { node: element.node },
      origin: 'text',
      weight,
      sense: findPriceSense(page, element),
      machine: false,
      needsCurrency: true,
    });
  }
  return candidates;
}

/** What is said of the stock near the heading; what can be bought is in stock unless something says otherwise. */
function findStock(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const { page, zones } = scope.facts;
  const { purchase, mainHeading } = zones;
  const candidates: Candidate[] = [];
  // A disabled control says nothing: templates hold it until a script runs or a size is chosen.
  if (purchase !== undefined && !purchase.isDisabled) {
    add(candidates, plan, scope, {
      text: 'in stock',
      source: { node: purchase.action.node, rule: 'can be bought' },
      origin: 'text',
      weight: actionTrust,
      machine: false,
    });
  }
  const start = mainHeading?.end ?? 0;
  const end = (mainHeading?.textEnd ?? 0) + maxStockDistance;
  for (let at = start; at < page.elements.length; at += 1) {
    const element = page.elements[at];
    if (element === undefined || element.textStart > end) break;
    if (element.end - element.position > 4 || zones.isAside(element)) continue;
    // A size or a colour may be sold out while others are not.
    if (isChoice(page, element)) continue;
    const state = parseStockLine(page.lineOf(element, maxStockLine));
    if (state === undefined) continue;
    add(candidates, plan, scope, {
      text: state,
      source: { node: element.node },
      origin: 'text',
      weight: stockLineTrust * atLeast(farStockTrust, zones.nearness(element)),
      machine: false,
    });
  }
  return candidates;
}

/** Whether an element is one of several to choose from. */
function isChoice(page: PageIndex, element: IndexedElement): boolean {
  let current: IndexedElement | undefined = element;
  for (let step = 0; step < 3 && current !== undefined; step += 1) {
    if (choiceTags.has(current.node.name)) return true;
    current = page.elements[current.parent];
  }
  return false;
}

function findAddress(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  if (plan.concept?.name !== 'url') return [];
  const candidates: Candidate[] = [];
  const { page } = scope.facts;
  for (const link of page.reading.linkElements) {
    if (link.attribs['rel'] !== 'canonical') continue;
    add(candidates, plan, scope, {
      text: link.attribs['href'] ?? '',
      source: { node: link, attribute: 'href' },
      origin: 'heading',
      weight: selfStatedTrust,
      machine: true,
    });
  }
  const node = page.elements[0]?.node;
  if (node !== undefined) {
    add(candidates, plan, scope, {
      text: page.reading.url,
      source: { node },
      origin: 'address',
      weight: askedAddressTrust,
      machine: true,
    });
  }
  return candidates;
}

function findLanguage(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const { language } = scope.facts.page.reading;
  const node = scope.facts.page.elements[0]?.node;
  if (language === undefined || node === undefined) return [];
  const candidates: Candidate[] = [];
  add(candidates, plan, scope, {
    text: language,
    source: { node, attribute: 'lang' },
    origin: 'heading',
    weight: selfStatedTrust,
    machine: true,
  });
  return candidates;
}

function findSiteName(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  if (plan.concept?.name !== 'publisher') return [];
  const candidates: Candidate[] = [];
  for (const tag of scope.facts.metas.get('og:site_name') ?? []) {
    add(candidates, plan, scope, {
      text: tag.content,
      source: tag.source,
      origin: 'meta',
      weight: siteNameTrust,
      machine: true,
    });
  }
  return candidates;
}

/** Elements looked at, and values taken from them. */
const maxFactsScanned = 2_000;
const maxFound = 60;
const loneDuration = /^(?:\d{1,2}\s?\p{L}{1,8}\.?\s)?\d{1,3}\s?\p{L}{1,8}\.?(?:\s\p{L}{1,12})?$/u;

/**
 * Returns a lone duration near the heading, as recipes and videos show beside a clock; several durations would need
 * labels.
 */
function findDurations(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  if (plan.concept?.name !== 'totalTime') return [];
  const { page, zones } = scope.facts;
  const candidates: Candidate[] = [];
  let scanned = 0;
  for (const element of page.elements) {
    if (scanned >= maxFactsScanned || candidates.length >= maxFound) break;
    if (element.end - element.position > 3 || zones.isAside(element)) continue;
    if (element.textStart < (zones.mainHeading?.textStart ?? 0)) continue;
    scanned += 1;
    const text = page.lineOf(element, 24);
    if (!loneDuration.test(text)) continue;
    const weight = durationTrust * zones.nearness(element);
    const source = { node: element.node };
    add(candidates, plan, scope, { text, source, origin: 'text', weight, machine: false });
  }
  return new Set(candidates.map(({ key }) => key)).size === 1 ? candidates : [];
}

/** Returns the lines that state the number of servings. */
function findServings(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const { page, zones } = scope.facts;
  const candidates: Candidate[] = [];
  for (const element of page.elements) {
    if (candidates.length >= maxFound) break;
    if (element.end - element.position > 8 || zones.isAside(element)) continue;
    const text = page.lineOf(element, 40);
    if (!/\d/.test(text) || !statesServings(text)) continue;
    const weight = servingsTrust + nearServingsBonus * zones.nearness(element);
    const source = { node: element.node };
    add(candidates, plan, scope, { text, source, origin: 'text', weight, machine: false });
  }
  return candidates;
}
