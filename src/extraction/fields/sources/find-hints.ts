import { headingLevel } from '../../analysis/find-zones.ts';
import { spokenWords } from '../../../page/main-content/blocks/lexicon.ts';
import type { Element } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { getOrMake } from '../../../runtime/collections.ts';
import { foldText } from '../../../runtime/unicode/fold-text.ts';
import { type Found, atLeast, priorOf } from '../candidate.ts';
import { joiningWords } from '../../lexicon/prompt-words.ts';
import type { FieldPlan } from '../plan-fields.ts';
import { type PriceSense } from '../../values/money/price-words.ts';
import { findPriceSense } from '../../values/money/find-price-sense.ts';
import { readPresentText } from '../../values/read-present-text.ts';
import { readPriceLine } from '../../values/money/read-price-line.ts';
import { holdsChoice, holdsControl } from '../../analysis/find-label-pairs.ts';
import {
  type IndexedElement,
  type PageIndex,
  holds,
  listNames,
} from '../../analysis/index-page.ts';
import { toFirstSentence } from '../../values/parse-availability.ts';
import type { Scope } from '../rank-entities.ts';
import { foldLabel, joinName, splitWords, toSingular } from '../../lexicon/fold-label.ts';
import { findConceptByLabel } from '../../lexicon/find-concept.ts';
import { isNamedEnd, isOfOtherArticle } from './find-times.ts';
import { isMenu, listsLinks } from '../is-menu.ts';

