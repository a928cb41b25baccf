import { add } from './add-candidate.ts';
import { atLeast, priorOf, type Candidate } from './candidate.ts';
import type { FieldPlan } from './plan-fields.ts';
import { readPriceLine } from '../values/read-price-line.ts';
import type { Scope } from './scope.ts';
import { isCartPhrase } from '../values/parse-availability.ts';
import { statesServings } from '../values/parse-yield.ts';

/** Trust in a button to buy: shops remove it for sold-out articles, while texts about stock may be about one branch. */
const buttonTrust = 0.85;
/** Trust in a disabled button, a weak hint: templates hold both buttons, and a script disables one. */
const disabledButtonTrust = 0.3;
const farButtonTrust = 0.4;
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
  ['availability', findButtons],
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
      machine: false,
      needsCurrency: true,
    });
  }
  return candidates;
}

function findButtons(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const { page, zones } = scope.facts;
  const candidates: Candidate[] = [];
  for (const element of page.elements) {
    const { name, attribs } = element.node;
    if (name !== 'button' && name !== 'input' && name !== 'a') continue;
    const text = name === 'input' ? (attribs['value'] ?? '') : page.lineOf(element, 40);
    if (text === '' || text.length > 40 || zones.isAside(element)) continue;
    const source = { node: element.node };
    const near = atLeast(farButtonTrust, zones.nearness(element));
    const disabled = attribs['disabled'] !== undefined;
    if (isCartPhrase(text)) {
      add(candidates, plan, scope, {
        text: disabled ? 'out of stock' : 'in stock',
        source,
        origin: 'text',
        weight: near * (disabled ? disabledButtonTrust : buttonTrust),
        machine: false,
      });
    }
  }
  return candidates;
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
