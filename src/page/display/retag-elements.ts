import { type AnyNode, Text } from 'domhandler';
import {
  LinkedElement,
  type LinkedParent,
  type PageNames,
  appendNode,
  detachNode,
  findSpaceRule,
  visitElements,
} from '../parse/linked-tree.ts';
import { isLayoutTag, maxRowLength } from '../tree/data-table.ts';
import { findImageSource, isPictureAddress } from '../tree/pictures.ts';
import { isOwnName } from './custom-elements.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** What an element is in a table, by its role or by what its style sheet displays it as. */
export type TablePart = 'table' | 'head' | 'group' | 'row' | 'header' | 'cell' | 'caption';

const partsByRole: ReadonlyMap<string, TablePart> = new Map([
  ['table', 'table'],
  ['grid', 'table'],
  ['treegrid', 'table'],
  ['rowgroup', 'group'],
  ['row', 'row'],
  ['columnheader', 'header'],
  ['rowheader', 'header'],
  ['cell', 'cell'],
  ['gridcell', 'cell'],
  ['caption', 'caption'],
]);

const partsByDisplay: ReadonlyMap<string, TablePart> = new Map([
  ['table', 'table'],
  ['inline-table', 'table'],
  ['table-row-group', 'group'],
  ['table-header-group', 'head'],
  ['table-footer-group', 'group'],
  ['table-row', 'row'],
  ['table-cell', 'cell'],
  ['table-caption', 'caption'],
]);

/** Returns what a value of `display` makes of an element in a table. */
export function toTablePart(display: string): TablePart | undefined {
  return partsByDisplay.get(display);
}

/** Whether a page has elements that `retagElements` may change although no style sheet displays them as parts of a table. */
export function mayHoldTagged(names: PageNames): boolean {
  return names.mayStateTables || names.hasOwnElements || names.has('object') || names.has('embed');
}

/**
 * Gives elements the tag of what they are to people, for all that reads the tree by tags: tables of other elements by their roles
 * or their style sheet (`displayed`), and pictures of elements that are none by their tag.
 */
export function retagElements(
  root: LinkedParent,
  displayed: ReadonlyMap<LinkedElement, TablePart>,
): void {
  const tables: (readonly [LinkedElement, FindPart])[] = [];
  const findDisplayed: FindPart = (element) => displayed.get(element);
  visitElements(root, (element) => {
    const { attribs, name } = element;
    if (name === 'template') return 'skip';
    if (name === 'object' || name === 'embed') showObject(element);
    else if (isOwnName(name)) showPicture(element);
    if (name === 'table') return 'inner';
    if (partsByRole.get(attribs['role'] ?? '') === 'table') tables.push([element, findByRole]);
    else if (displayed.get(element) === 'table') tables.push([element, findDisplayed]);
    return 'inner';
  });
  for (const [table, findPart] of tables) showTable(table, findPart);
}

type FindPart = (element: LinkedElement) => TablePart | undefined;

const findByRole: FindPart = ({ attribs }) => {
  const { role } = attribs;
  return role === undefined ? undefined : partsByRole.get(role);
};

/** Elements that a script does something with, or that say more than a box does, keep their tag; of a link the link stays, in a cell. */
const boxes: ReadonlySet<string> = toWordSet(
  'div span p ul ol li dl dt dd label section article header footer center font small',
);
/** Characters of a cell of a table that only a style sheet makes: pages are laid out so, too. */
const maxStyledCell = 200;

interface TableParts {
  readonly groups: LinkedElement[];
  readonly rows: TableRow[];
  readonly captions: LinkedElement[];
}

interface TableRow {
  readonly element: LinkedElement;
  readonly cells: LinkedElement[];
}

function showTable(table: LinkedElement, findPart: FindPart): void {
  const parts = readParts(table, findPart);
  if (parts === undefined || !isTable(parts, findPart)) return;
  table.name = 'table';
  for (const caption of parts.captions) caption.name = 'caption';
  const headRow = findHeadRow(parts, findPart);
  for (const row of parts.rows) {
    const { element, cells } = row;
    if (element.name === 'a') linkRow(element, cells);
    element.name = 'tr';
    for (const cell of cells) {
      const name = row === headRow || findPart(cell) === 'header' ? 'th' : 'td';
      if (cell.name === 'a') moveLink(cell, cell);
      cell.name = name;
      const { 'aria-colspan': columns, 'aria-rowspan': rows } = cell.attribs;
      if (columns !== undefined) cell.attribs['colspan'] ??= columns;
      if (rows !== undefined) cell.attribs['rowspan'] ??= rows;
    }
  }
  const rowsByGroup = Map.groupBy(parts.rows, ({ element }) => element.parent);
  for (const group of parts.groups) {
    const own = rowsByGroup.get(group) ?? [];
    const isHead = own.every(({ cells }) => cells.every((cell) => findPart(cell) === 'header'));
    group.name = own.length > 0 && (isHead || findPart(group) === 'head') ? 'thead' : 'tbody';
  }
}