const valueAttributes = ['content', 'datetime', 'data-price', 'data-value', 'data-product-price'];
/** Values are short, except in the kinds that are prose. */
const maxLength: Readonly<Partial<Record<FieldPlan['kind'], number>>> = {
  body: 2_000,
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
/** Names of styles that are called as a field: of the shop's own colours (`text-brand-500`, `brandTheme-default`), of how thick or large letters are, of small screens. */
const styles: ReadonlyMap<string, RegExp> = new Map([
  [
    'brand',
    /(?:text|bg|background|border|fill|stroke|ring|outline|shadow|color|colour)-brand|brand-?(?:\d|theme|color|colour)/i,
  ],
  [
    'weight',
    /(?:font|text|fw)-?weight|weight-?(?:\d|bold|medium|normal|regular|light|thin|heavy|small)/i,
  ],
  [
    'color',
    /(?:text|copy|bg|background|font|border|link|button|primary|secondary|brand|theme)[-_]?colou?r|colou?r-?(?:\d|theme|inverse|inherit|primary|secondary|default|text|bg|background|border|white|black|light|dark|muted|accent|scheme|grid)/i,
  ],
  [
    'size',
    /(?:font|text|button|btn|icon|elementor)-?size|size-?(?:title|body|caption|heading|headline|display|price|text|default)/i,
  ],
  [
    'phone',
    /(?:hide|hidden|show|visible|only|on)-?phone|phone-?(?:hide|hidden|show|visible|only)/i,
  ],
]);
/** Most characters of the name of a company in a link. */
const maxCompany = 60;
/** Most characters of the name of a colour. */
const maxColour = 40;

/** Kinds whose values are any words. */
export const worded: ReadonlySet<FieldPlan['kind']> = new Set(['text', 'organization']);

/** Values in elements whose class, id or itemprop names the field. */
export function* findHints(plan: FieldPlan, scope: Scope): Generator<Found> {
  const { page, zones } = scope.facts;
  const { kind, concept } = plan;
  for (const words of plan.tokens) {
    for (const element of elementsWith(words, scope).slice(0, maxElements)) {
      const { node } = element;
      if (isStyled(node, plan)) continue;
      if (namesOther(node, words, plan)) continue;
      // What can be chosen is not what the page states, and the word of a control is what it does.
      if (worded.has(kind) && isControl(element, scope)) continue;
      // What visitors can give is no rating that was given.
      if (concept?.name === 'rating' && isVote(element, scope)) continue;
      if (worded.has(kind) && concept?.name !== 'section' && isMenu(element, scope)) continue;
      if (kind === 'body' && isNoProse(element, scope)) continue;
      if (kind === 'date' && isOfOtherArticle(element, scope)) continue;
      if (concept?.name === 'section' && listsLinks(element, scope)) continue;
      if (concept?.name === 'section' && isHeaded(element, scope)) continue;
      // What is called text beside a longer paragraph is not the text of the page.
      if (concept?.name === 'publisherBody' && lengthOf(element) < measureLongest(scope)) continue;
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
      const most = concept?.name === 'section' ? maxSection : (maxLength[kind] ?? 200);
      const whole = page.lineOf(element, most) || readLogo(element, plan, scope);
      const present =
        kind === 'money' ? readPriceLine(page, element) : readPresentText(page, element);
      const company = findCompany(element, plan, scope);
      const line = whole === '' ? '' : (company ?? present ?? whole);
      // Headings have their own text as an id, for links to them.
      if (worded.has(kind) && joinName(node.attribs['id'] ?? '') === joinName(whole)) continue;
      const own = worded.has(kind) && isOfOther(line, plan) ? '' : stripOwnLabel(line, plan);
      const text = kind === 'availability' ? toFirstSentence(own) : own;
      if (concept?.name === 'color' && text.length > maxColour) continue;
      if (worded.has(kind) && (countsOwn(text, plan) || captionsOwn(element, text, plan))) continue;
      if (worded.has(kind) && !/[\p{L}\p{N}]/u.test(text)) continue;
      if (concept?.name === 'section' && !/\p{L}/u.test(text)) continue;
      if (text === '' || (kind === 'availability' && text.length > maxStockSentence)) continue;
      // A bare number beside the price may be a count or a number of days, and any amount one of flour.
      const needsCurrency = !/^[\d.,\s]+$/.test(text) || words.join(' ') === 'amount';
      yield { text, source: { node }, origin: 'hint', weight, findSense, needsCurrency };
    }
  }
}

/** Whether an element has a heading of its own and more: a part of the page, and not the name of one. */
function isHeaded(
  { position, end, textStart, textEnd }: IndexedElement,
  { facts: { page } }: Scope,
): boolean {
  const heading = page.elements
    .slice(position, Math.min(end, position + maxControls))
    .find((inner) => headingLevel(inner) !== undefined);
  if (heading === undefined) return false;
  const rest =
    page.text.slice(textStart, heading.textStart) + page.text.slice(heading.textEnd, textEnd);
  return /\p{L}/u.test(rest);
}

const longestParagraphs = new WeakMap<PageIndex, number>();

/** The length of the longest paragraph of the content of a page; 0 without one. */
function measureLongest({ facts: { page, zones } }: Scope): number {
  return getOrMake(longestParagraphs, page, () =>
    page.elements.reduce(
      (most, element) =>
        element.node.name === 'p' && lengthOf(element) > most && !zones.isAside(element)
          ? lengthOf(element)
          : most,
      0,
    ),
  );
}

function lengthOf({ textStart, textEnd }: IndexedElement): number {
  return textEnd - textStart;
}

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

/** Whether the class of an element names a style that is called as the field. */
export function isStyled({ attribs }: Element, { name, concept }: FieldPlan): boolean {
  const style = styles.get(concept?.name ?? toSingular(name));
  return style?.test(attribs['class'] ?? '') === true;
}

/** Whether an element is a control or nothing but controls, holds a choice, or is a field of a form. */
function isControl(element: IndexedElement, { facts: { page } }: Scope): boolean {
  const { position, end } = element;
  return holdsChoice(page, element) || holdsControl(page, position, end) || isUnsaid(element, page);
}

/** Whether an element is one of the choices of a form, or holds several that visitors may make: stars to give. */
function isVote({ node, position, end }: IndexedElement, { facts: { page } }: Scope): boolean {
  if (node.name === 'label') return true;
  const inner = page.elements.slice(position, Math.min(end, position + maxControls));
  const choices = inner.filter(
    ({ node: { name, attribs } }) => name === 'input' && attribs['type'] === 'radio',
  );
  return (
    choices.length > 1 &&
    choices.every(({ node: { attribs } }) => attribs['disabled'] === undefined)
  );
}

const maxControls = 60;

/** Whether an element is a button, or says what a link does, to screen readers alone: "opens in a new window". */
function isAction(page: PageIndex, element: IndexedElement): boolean {
  const { name, attribs } = element.node;
  // A link that is drawn as a button leads somewhere, and may be called what is asked for.
  const isLink = name === 'a' && /^[^#]/.test(attribs['href'] ?? '');
  if (name === 'button' || (attribs['role'] === 'button' && !isLink)) return true;
  return (
    page.elements[element.parent]?.node.name === 'a' &&
    Array.from(page.tokensOf(element)).some((token) => spokenWords.has(token))
  );
}

/** Whether an element has text, and all of it is of such. */
function isUnsaid(element: IndexedElement, page: PageIndex): boolean {
  const { position, end, textStart, textEnd } = element;
  if (end - position > maxControls) return false;
  let at = textStart;
  let isAny = false;
  for (const inner of page.elements.slice(position, end)) {
    if (inner.textStart < at || inner.textEnd === inner.textStart) continue;
    if (!isAction(page, inner)) continue;
    if (/[\p{L}\p{N}]/u.test(page.text.slice(at, inner.textStart))) return false;
    isAny = true;
    at = inner.textEnd;
  }
  return isAny && !/[\p{L}\p{N}]/u.test(page.text.slice(at, textEnd));
}

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

/** Words behind a name that say which part of its value an element holds. */
const partWords: ReadonlySet<string> = new Set(
  'value val text content contents info data detail details box wrapper wrap container inner outer item field cell col column row block line'.split(
    ' ',
  ),
);

/** Whether each name of an element that holds the words goes on to another thing: `floor-area` for a floor, `closing-date` for a date. */
function namesOther(
  node: Element,
  words: readonly string[],
  { concept, kind }: FieldPlan,
): boolean {
  if (kind === 'date' && concept?.name !== 'endDate' && isNamedEnd(node)) return true;
  // A price that is called discounted is no discount, and an article's number beside its ratings not how many there are.
  if (words[0] === 'discount' && isCalled(node, 'price')) return true;
  if (kind === 'count' && isCalled(node, 'sku')) return true;
  const [word, another] = words;
  if (word === undefined || another !== undefined || concept !== undefined) return false;
  const names = listNames(node)
    .split(/\s+/)
    .map((name) => splitWords(name.replace(/--.*$/, '')))
    .filter((name) => name.includes(word));
  return (
    names.length > 0 &&
    names.every((name) => name.slice(name.lastIndexOf(word) + 1).some((next) => isOtherWord(next)))
  );
}

function isCalled(node: Element, word: string): boolean {
  return splitWords(listNames(node)).includes(word);
}

function isOtherWord(word: string): boolean {
  return /^\p{L}{2,}$/u.test(word) && !partWords.has(word);
}

const noProseTag = /^(?:h[1-6]|button|nav|figure|figcaption)$/;
const authorTokens: ReadonlySet<string> = new Set(['author', 'bio']);
const headTokens: ReadonlySet<string> = new Set(['site', 'header']);

/**
 * Whether a text stands in a menu, a heading, a button or a caption, where "About" and "us" side by side describe nothing, in a part
 * about the author, or in the site's header above the main heading.
 */
export function isNoProse(element: IndexedElement, { facts: { page, zones } }: Scope): boolean {
  const { mainHeading } = zones;
  return (
    zones.isAside(element) ||
    page.around(element, 4).some((part) => {
      if (noProseTag.test(part.node.name)) return true;
      if (mainHeading === undefined || holds(part, mainHeading)) return false;
      const isAbove = part.end <= mainHeading.position;
      const tokens = Array.from(page.tokensOf(part));
      return (
        tokens.some((token) => authorTokens.has(token)) ||
        (isAbove && (part.node.name === 'header' || tokens.some((token) => headTokens.has(token))))
      );
    })
  );
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

/** Whether a line has the label of another field: "Colour: oak" inside an element of class size. */
export function isOfOther(line: string, { concept, labels }: FieldPlan): boolean {
  const label = foldLabel(/^([^:：]{1,40})[:：]/u.exec(line)?.[1] ?? '');
  const other = label === '' ? undefined : findConceptByLabel(label);
  return other !== undefined && other !== concept && !labels.has(label);
}

/** Returns a text without the field's label: "SKU: 123" inside an element of class sku is 123. */
export function stripOwnLabel(line: string, plan: FieldPlan): string {
  const colon = /^([^:：]{1,40})[:：]\s*(\S.*)$/u.exec(line);
  if (colon === null) return plan.labels.has(foldLabel(line)) ? '' : line;
  const label = foldLabel(colon[1] ?? '');
  if (plan.labels.has(label)) return colon[2] ?? '';
  // "more from brand: X" keeps what follows its label word.
  const last = label.split(' ').at(-1) ?? '';
  return plan.labels.has(last) ? (colon[2] ?? '') : line;
}
