import { atLeast, priorOf } from '../fields/candidate.ts';
import type { ListCandidate } from './find-page-lists.ts';
import { type ListItem, leafItems } from './list-item.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { subjectTypes } from '../lexicon/prompt-words.ts';
import { findConceptByLabel } from '../lexicon/find-concept.ts';
import { parseByline, parsePersons, particles } from '../values/parse-persons.ts';
import { walk } from '../../page/tree/footnotes.ts';
import { isBlockTag } from '../../page/tree/node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { addAll, toWordSet } from '../../runtime/collections.ts';
import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { findAlikeBlocks } from '../analysis/find-zones.ts';
import { type IndexedElement, holds } from '../analysis/index-page.ts';
import { elementsWith } from '../fields/sources/find-hints.ts';
import { maxBylineDistance, readByline } from '../fields/sources/find-times.ts';

const maxElements = 120;
const maxLinks = 200;
/** Characters of a byline; a longer text is about the author. */
const maxLength = 160;
/** Elements in a byline; more hold an article, or keep a reader of each wrapper busy. */
const maxParts = 60;
/** Characters of the part of a page that holds the bylines of one article side by side. */
const maxGroupLength = 300;
/** Trust in a class beside the content, which marks the authors of other articles. */
const asideTrust = 0.25;
/** Trust far from the main heading, where teasers use the same template. */
const farTrust = 0.3;
/** The same where all bylines of the page name the same persons. */
const loneTrust = 0.8;
/** A link of `rel="author"`; a link to a page whose address holds the name; any other to a page about an author. */
const relTrust = 0.7;
const namedAddressTrust = 0.65;
const addressTrust = 0.3;
const authorPage =
  /\/(?:authors?|autor(?:es|en)?|auteurs?|people|profile|staff|contributors?|by)\//i;
const replyTokens: ReadonlySet<string> = toWordSet('comment comments reply respond review reviews');

interface Byline {
  readonly element: IndexedElement;
  readonly names: readonly string[];
  readonly trust: number;
  /** Equal for elements that the page's template makes alike. */
  readonly form: string;
}

/** Returns the names in elements that are marked as bylines, by a class or by a link to an author's page; names side by side are one list. */
export function findBylines(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const marked = dropOthers([...findMarked(plan, scope), ...findLinked(plan, scope)], scope);
  const bylines = marked.length > 0 ? marked : findUnmarked(plan, scope);
  // Names of other articles are the reason to doubt a byline far from the heading.
  const isLone = new Set(bylines.map(toKey)).size === 1;
  const lists: { items: ListItem[]; weight: number; element: IndexedElement; origin: 'hint' }[] =
    [];
  const byForm = new Map<string, (typeof lists)[number]>();
  for (const { element, names, form, trust } of bylines) {
    const items = names.map((text) => ({ text, source: { node: element.node } }));
    const known = byForm.get(form);
    if (known !== undefined && isBeside(known.element, element, scope)) {
      addAll(known.items, items);
      known.element = element;
      continue;
    }
    const place = placeTrust(element, scope, isLone ? loneTrust : farTrust);
    const list = { items, weight: trust * place, element, origin: 'hint' } as const;
    byForm.set(form, list);
    lists.push(list);
  }
  return lists;
}

/** Characters that a block says beside a byline from which on it is a thing of its own, as the teaser of another article is. */
const minBeside = 15;

/** The bylines that are not of one of several alike things beside what the main heading names, or name the same persons as one that is not. */
function dropOthers(bylines: readonly Byline[], scope: Scope): readonly Byline[] {
  if (scope.facts.zones.mainHeading === undefined || bylines.length < 2) return bylines;
  const places = bylines.map(({ element }) => element.position).toSorted((a, b) => a - b);
  const own = new Set(
    bylines.filter(({ element }) => !isOfOther(element, places, scope)).map(toKey),
  );
  return bylines.filter((one) => own.has(toKey(one)));
}