/**
 * Where a style sheet makes the table, its first row names the columns if it alone looks so, or has nothing in its corner, and holds
 * words above numbers.
 */
function findHeadRow({ groups, rows }: TableParts, findPart: FindPart): TableRow | undefined {
  const [first, ...others] = rows;
  if (first === undefined || findPart === findByRole) return undefined;
  if (groups.some((group) => findPart(group) === 'head')) return undefined;
  const look = describeLook(first);
  const hasCorner = first.cells.findIndex((cell) => countText(cell) > 0) > 0;
  if (!hasCorner && others.some((row) => describeLook(row) === look)) return undefined;
  if (first.cells.some((cell) => /\d/.test(readText(cell)))) return undefined;
  const isAboveNumbers = first.cells.some((_cell, column) =>
    others.every(({ cells }) =>
      cells.slice(column, column + 1).some((cell) => /\d/.test(readText(cell))),
    ),
  );
  return isAboveNumbers ? first : undefined;
}

/** By what a page lets a row look as it does: classes, styles, and the elements that its cells begin with. */
function describeLook({ element, cells }: TableRow): string {
  return [element, ...cells]
    .map(({ attribs, head }, at) => {
      const inner = at > 0 && head instanceof LinkedElement ? head.name : '';
      return [attribs['class'] ?? '', attribs['style'] ?? '', inner].join('|');
    })
    .join('\n');
}

/** A row that is one link has it once, in the first cell that shows something. */
function linkRow(row: LinkedElement, cells: readonly LinkedElement[]): void {
  const named = cells.find((cell) => countText(cell) > 0) ?? cells[0];
  if (named !== undefined && named.name !== 'a') moveLink(row, named);
}

/** What says where a link leads, and what it is there. */
const linkAttributes: ReadonlySet<string> = new Set(['href', 'rel', 'title', 'hreflang']);

/** Makes a link of what stands in a cell, and no link of the cell or row that was it until now. */
function moveLink(from: LinkedElement, cell: LinkedElement): void {
  const { attribs } = from;
  if (attribs['href'] === undefined) return;
  const isMoved = (name: string): boolean =>
    linkAttributes.has(name) || (name === 'itemprop' && attribs['itemscope'] === undefined);
  const { moved = [], kept = [] } = Object.groupBy(Object.entries(attribs), ([name]) =>
    isMoved(name) ? 'moved' : 'kept',
  );
  const link = new LinkedElement('a', Object.fromEntries(moved), findSpaceRule('a'));
  link.isSignificant = from.isSignificant;
  from.attribs = Object.fromEntries(kept);
  for (let node = cell.head; node !== null; node = cell.head) {
    detachNode(node);
    appendNode(link, node);
  }
  appendNode(cell, link);
}

/** `undefined` where something stands outside of the cells, or the cells hold more than a table of data does. */
function readParts(table: LinkedElement, findPart: FindPart): TableParts | undefined {
  if (!isBox(table)) return undefined;
  const parts: TableParts = { groups: [], rows: [], captions: [] };
  const pending: Place[] = [{ node: table.head, row: undefined, isInside: false }];
  let length = 0;
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { node, row, isInside } = place;
    if (node === null) continue;
    pending.push({ ...place, node: node.next });
    if (node instanceof Text) {
      const own = node.data.trim().length;
      if (own > 0 && !isInside) return undefined;
      length += own;
    }
    if (!(node instanceof LinkedElement)) continue;
    const part = findPart(node);
    if (part === 'table' || (isInside && (part === 'row' || isLayoutTag(node.name)))) {
      return undefined;
    }
    const below = {
      node: node.head,
      row,
      isInside: isInside || (part !== undefined && !holders.has(part)),
    };
    if (!isInside && part !== undefined) {
      if (!isBox(node) && !(node.name === 'a' && linkable.has(part))) return undefined;
      if (part === 'row') {
        below.row = { element: node, cells: [] };
        parts.rows.push(below.row);
      } else if (part === 'group' || part === 'head') parts.groups.push(node);
      else if (part === 'caption') parts.captions.push(node);
      else if (row === undefined) return undefined;
      else row.cells.push(node);
    }
    pending.push(below);
  }
  return length > maxRowLength * parts.rows.length ? undefined : parts;
}

