import { type AnyNode, isComment, isTag, isText } from 'domhandler';
import { getOrMake } from '../../runtime/collections.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { Cell, Column } from './column.ts';
import { toBlock } from './block.ts';
import { listTags } from './list-runs.ts';

/** Share of the filled cells that must begin with a name of this form. */
const minNamedShare = 0.6;
const maxLength = 300;
const maxWrappers = 4;

const named = new WeakMap<Column, Column>();

/**
 * The column of what names the things in the cells of a table, or in linked texts: a link or a heading with other elements beside it, or what
 * a link says before a list. The column as it is where its cells have none.
 */
export function readNames(page: PageIndex, column: Column): Column {
  return getOrMake(named, column, () => {
    const names = column.cells.map((cell) => findName(page, cell));
    const filled = column.cells.filter((cell) => cell !== undefined && cell.text !== '').length;
    const count = names.filter((name) => name !== undefined).length;
    if (count < 2 || count < filled * minNamedShare) return column;
    const cells = column.cells.map((cell, row) => names[row] ?? cell);
    return { ...column, cells, within: [column] };
  });
}

function findName(page: PageIndex, cell: Cell | undefined): Cell | undefined {
  if (cell === undefined) return undefined;
  const { block, source } = cell;
  const own =
    isTag(source.node) && cell.partLink !== undefined ? page.elementOf(source.node) : undefined;
  const around = block === undefined ? own : page.elements[block.start];
  if (around === undefined) return findNameInLink(page, cell);
  const [first, second, ...others] = listParts(around);
  if (first === undefined || second === undefined || !isTag(first) || !isTag(second))
    return undefined;
  const name = page.elementOf(first);
  if (name === undefined || (first.name !== 'a' && headingLevel(name) === undefined))
    return undefined;
  // Several of a kind are a list, of which the first is no name.
  if ([second, ...others].some((part) => isTag(part) && part.name === first.name)) return undefined;
  const text = page.lineOf(name, maxLength);
  const rest = page.text.slice(name.textEnd, around.textEnd);
  if (text === '' || !/[\p{L}\p{N}]/u.test(rest)) return undefined;
  return { text, source: { node: first }, href: cell.href, block: toBlock(name) };
}

/** Elements of a link among which its list is looked for. */
const maxLinkElements = 60;

/** What a link says before the list in it: the features of a product are no part of its name. */
function findNameInLink(page: PageIndex, { source, href }: Cell): Cell | undefined {
  const { node } = source;
  const link = isTag(node) && node.name === 'a' ? page.elementOf(node) : undefined;
  if (link === undefined) return undefined;
  const list = page.elements
    .slice(link.position + 1, Math.min(link.end, link.position + maxLinkElements))
    .find((element) => listTags.has(element.node.name));
  if (list === undefined) return undefined;
  const text = foldText(page.text.slice(link.textStart, list.textStart));
  return /[\p{L}\p{N}]/u.test(text) ? { text, source, href } : undefined;
}

/** What an element holds besides white space, without wrappers around all of it. */
function listParts(around: IndexedElement): readonly AnyNode[] {
  let parts: readonly AnyNode[] = [around.node];
  for (let count = 0; count <= maxWrappers; count += 1) {
    const [only, ...others] = parts;
    if (only === undefined || others.length > 0 || !isTag(only)) break;
    parts = only.children.filter(
      (node) => !isComment(node) && !(isText(node) && node.data.trim() === ''),
    );
  }
  return parts;
}