/** Whether an element stands in one of several alike things that hold one of `places` (ascending) and say more than it does. */
function isOfOther(
  element: IndexedElement,
  places: readonly number[],
  { facts: { page, zones } }: Scope,
): boolean {
  const block = findAlikeBlocks(page, zones, element, places)?.blocks.find((one) =>
    holds(one, element),
  );
  const beside = (block?.textEnd ?? 0) - (block?.textStart ?? 0);
  return beside - (element.textEnd - element.textStart) >= minBeside;
}

function toKey({ names }: Byline): string {
  return names.join('|');
}

function findMarked(plan: FieldPlan, scope: Scope): readonly Byline[] {
  const marked = plan.tokens.flatMap((words) => elementsWith(words, scope).slice(0, maxElements));
  const trust = priorOf('hint', plan.kind);
  return [...new Set(marked)].flatMap((element) => {
    const names = readNames(element, scope);
    const { attribs, name } = element.node;
    const form = `${name}.${attribs['class'] ?? ''}`;
    return names.length === 0 ? [] : [{ element, names, trust, form }];
  });
}

function findLinked(plan: FieldPlan, scope: Scope): readonly Byline[] {
  if (plan.concept?.name !== 'author') return [];
  const bylines: Byline[] = [];
  const { page } = scope.facts;
  for (const element of page.elements) {
    if (bylines.length >= maxLinks) break;
    const { rel = '', href = '' } = element.node.attribs;
    const isRel = /(?:^|\s)author(?:\s|$)/i.test(rel);
    if (element.node.name !== 'a' || (!isRel && !authorPage.test(href))) continue;
    // What it says is what it does: "Favourites".
    if (page.childrenOf(element).some(({ node }) => node.name === 'button')) continue;
    const names = readNames(element, scope);
    if (names.length === 0) continue;
    const trust = isRel ? relTrust : holdsName(href, names) ? namedAddressTrust : addressTrust;
    bylines.push({ element, names, trust, form: 'link' });
  }
  return bylines;
}

/** Trust in a name that nothing but its place says to be the author's: in an `<address>`, or beside the date below the heading. */
const unmarkedTrust = 0.5;
const maxUnmarkedLength = 80;
const maxUnmarkedParts = 12;

/** The full names below the main heading that are all that an `<address>` holds, or stand beside nothing but a date. */
function findUnmarked(plan: FieldPlan, scope: Scope): readonly Byline[] {
  const { page, zones, place } = scope.facts;
  const { mainHeading } = zones;
  if (plan.concept?.name !== 'author' || mainHeading === undefined) return [];
  const places = page.elements.map(({ position }) => position);
  for (const element of page.elements.slice(mainHeading.end)) {
    if (element.textStart > mainHeading.textEnd + maxBylineDistance) return [];
    if (element.end - element.position > maxUnmarkedParts) continue;
    if (zones.isAside(element) || zones.isByVisitor(element)) continue;
    const line = page.lineOf(element, maxUnmarkedLength + 1);
    if (line === '' || line.length > maxUnmarkedLength) continue;
    const isAddress = element.node.name === 'address';
    const date = isAddress ? undefined : readByline(line, place);
    if ((!isAddress && date === undefined) || isOfOther(element, places, scope)) continue;
    const beside = isAddress || line !== date ? [element] : listBeside(element, scope);
    for (const part of beside) {
      const pieces = readPieces(part).split(isAddress ? '\n' : pieceBorder);
      const names = pieces
        .map((piece) => readFullNames(piece, part, scope))
        .find(({ length }) => length);
      const isAlone = !isAddress || pieces.filter((piece) => piece.trim() !== '').length === 1;
      if (names === undefined || !isAlone || isLink(names, scope)) continue;
      return [{ element: part, names, trust: unmarkedTrust, form: 'unmarked' }];
    }
  }
  return [];
}

const pieceBorder = /\s[-–—]\s|\s?[|•·／/]\s?|\n/u;

