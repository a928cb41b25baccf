import { isTag, isText } from 'domhandler';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { type ListItem, leafItems } from './list-item.ts';

/** What stands between the items of a line. */
const betweenItems = /^[\s,;|·•/&]*$/;
const maxItems = 300;

/** The items of a labelled value, as the page parts them: several definitions, items of a list, lines, links side by side. */
export function listLabelledItems(
  text: string,
  source: ListItem['source'],
  page: PageIndex,
): readonly ListItem[] {
  const element = page.elementOf(source.node);
  const whole = [{ text, source }];
  if (element === undefined || page.lineOf(element) !== text) return whole;
  const parts = [
    listSiblings(page, element),
    leafItems(page, element),
    listInline(page, element),
  ].find(({ length }) => length > 1);
  if (parts !== undefined)
    return parts.map((part) => ({ text: page.lineOf(part), source: { node: part.node } }));
  const lines = page.linesOf(element);
  return lines.length > 1 ? lines.map((line) => ({ text: line, source })) : whole;
}

/** A definition and those under the same term; a link or mark and those behind it that commas or their class make one list. */
function listSiblings(page: PageIndex, first: IndexedElement): readonly IndexedElement[] {
  const found = [first];
  const { name, attribs } = first.node;
  if (!siblingTags.has(name)) return found;
  for (
    let last = first, next = page.elements[first.end];
    next !== undefined && next.parent === first.parent && next.node.name === name;
    last = next, next = page.elements[next.end]
  ) {
    const between = page.text.slice(last.textEnd, next.textStart);
    const isAlike = name === 'dd' || /\S/.test(between) || (attribs['class'] ?? '') !== '';
    if (!betweenItems.test(between) || !isAlike || next.node.attribs['class'] !== attribs['class'])
      break;
    found.push(next);
    if (found.length >= maxItems) break;
  }
  return found;
}

const siblingTags: ReadonlySet<string> = new Set(['dd', 'a', 'span']);

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
