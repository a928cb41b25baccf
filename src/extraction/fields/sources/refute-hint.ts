import { headingLevel } from '../../analysis/find-zones.ts';
import { spokenWords } from '../../../page/main-content/blocks/lexicon.ts';
import type { Element } from 'domhandler';
import { getOrMake, toWordSet } from '../../../runtime/collections.ts';
import type { FieldPlan } from '../plan-fields.ts';
import { holdsChoice, holdsControl } from '../../analysis/find-label-pairs.ts';
import {
  type IndexedElement,
  type PageIndex,
  holds,
  listNames,
} from '../../analysis/index-page.ts';
import type { Scope } from '../rank-entities.ts';
import { splitWords, toSingular } from '../../lexicon/fold-label.ts';
import { placeProperty } from './find-entity-texts.ts';
import { isNamedEnd, isOfOtherArticle } from './find-times.ts';
import { isMenu, listsEntries, listsLinks } from '../is-menu.ts';

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

/** Kinds whose values are any words. */
export const worded: ReadonlySet<FieldPlan['kind']> = new Set(['text', 'organization']);

const maxControls = 60;

const longestParagraphs = new WeakMap<PageIndex, number>();

/** Whether an element that is named as a field holds no value of it, whatever its text is. */
export function isNoHint(
  element: IndexedElement,
  words: readonly string[],
  plan: FieldPlan,
  scope: Scope,
): boolean {
  const { kind, concept } = plan;
  if (isStyled(element.node, plan) || namesOther(element.node, words, plan)) return true;
  if (element.node.attribs['itemprop'] === placeProperty) return true;
  // What can be chosen is not what the page states, and the word of a control is what it does.
  if (worded.has(kind) && isControl(element, scope)) return true;
  // What visitors can give is no rating that was given.
  if (concept?.name === 'rating' && isVote(element, scope)) return true;
  if (kind === 'body' && isNoProse(element, scope)) return true;
  if (kind === 'date' && isOfOtherArticle(element, scope)) return true;
  if (concept?.name === 'section') return listsLinks(element, scope) || isHeaded(element, scope);
  if (worded.has(kind) && isMenu(element, scope)) return true;
  if (kind === 'text' && listsEntries(element, plan, scope, true)) return true;
  // What is called text beside a longer paragraph is not the text of the page.
  return concept?.name === 'publisherBody' && lengthOf(element) < measureLongest(scope);
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

/** Words behind a name that say which part of its value an element holds. */
const partWords: ReadonlySet<string> = toWordSet(
  'value val text content contents info data detail details box wrapper wrap container inner outer item field cell col column row block line name label title link',
);

/** Names of fields that classes have for how an element looks, and what kind of element it is: `font-size`, `button-type`, `wp-block-group`. */
const lookWords: ReadonlySet<string> = toWordSet(
  'class color colour form format group kind level material mode order position region role section shape size state status style theme type variant weight',
);
/** Words in front of those that say so, as in `first-of-type`. */
const lookedAt: ReadonlySet<string> = toWordSet(
  'bg background block body border btn button buttons col component container content css cta default detail div editor element field fill font fonts form grid group has head header heading headline hero icon image images img inline input inner layout letter line link list logo media menu meta mw nav no node of page paragraph picture section site style tab table template text theme title ui view widget wp wrap wrapper',
);
/** Those of them that stand for nothing else, whatever is in front. */
const plainLooks: ReadonlySet<string> = toWordSet(
  'class form group mode region section style theme',
);
/** What a widely used system calls a field by, in front of its name. */
const fieldMark = /^field--name-(?:field-)?/;

/** Whether each name of an element that holds the words is of another thing (`floor-area` for a floor, `closing-date` for a date), or of a look. */
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
  if (word === undefined || another !== undefined) return false;
  // What an article is filed under is called in more ways.
  if (concept !== undefined && (!worded.has(kind) || concept.name === 'section')) return false;
  if (plainLooks.has(word)) return true;
  const { id, class: classes = '' } = node.attribs;
  // Headings have their own text as an id, for links to them.
  const isTitled = id !== undefined && headingTag.test(node.name);
  const names = (isTitled ? classes : listNames(node))
    .split(/\s+/)
    .filter((name) => splitWords(name).includes(word));
  return (names.length > 0 || isTitled) && !names.some((name) => isNameOf(name, word));
}

/** Whether a name of an element says that it holds what the word names. */
function isNameOf(written: string, word: string): boolean {
  const { parts, at, modifier } = toNameParts(written, word);
  if (!lookWords.has(word) && modifier?.toLowerCase() === word) return true;
  if (at === -1 || parts.slice(at + 1).some((next) => isOtherWord(next))) return false;
  return !isLook(written, word);
}

/** Whether a name of an element in which a word stands says with it how the element looks, or what kind of element it is. */
function isLook(written: string, word: string): boolean {
  if (!lookWords.has(word)) return false;
  const { parts, at, modifier } = toNameParts(written, word);
  return (
    modifier !== undefined ||
    plainLooks.has(word) ||
    // `size-44`, `color-gray600`
    parts.slice(at + 1).some((next) => /\p{Nd}/u.test(next)) ||
    parts.slice(0, at).some((before) => lookedAt.has(before))
  );
}

/** The words of a name, with the place of the last that is `word`; what stands behind two strokes says how the element differs from others of its name. */
function toNameParts(
  written: string,
  word: string,
): { readonly parts: readonly string[]; readonly at: number; readonly modifier?: string } {
  const [name = '', modifier] = written.replace(fieldMark, '').split('--');
  const parts = splitWords(name);
  const at = parts.lastIndexOf(word);
  return modifier === undefined ? { parts, at } : { parts, at, modifier };
}

/** Whether each name of an element in which a word stands says how the element looks. */
export function namesLook(node: Element, [word, another]: readonly string[]): boolean {
  if (word === undefined || another !== undefined) return false;
  const names = listNames(node)
    .split(/\s+/)
    .filter((name) => splitWords(name).includes(word));
  return names.length > 0 && names.every((name) => isLook(name, word));
}

function isCalled(node: Element, word: string): boolean {
  return splitWords(listNames(node)).includes(word);
}

const headingTag = /^h[1-6]$/;

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