/** The elements directly before and behind one. */
function listBeside({ node }: IndexedElement, { facts: { page } }: Scope): IndexedElement[] {
  const find = (step: 'prev' | 'next'): IndexedElement[] => {
    let at: AnyNode | null = node[step];
    while (at !== null && !isTag(at) && !(isText(at) && /[\p{L}\p{N}]/u.test(at.data)))
      at = at[step];
    const found = at !== null && isTag(at) ? page.elementOf(at) : undefined;
    const length = found === undefined ? 0 : page.lineOf(found, maxUnmarkedLength + 1).length;
    const isShort = length > 0 && length <= maxUnmarkedLength;
    return found === undefined || !isShort || /^h[1-6]$/.test(found.node.name) ? [] : [found];
  };
  return [...find('prev'), ...find('next')];
}

const fullName = /^\p{Lu}[\p{L}.'’-]*(?:\s\p{L}[\p{L}.'’-]*){1,3}$/u;

/** The names of a text that is nothing but names of two to four words, none of which is the site's or a word for kinds of pages. */
function readFullNames(
  piece: string,
  { node }: IndexedElement,
  { facts: { siteNames, heading } }: Scope,
): readonly string[] {
  const names = parsePersons(piece);
  const rest = names.reduce((text, name) => text.replace(name, ''), foldText(piece));
  if (/\p{N}|[\p{L}]{4,}/u.test(rest)) return [];
  // Words of several elements side by side are buttons rather than names; those of the heading repeat it.
  const texts = Array.from(walk(node), (inner) => (isText(inner) ? foldText(inner.data) : ''));
  const areNames = names.every(
    (name) =>
      fullName.test(name) &&
      name.split(' ').every((word) => !/^\p{Ll}/u.test(word) || particles.has(word)) &&
      texts.some((text) => text.includes(name)) &&
      !joinName(heading).includes(joinName(name)) &&
      !siteNames.has(joinName(name)) &&
      splitWords(name.toLowerCase()).every(
        (word) => !subjectTypes.has(toSingular(word)) && findConceptByLabel(word) === undefined,
      ),
  );
  return areNames ? names : [];
}

/** Whether a link says one of the names, which is a section then: those to authors are known by their addresses. */
function isLink(names: readonly string[], { facts: { page } }: Scope): boolean {
  return page.elements.some(
    (element) =>
      element.node.name === 'a' && names.includes(page.lineOf(element, maxUnmarkedLength)),
  );
}

function holdsName(href: string, names: readonly string[]): boolean {
  const address = joinName(href);
  return splitWords(names[0] ?? '').some((word) => word.length > 2 && address.includes(word));
}

function placeTrust(element: IndexedElement, scope: Scope, least: number): number {
  const { zones } = scope.facts;
  return (zones.isAside(element) ? asideTrust : 1) * atLeast(least, zones.nearness(element));
}

/** Returns the names that an element shows; none where visitors write. */
function readNames(element: IndexedElement, scope: Scope): readonly string[] {
  const { page } = scope.facts;
  if (element.end - element.position > maxParts || page.lineOf(element, maxLength) === '')
    return [];
  for (const around of page.around(element, 4)) {
    if (around.node.name === 'form') return [];
    for (const token of page.tokensOf(around)) if (replyTokens.has(token)) return [];
  }
  const items = listTags.has(element.node.name)
    ? leafItems(page, element)
    : listAlikeParts(element, scope);
  const listed = items.map((item) => parseByline(readPieces(item)));
  // In other lists a name stands before a day and the like.
  const areNames = listed.length > 1 && listed.every(([name = '']) => name.includes(' '));
  return areNames ? listed.flat() : parseByline(readPieces(element));
}

const listTags: ReadonlySet<string> = new Set(['ul', 'ol']);
/** What an element with the names of several is called. */
const severalTokens: ReadonlySet<string> = toWordSet(
  'authors autoren auteurs autores autori contributors creators',
);

