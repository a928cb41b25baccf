import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { foldLabel, splitWords, toSingular } from '../lexicon/fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './rank-entities.ts';

/** Links from which an element beside the content is a menu, whatever stands between them. */
const minMenu = 3;
const maxMenuDepth = 6;
const maxMenuParts = 200;

/** Whether an element beside the content is a menu: it has several links, or, for its text, nothing but links within the site. */
export function isMenu(
  element: IndexedElement,
  { facts: { page, zones } }: Scope,
  text: string = page.lineOf(element),
): boolean {
  if (!zones.isAside(element)) return false;
  const { position, end } = element;
  const around = page.around(element, maxMenuDepth).slice(1);
  const parts = page.elements.slice(position, Math.min(end, position + maxMenuParts));
  const links = [...around, ...parts].filter(({ node }) => node.name === 'a');
  const [link, another] = links;
  if (link === undefined || links.length >= minMenu) return link !== undefined;
  // An address may lead to a map, and a number to a call.
  const isAddress = another === undefined && /\d/.test(text);
  if (isAddress && !isWithinSite(link, page)) return false;
  // A text that is too long for a value has more than its links.
  if (text === '') return false;
  const linked = links.reduce((sum, one) => sum + page.lineOf(one).length, 0);
  return linked >= text.length - links.length;
}

function isWithinSite({ node }: IndexedElement, { reading }: PageIndex): boolean {
  const target = URL.parse(node.attribs['href'] ?? '', reading.url);
  return target?.host === URL.parse(reading.url)?.host;
}

const listMark = /[,;/|>›»·•]/;

/** Whether an element lists several links with nothing between them: all the sections of a site rather than the one of the page. */
export function listsLinks(element: IndexedElement, { facts: { page } }: Scope): boolean {
  const parts = page.elements.slice(element.position, element.end);
  const links = parts.filter(({ node }) => node.name === 'a').map((link) => page.lineOf(link));
  return new Set(links.filter(Boolean)).size > 1 && !listMark.test(page.lineOf(element));
}

/** What is one of several to choose from or to go to. */
const entryTag = /^(?:a|button|option|label)$/;
const entryRole = /^(?:button|link|option|radio|checkbox|tab|menuitem\w*)$/;

/**
 * Whether an element says nothing but several entries of a list, with nothing between them, where one text is asked for: the sizes to
 * choose from, a menu. `isPlain` takes items without a link or a control as well.
 */
export function listsEntries(
  { position, end, textStart, textEnd }: IndexedElement,
  { name, labels }: FieldPlan,
  { facts: { page } }: Scope,
  isPlain: boolean,
): boolean {
  const [word = ''] = splitWords(name).slice(-1);
  if (word !== toSingular(word)) return false;
  let at = textStart;
  let entries = 0;
  for (const inner of page.elements.slice(position + 1, Math.min(end, position + maxMenuParts))) {
    if (inner.textStart < at || inner.textEnd === inner.textStart) continue;
    if (!isEntry(inner, isPlain)) continue;
    const between = page.text.slice(at, inner.textStart);
    const isLabel = entries === 0 && labels.has(foldLabel(between));
    if (!isLabel && said.test(between)) return false;
    const text = page.text.slice(inner.textStart, inner.textEnd).trimEnd();
    // What ends as a sentence does, or with a comma, is one of a text.
    if (/[.!?,;:。、]$/u.test(text)) return false;
    at = inner.textEnd;
    entries += 1;
  }
  return entries > 1 && !said.test(page.text.slice(at, textEnd));
}

function isEntry({ node: { name, attribs } }: IndexedElement, isPlain: boolean): boolean {
  return (isPlain && name === 'li') || entryTag.test(name) || entryRole.test(attribs['role'] ?? '');
}

/** Words, and what parts them from others. */
const said = /[\p{L}\p{N}\p{P}|>]/u;