interface Place {
  readonly node: AnyNode | null;
  readonly row: TableRow | undefined;
  /** Whether it is in a cell or a caption. */
  readonly isInside: boolean;
}

const holders: ReadonlySet<TablePart> = new Set(['head', 'group', 'row']);
/** Parts that pages make of links, too. */
const linkable: ReadonlySet<TablePart> = new Set(['row', 'header', 'cell']);

function isBox({ name }: LinkedElement): boolean {
  return boxes.has(name) || isOwnName(name);
}

function isTable({ rows }: TableParts, findPart: FindPart): boolean {
  const isStyled = findPart !== findByRole;
  if (isStyled) return isStyledTable(rows);
  const [first] = rows;
  if (first === undefined || rows.some(({ cells }) => cells.length === 0)) return false;
  const hasHeader = first.cells.some((cell) => findPart(cell) === 'header');
  if (rows.length < 2 && !hasHeader) return false;
  return rows.some(({ cells }) => cells.length > 1);
}

function isShort(cell: LinkedElement): boolean {
  return countText(cell) <= maxStyledCell;
}

/** Whether rows hold data and not a page's layout; the first may be a head without names, or without one in its corner. */
function isStyledTable([first, ...others]: readonly TableRow[]): boolean {
  const width = others[0]?.cells.length ?? 0;
  if (first === undefined || width < 2) return false;
  const isWithoutNames = first.cells.every((cell) => countText(cell) === 0);
  const isHead = isWithoutNames
    ? others.length > 1 && (first.cells.length === 0 || first.cells.length === width)
    : first.cells.length === width &&
      first.cells.every((cell, at) => isShort(cell) && (at === 0 || countText(cell) > 0));
  return (
    isHead &&
    others.every(
      ({ cells }) =>
        cells.length === width && cells.every((cell) => isShort(cell) && countText(cell) > 0),
    )
  );
}

function countText(element: LinkedElement): number {
  return readText(element).length;
}

/** The texts of an element without the spaces around each. */
function readText(element: LinkedElement): string {
  let text = '';
  const pending: (AnyNode | null)[] = [element.head];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (; node !== null; node = node.next) {
      if (node instanceof Text) text += node.data.trim();
      else if (node instanceof LinkedElement) pending.push(node.head);
    }
  }
  return text;
}

const namedPicture = /(?:^|-)(?:[a-z]*im(?:g|age)|pic|picture|photo|anim|thumb(?:nail)?)(?:-|$)/;
/** What an element of a page's own kind may hold until its script shows the picture. */
const standIns: ReadonlySet<string> = new Set(['noscript', 'template', 'style', 'script']);

/** `<amp-img src="/quay.jpg" alt="The quay">` is a picture, unless it holds one that is read anyway. */
function showPicture(element: LinkedElement): void {
  const { attribs, name } = element;
  const source = findImageSource(attribs);
  if (source === undefined) return;
  const isNamed = namedPicture.test(name);
  if (!isNamed && (attribs['alt'] === undefined || !isPictureAddress(source))) return;
  for (let node = element.head; node !== null; node = node.next) {
    if (node instanceof Text && node.data.trim() !== '') return;
    if (!(node instanceof LinkedElement)) continue;
    if (!standIns.has(node.name) && !(isOwnName(node.name) && namedPicture.test(node.name))) return;
  }
  toPicture(element, source, attribs['alt'] ?? attribs['aria-label']);
}

/** Most characters of an `<object>`'s content that are taken for its alternative text. */
const maxAlternative = 300;

function showObject(element: LinkedElement): void {
  const { data, src, type = '', 'aria-label': label, title } = element.attribs;
  const source = element.name === 'object' ? data : src;
  if (source === undefined || /^\s*data:/i.test(source)) return;
  const isPicture = /^\s*image\//i.test(type) || (type === '' && isPictureAddress(source));
  if (!isPicture) return;
  let text = '';
  for (let node = element.head; node !== null; node = node.next) {
    if (node instanceof Text) text += node.data;
    else if (node instanceof LinkedElement && node.name !== 'param') return;
  }
  if (text.length > maxAlternative) return;
  toPicture(element, source, text.trim() === '' ? (label ?? title) : text);
}

function toPicture(element: LinkedElement, source: string, text: string | undefined): void {
  element.name = 'img';
  element.attribs['src'] = source;
  if (text !== undefined) element.attribs['alt'] = text;
  element.head = null;
  element.tail = null;
}