/** The parts of an element of that name where these are alike and hold all that it says, a full name each: `<a>Ann Lee</a> <a>Bob Ash</a>`. */
function listAlikeParts(
  element: IndexedElement,
  { facts: { page } }: Scope,
): readonly IndexedElement[] {
  if (![...page.tokensOf(element)].some((token) => severalTokens.has(token))) return [];
  const parts = page.childrenOf(element).filter(({ textStart, textEnd }) => textStart < textEnd);
  const [first] = parts;
  const isAlike = ({ node: { name, attribs } }: IndexedElement): boolean =>
    name === first?.node.name && attribs['class'] === first.node.attribs['class'];
  const rest = parts.reduceRight(
    (text, { textStart, textEnd }) =>
      text.slice(0, textStart - element.textStart) + text.slice(textEnd - element.textStart),
    page.text.slice(element.textStart, element.textEnd),
  );
  return parts.every(isAlike) && !/[\p{L}\p{N}]/u.test(rest) ? parts : [];
}

/** The text of an element, a line break between elements without a separator; lone words are first and last names. */
function readPieces(element: IndexedElement): string {
  const pieces: string[] = [];
  const breakAt = (at: AnyNode): void => {
    if (isTag(at) && (isBlockTag(at.name) || at.name === 'br')) pieces.push('');
  };
  let node: AnyNode | null = element.node.children[0] ?? null;
  while (node !== null) {
    if (isText(node)) {
      const text = foldText(node.data);
      if (text !== '') pieces.push(text);
    }
    breakAt(node);
    // Drawings hold the first letters of names, raised marks lead to notes, and links to tags say what the article is about.
    const inner: AnyNode | undefined =
      isTag(node) && node.name !== 'svg' && node.name !== 'sup' && !isTagLink(node)
        ? node.children[0]
        : undefined;
    if (inner !== undefined) {
      node = inner;
      continue;
    }
    while (node !== null && node.next === null) {
      const parent: AnyNode | null = node.parent;
      node = parent === element.node ? null : parent;
      if (node !== null) breakAt(node);
    }
    node = node === null ? null : node.next;
  }
  let text = '';
  for (const piece of pieces) {
    if (piece === '') text += '\n';
    else if (text === '' || text.endsWith('\n')) text += piece;
    else text += (joins.test(`${text}\u0000${piece}`) ? ' ' : '\n') + piece;
  }
  return text;
}

const besideName = /\s?[|•·]\s?/u;

/** A full name that a byline goes on with behind a stroke or a dot: another author, or a place. */
export function findNameBeside(
  { text, source }: ListItem,
  given: readonly unknown[],
  scope: Scope,
): string | undefined {
  const element = scope.facts.page.elementOf(source.node);
  if (element === undefined || scope.facts.page.lineOf(element, maxLength) === '') return undefined;
  const pieces = readPieces(element).split(besideName);
  const at = pieces.findIndex((piece) => piece.includes(text));
  const next = at === -1 ? undefined : pieces[at + 1];
  const names = next === undefined ? [] : readFullNames(next, element, scope);
  // Beside the name before, a post is told as one: "Staff Reporter".
  const isPerson = (name: string): boolean => parsePersons(`${text}, ${name}`).includes(name);
  return names.find((name) => !given.includes(name) && isPerson(name));
}

function isTagLink({ attribs: { rel = '' } }: Element): boolean {
  const names = rel.toLowerCase().split(/\s+/);
  return names.includes('tag') && !names.includes('author');
}

/** A separator on either side of a border, or a single word on both. */
const joins =
  /(?:[,;&、，]|\b(?:and|und|et|y|e|en|och|og|ja|i|ve))\u0000|\u0000(?:[,;&、，]|(?:and|und|et|y|e|en|och|og|ja|i|и|ve)(?:\s|$))|(?:^|\n)[\p{L}.'-]+\u0000[\p{L}.'-]+$/u;

function isBeside(first: IndexedElement, second: IndexedElement, scope: Scope): boolean {
  const { page } = scope.facts;
  const around = page.around(first, 4).find(({ end }, at) => at > 0 && end > second.position);
  return around !== undefined && page.lineOf(around, maxGroupLength) !== '';
}
