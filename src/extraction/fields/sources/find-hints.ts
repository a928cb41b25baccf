import { headingLevel } from '../../analysis/find-zones.ts';
import { getElementsByTagName } from 'domutils';
import { foldText } from '../../../runtime/unicode/fold-text.ts';
import { type Found, atLeast, priorOf } from '../candidate.ts';
import { joiningWords } from '../../lexicon/prompt-words.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { PriceSense } from '../../values/money/price-words.ts';
import { findPriceSense } from '../../values/money/find-price-sense.ts';
import { readPresentText } from '../../values/read-present-text.ts';
import { readPriceLine } from '../../values/money/read-price-line.ts';
import type { IndexedElement } from '../../analysis/index-page.ts';
import { toFirstSentence } from '../../values/parse-availability.ts';
import type { Scope } from '../rank-entities.ts';
import { foldLabel, joinName, toSingular } from '../../lexicon/fold-label.ts';
import { isOfOther, stripOwnLabel } from './own-label.ts';
import { isNoHint, worded } from './refute-hint.ts';

const valueAttributes = ['content', 'datetime', 'data-price', 'data-value', 'data-product-price'];
/** Values are short, except in the kinds that are prose. */
const maxLength: Readonly<Partial<Record<FieldPlan['kind'], number>>> = {
  body: 10_000,
  money: 60,
  code: 60,
  availability: 300,
  date: 80,
  duration: 60,
  yield: 60,
  currency: 20,
};
/** Longer texts of an element called category are menus and lists of all of them. */
const maxSection = 60;
/** Longer texts of an element that is called as a field is, of which nothing else is known, are parts of the page. */
const maxUnknown = 80;
/** A longer sentence that mentions stock tells of something else. */
const maxStockSentence = 80;
const maxElements = 120;
/** Trust in a class beside the content, which marks values of other articles. */
const asideTrust = 0.25;
/** Trust far from the main heading, where teasers use the same template. */
const farTrust = 0.4;
/** Names of one general word (`time`, `name`) mark many things. */
const generalNameTrust = 0.8;
/** Boost of a machine-readable attribute: it is exact, while the element's text may hold more. */
const attributeBoost = 1.1;
/** Most characters of the name of a company in a link. */
const maxCompany = 60;
/** Most characters of the name of a colour. */
const maxColour = 40;

/** Values in elements whose class, id or itemprop names the field. */
export function* findHints(plan: FieldPlan, scope: Scope): Generator<Found> {
  const { page, zones } = scope.facts;
  const { kind, concept } = plan;
  for (const words of plan.tokens) {
    for (const element of elementsWith(words, scope).slice(0, maxElements)) {
      const { node } = element;
      if (isNoHint(element, words, plan, scope)) continue;
      const weight =
        priorOf('hint', kind) *
        (zones.isAside(element) ? asideTrust : 1) *
        atLeast(farTrust, zones.nearness(element)) *
        (words.length > 1 || concept !== undefined ? 1 : generalNameTrust);
      const findSense =
        kind === 'money' ? (): PriceSense | undefined => findPriceSense(page, element) : undefined;
      for (const attribute of valueAttributes) {
        const text = node.attribs[attribute];
        if (text === undefined || text.length > 200) continue;
        if (attribute === 'datetime' && kind !== 'date') continue;
        if (attribute.endsWith('price') && kind !== 'money') continue;
        const place = { source: { node, attribute }, origin: 'hint', findSense } as const;
        yield { text, ...place, weight: Math.min(1, weight * attributeBoost), machine: true };
      }
      const text = readHint(element, plan, scope);
      if (text === undefined) continue;
      // A bare number beside the price may be a count or a number of days, and any amount one of flour.
      const needsCurrency = !/^[\d.,\s]+$/.test(text) || words.join(' ') === 'amount';
      yield { text, source: { node }, origin: 'hint', weight, findSense, needsCurrency };
    }
  }
}

