import { isTag, isText } from 'domhandler';
import { isBlockTag } from '../../page/tree/node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { type ListItem, leafItems } from './list-item.ts';

/** What stands between the items of a line. */
const betweenItems = /^[\s,;|·•/&]*$/;
const maxItems = 300;
/** Characters behind a label that are looked at for items. */
const maxBehind = 1_000;

/** The items of a labelled value, as the page parts them: several definitions, items of a list, lines, links side by side. */
export function listLabelledItems(
  text: string,
  source: ListItem['source'],
  page: PageIndex,
): readonly ListItem[] {
  const element = page.elementOf(source.node);
  const whole = [{ text, source }];
  if (element === undefined) return whole;
  if (page.lineOf(element) !== text) {
    const behind = listBehindLabel(page, element, text);
    return behind.length > 1 ? toItems(page, behind) : whole;
  }
  const parts = [
    listSiblings(page, element).flatMap((part) => {
      const inner = isBlockTag(part.node.name) ? leafItems(page, part) : [];
      return inner.length > 1 ? inner : [part];
    }),
    leafItems(page, element),
    listInline(page, findInnermost(page, element)),
  ].find(({ length }) => length > 1);
  if (parts !== undefined) return toItems(page, parts);
  const lines = page.linesOf(element);
  return lines.length > 1 ? lines.map((line) => ({ text: line, source })) : whole;
}

function toItems(page: PageIndex, parts: readonly IndexedElement[]): readonly ListItem[] {
  return parts.map((part) => ({ text: page.lineOf(part), source: { node: part.node } }));
}

/** The links or marks side by side that are all of an element behind its label: "Tags: <a>Oak</a> <a>Elm</a>". */
function listBehindLabel(
  page: PageIndex,
  element: IndexedElement,
  text: string,
): readonly IndexedElement[] {
  const first = page.childrenOf(element).find(
    // An icon stands before the first item and is none.
    ({ textStart, textEnd }) =>
      textStart < textEnd &&
      element.textEnd - textStart <= maxBehind &&
      foldText(page.text.slice(textStart, element.textEnd)) === text,
  );
  const parts = first === undefined ? [] : listSiblings(page, first);
  const behind = page.text.slice(parts.at(-1)?.textEnd, element.textEnd);
  return betweenItems.test(behind) ? parts : [];
}

/** A definition and those under the same term; a link or mark and those behind it that commas, their class or where they lead make one list. */
function listSiblings(page: PageIndex, first: IndexedElement): readonly IndexedElement[] {
  const found = [first];
  const { name, attribs } = first.node;
  const isBlock = isBlockTag(name) && name !== 'dd';
  if (isBlock ? !isRowOfBlocks(page, first) : !siblingTags.has(name)) return found;
  for (
    let last = first, next = page.elements[first.end];
    next !== undefined && next.parent === first.parent && next.node.name === name;
    last = next, next = page.elements[next.end]
  ) {
    const between = page.text.slice(last.textEnd, next.textStart);
    const isAlike =
      name === 'dd' ||
      /\S/.test(between) ||
      (attribs['class'] ?? '') !== '' ||
      leadsAlike(attribs, next.node.attribs);
    if (!betweenItems.test(between) || !isAlike || next.node.attribs['class'] !== attribs['class'])
      break;
    found.push(next);
    if (found.length >= maxItems) break;
  }
  return found;
}

type Attributes = Readonly<Record<string, string>>;

/** Whether two links say that they are tags, or lead to pages of one folder. */
function leadsAlike(one: Attributes, two: Attributes): boolean {
  const folder = folderOf(one['href']);
  return (
    [one, two].every(({ rel = '' }) => /\btag\b/i.test(rel)) ||
    (folder !== undefined && folder === folderOf(two['href']))
  );
}

/** `/tags/` of `/tags/oak`, `/search?tag=` of `/search?tag=oak`; none at the root of a site. */
function folderOf(href = ''): string | undefined {
  return /^([^?#]*[^/?#]\/|[^#]*\?[\w-]+=)[^/?#=&]+\/?$/.exec(
    href.replace(/^\w+:\/\/[^/]*/, ''),
  )?.[1];
}

const siblingTags: ReadonlySet<string> = new Set(['dd', 'a', 'span']);

/** Whether a block has a class, and what stands before it is no other of its kind: a row of cells names things in turn. */
function isRowOfBlocks(
  { elements }: PageIndex,
  { node, parent, position }: IndexedElement,
): boolean {
  const kind = node.attribs['class'] ?? '';
  if (kind === '') return false;
  for (let at = position - 1; at > parent; at = elements[at]?.parent ?? parent) {
    const before = elements[at];
    if (before?.parent === parent)
      return before.node.name !== node.name || before.node.attribs['class'] !== kind;
  }
  return true;
}

/** The innermost block that holds all that an element says: wrappers are there for their looks. */
function findInnermost(page: PageIndex, element: IndexedElement): IndexedElement {
  let inner = element;
  for (;;) {
    const [only, ...others] = page
      .childrenOf(inner)
      .filter(({ textStart, textEnd }) => textEnd > textStart);
    const isAll = only !== undefined && others.length === 0 && isBlockTag(only.node.name);
    if (!isAll || page.lineOf(only) !== page.lineOf(inner)) return inner;
    inner = only;
  }
}

/** The elements of one kind that are all that an element holds. */
function listInline(page: PageIndex, element: IndexedElement): readonly IndexedElement[] {
  const areAlone = element.node.children.every(
    (node) => isTag(node) || !isText(node) || betweenItems.test(node.data),
  );
  const inner = areAlone ? page.childrenOf(element).slice(0, maxItems) : [];
  const areAlike = inner.every(({ node }) => node.name === inner[0]?.node.name);
  return areAlike ? inner.filter((part) => page.lineOf(part) !== '') : [];
}

/** The links in what an item is read from, by the addresses that they lead to. */
export function listLinksIn(
  page: PageIndex,
  node: ListItem['source']['node'],
): readonly ListItem[] {
  const element = page.elementOf(node);
  const inner = element === undefined ? [] : page.elements.slice(element.position, element.end);
  return inner
    .filter((part) => part.node.name === 'a' && part.node.attribs['href'] !== undefined)
    .slice(0, maxItems)
    .map((part) => ({
      text: part.node.attribs['href'] ?? '',
      source: { node: part.node, attribute: 'href' },
    }));
}
