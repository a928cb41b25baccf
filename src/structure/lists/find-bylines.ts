import { type AnyNode, isTag, isText } from 'domhandler';
import type { IndexedElement } from '../analysis/index-page.ts';
import { joinName, splitWords } from '../analysis/fold-label.ts';
import { foldText, isBlockTag } from '../../page/text/node-text.ts';
import { atLeast, priorOf } from '../fields/candidate.ts';
import { elementsWith } from '../fields/find-hint-candidates.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/scope.ts';
import type { ListCandidate, ListItem } from './list-candidate.ts';
import { parseByline } from '../values/parse-persons.ts';

/** Elements examined for each name of the field. */
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
/** Names of classes of what visitors write. */
const replyTokens: ReadonlySet<string> = new Set(
  'comment comments reply respond review reviews'.split(' '),
);

interface Byline {
  readonly element: IndexedElement;
  readonly names: readonly string[];
  readonly trust: number;
  /** Equal for elements that the page's template makes alike. */
  readonly form: string;
}

/** Returns the names in elements that are marked as bylines, by a class or by a link to an author's page; names side by side are one list. */
export function findBylines(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const bylines = [...findMarked(plan, scope), ...findLinked(plan, scope)];
  // Names of other articles are the reason to doubt a byline far from the heading.
  const isLone = new Set(bylines.map(({ names }) => names.join('|'))).size === 1;
  const lists: { items: ListItem[]; weight: number; last: Byline }[] = [];
  const byForm = new Map<string, (typeof lists)[number]>();
  for (const byline of bylines) {
    const items = byline.names.map((text) => ({ text, source: { node: byline.element.node } }));
    const known = byForm.get(byline.form);
    if (known !== undefined && isBeside(known.last.element, byline.element, scope)) {
      known.items.push(...items);
      known.last = byline;
      continue;
    }
    const place = placeTrust(byline.element, scope, isLone ? loneTrust : farTrust);
    const list = { items, weight: byline.trust * place, last: byline };
    byForm.set(byline.form, list);
    lists.push(list);
  }
  return lists.map(({ items, weight, last }) => ({
    items,
    weight,
    origin: 'hint' as const,
    element: last.element,
  }));
}

/** Elements whose class names the field. */
function findMarked(plan: FieldPlan, scope: Scope): readonly Byline[] {
  const bylines: Byline[] = [];
  const seen = new Set<IndexedElement>();
  plan.tokens.forEach((words) => {
    for (const element of elementsWith(words, scope).slice(0, maxElements)) {
      if (seen.has(element)) continue;
      seen.add(element);
      const names = readNames(element, scope);
      if (names.length === 0) continue;
      const { attribs, name } = element.node;
      bylines.push({
        element,
        names,
        trust: priorOf('hint', plan.kind),
        form: `${name}.${attribs['class'] ?? ''}`,
      });
    }
  });
  return bylines;
}

/** Links to pages about authors. */
function findLinked(plan: FieldPlan, scope: Scope): readonly Byline[] {
  if (plan.concept?.name !== 'author') return [];
  const { page } = scope.facts;
  const bylines: Byline[] = [];
  for (const element of page.elements) {
    if (bylines.length >= maxLinks) break;
    if (element.node.name !== 'a') continue;
    const { rel, href = '' } = element.node.attribs;
    const isRel = rel !== undefined && /(?:^|\s)author(?:\s|$)/i.test(rel);
    if (!isRel && !authorPage.test(href)) continue;
    const names = readNames(element, scope);
    if (names.length === 0) continue;
    const trust = isRel ? relTrust : holdsName(href, names) ? namedAddressTrust : addressTrust;
    bylines.push({ element, names, trust, form: 'link' });
  }
  return bylines;
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
  let around: IndexedElement | undefined = element;
  for (let step = 0; step < 4 && around !== undefined; step += 1) {
    if (around.node.name === 'form') return [];
    for (const token of page.tokensOf(around)) if (replyTokens.has(token)) return [];
    around = page.elements[around.parent];
  }
  return parseByline(readPieces(element));
}

/**
 * The text of an element, with a line break where a new element begins and no separator stands: what stands there
 * says something else. Words that are alone in their elements are first and last names.
 */
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
    const inner: AnyNode | undefined = isTag(node) ? node.children[0] : undefined;
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

/** A separator on either side of a border, or a single word on both. */
const joins =
  /(?:[,;&、，]|\b(?:and|und|et|y|e|en|och|og|ja|i|ve))\u0000|\u0000(?:[,;&、，]|(?:and|und|et|y|e|en|och|og|ja|i|и|ve)(?:\s|$))|(?:^|\n)[\p{L}.'-]+\u0000[\p{L}.'-]+$/u;

/** Whether two elements are in one small part of the page. */
function isBeside(first: IndexedElement, second: IndexedElement, scope: Scope): boolean {
  const { page } = scope.facts;
  let around: IndexedElement | undefined = page.elements[first.parent];
  for (let step = 0; step < 3 && around !== undefined; step += 1) {
    if (around.end > second.position) return page.lineOf(around, maxGroupLength) !== '';
    around = page.elements[around.parent];
  }
  return false;
}