/** The value that the text of an element is or holds. */
function readHint(element: IndexedElement, plan: FieldPlan, scope: Scope): string | undefined {
  const { page } = scope.facts;
  const { kind, concept } = plan;
  const isUnknown = concept === undefined && kind === 'text';
  const most =
    concept?.name === 'section' ? maxSection : (maxLength[kind] ?? (isUnknown ? maxUnknown : 200));
  const whole = page.lineOf(element, most) || readLogo(element, plan, scope);
  const present = kind === 'money' ? readPriceLine(page, element) : readPresentText(page, element);
  const company = findCompany(element, plan, scope);
  const line = whole === '' ? '' : (company ?? present ?? whole);
  const own = worded.has(kind) && isOfOther(line, plan) ? '' : stripOwnLabel(line, plan);
  const text = kind === 'availability' ? toFirstSentence(own) : own;
  if (text === '' || (kind === 'availability' && text.length > maxStockSentence)) return undefined;
  if (concept?.name === 'color' && text.length > maxColour) return undefined;
  if (concept?.name === 'section' && !/\p{L}/u.test(text)) return undefined;
  return worded.has(kind) && isNoWord(element, whole, text, plan) ? undefined : text;
}

/** Whether the text of an element that holds words is none of the value: what it is called, how many there are, or what opens it. */
function isNoWord(element: IndexedElement, whole: string, text: string, plan: FieldPlan): boolean {
  return (
    // Headings have their own text as an id, for links to them.
    joinName(element.node.attribs['id'] ?? '') === joinName(whole) ||
    countsOwn(text, plan) ||
    captionsOwn(element, text, plan) ||
    (plan.kind === 'organization' && leadsToShop.test(text)) ||
    !/[\p{L}\p{N}]/u.test(text)
  );
}

/** What a link to a shop or a supplier says of itself, and no name: "Visit store", "View this supplier's website". */
const leadsToShop =
  /^(?:visit|view|see|go to|contact|browse)\s(?:\S+\s){0,3}(?:store|shop|profile|website|site|page|seller|supplier|items|listings)$/i;

/** Whether a text says how many values there are, and none of them: "11 Colors". */
function countsOwn(text: string, { labels }: FieldPlan): boolean {
  const word = /^\d{1,4}\s(\p{L}{3,20})$/u.exec(text)?.[1]?.toLowerCase() ?? '';
  return labels.has(word) || labels.has(toSingular(word));
}

/** Whether an element is a link to nowhere that opens the value: "Composition and care", "Warranty details", but not "Warranty of two years". */
function captionsOwn({ node }: IndexedElement, text: string, { labels }: FieldPlan): boolean {
  if (node.name !== 'a' || !/^(?:#|javascript:|$)/i.test(node.attribs['href'] ?? '')) return false;
  const caption = foldLabel(text);
  return Array.from(labels).some((label) => {
    const rest = caption.startsWith(`${label} `) ? caption.slice(label.length + 1) : '';
    const [word = ''] = rest.split(' ', 1);
    return joiningWords.has(word) || captionWords.test(word);
  });
}

/** What stands behind a label on what opens its value. */
const captionWords = /^(?:&|details?|info|information|guide|chart|table|policy|terms|conditions)$/;

/** Of a part of several lines about a company the first link, which is its name: the others tell of it. */
function findCompany(
  element: IndexedElement,
  { kind }: FieldPlan,
  { facts: { page } }: Scope,
): string | undefined {
  if (kind !== 'organization' || page.linesOf(element).length < 2) return undefined;
  const link = page.elements
    .slice(element.position + 1, element.end)
    .find(({ node }) => node.name === 'a' && node.attribs['href'] !== undefined);
  if (link === undefined) return undefined;
  // Behind a text that is no heading it is about what that names.
  const title = page.elements
    .slice(element.position + 1, link.position)
    .find((inner) => headingLevel(inner) !== undefined);
  const from = title?.textEnd ?? element.textStart;
  if (page.text.slice(from, link.textStart).trim() !== '') return undefined;
  return page.lineOf(link, maxCompany) || undefined;
}

/** What a picture below the main heading stands for in place of the name of a maker. */
function readLogo(
  { node, textStart }: IndexedElement,
  { kind }: FieldPlan,
  { facts: { zones } }: Scope,
): string {
  const from = zones.mainHeading?.textEnd;
  if (kind !== 'organization' || from === undefined || textStart < from) return '';
  const pictures = getElementsByTagName('img', node, true, 2);
  return pictures.length === 1 ? foldText(pictures[0]?.attribs['alt'] ?? '') : '';
}

export function elementsWith(words: readonly string[], scope: Scope): readonly IndexedElement[] {
  const { byToken, page } = scope.facts;
  const lists = words.map((word) => byToken.get(word) ?? []);
  const rarest = lists.sort((a, b) => a.length - b.length)[0] ?? [];
  return words.length === 1
    ? rarest
    : rarest.filter((element) => words.every((word) => page.tokensOf(element).has(word)));
}
