import { addAll, maxOf, minOf, toWordSet } from '../../../runtime/collections.ts';
import {
  type PdfBlock,
  type PdfCell,
  type PdfItem,
  type PdfPage,
  type PdfTag,
  joinItems,
  joinLines,
  plainText,
} from './pdf-lines.ts';

/** Share of a page's letters that must be tagged for the tags to be used. */
const leastTagged = 0.9;
const maxListDepth = 6;

/** A page's blocks by its own tags; `undefined` when it has none that hold its text. */
export function readTaggedPage(page: PdfPage): readonly PdfBlock[] | undefined {
  if (page.tags === undefined) return undefined;
  const byMark = Map.groupBy(page.items, ({ mark }) => mark);
  const letters = page.items.reduce((sum, { text }) => sum + text.length, 0);
  const blocks: PdfBlock[] = [];
  let used = 0;
  const take = (tag: PdfTag): readonly PdfItem[] => {
    const items = listMarks(tag).flatMap((mark) => {
      const found = byMark.get(mark) ?? [];
      byMark.delete(mark);
      return found;
    });
    for (const item of items) used += item.text.length;
    return items;
  };
  const boxes = findBoxes(page.tags);
  const open: OpenTags = [{ tag: page.tags, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tag, depth } = next;
    if (tag.role === 'Table') {
      const captions = tag.children.filter((child) => 'role' in child && child.role === 'Caption');
      const caption = take({ role: 'Caption', children: captions });
      if (caption.length > 0) blocks.push(toBlock('Caption', caption));
      const rows = readRows(tag, take);
      if (rows.length > 0) blocks.push({ kind: 'table', rows });
      continue;
    }
    if (tag.role === 'LI') {
      const item = readItem(tag, depth, take);
      if (item !== undefined) blocks.push(item);
      const lists = tag.children.filter(
        (child): child is PdfTag => 'role' in child && hasList(child),
      );
      pushAll(open, lists, depth);
      continue;
    }
    if (boxes.has(tag) || generic.has(tag.role) || containers.has(tag.role)) {
      const inner = joinInline(tag.children, boxes);
      pushAll(open, inner, tag.role === 'L' ? Math.min(depth + 1, maxListDepth) : depth);
      continue;
    }
    const items = take(tag);
    if (tag.role === textRun) {
      for (const part of splitAtGaps(items)) blocks.push(toBlock(textRun, part));
    } else if (items.length > 0) blocks.push(toBlock(tag.role, items));
  }
  // What was filled in later often has no tag, and is what the page is about.
  const isLost = [...byMark.values()].flat().some(({ isFilledIn }) => isFilledIn === true);
  return used >= letters * leastTagged && !isLost ? blocks : undefined;
}

type OpenTags = { readonly tag: PdfTag; readonly depth: number }[];

function pushAll(open: OpenTags, children: readonly PdfTag[], depth: number): void {
  for (const tag of children.toReversed()) open.push({ tag, depth });
}

/** Elements that say nothing of what they hold: a box of Chromium, or a piece of text. */
const generic: ReadonlySet<string> = new Set(['NonStruct', 'Private']);
const containers: ReadonlySet<string> = toWordSet(
  'Root Document DocumentFragment Part Art Sect Div BlockQuote L LBody TOC TOCI Index Aside',
);
const blockRoles: ReadonlySet<string> = toWordSet('P H H1 H2 H3 H4 H5 H6 Table L LI Title Caption');

/** Elements with a block somewhere below: tags are often misused, and a paragraph around paragraphs is none. */
function findBoxes(root: PdfTag): ReadonlySet<PdfTag> {
  const boxes = new Set<PdfTag>();
  const tags = [...walk(root)].filter((each): each is PdfTag => 'role' in each);
  for (const tag of tags.toReversed()) {
    const holdsBlock = tag.children.some(
      (child) =>
        'role' in child &&
        (blockRoles.has(child.role) || containers.has(child.role) || boxes.has(child)),
    );
    if (holdsBlock) boxes.add(tag);
  }
  return boxes;
}

/** The role of texts, links and emphasis beside each other, which no element of their own makes a paragraph. */
const textRun = 'text run';

function joinInline(children: PdfTag['children'], boxes: ReadonlySet<PdfTag>): readonly PdfTag[] {
  const joined: PdfTag[] = [];
  let run: (typeof children)[number][] = [];
  const close = (): void => {
    const [first] = run;
    const isOneElement = run.length === 1 && first !== undefined && 'role' in first;
    if (isOneElement && !generic.has(first.role)) joined.push(first);
    else if (run.length > 0) joined.push({ role: textRun, children: run });
    run = [];
  };
  for (const child of children) {
    if (isInline(child, boxes)) {
      run.push(child);
      continue;
    }
    close();
    if ('role' in child) joined.push(child);
  }
  close();
  return joined;
}

function isInline(child: PdfTag['children'][number], boxes: ReadonlySet<PdfTag>): boolean {
  if (!('role' in child)) return true;
  if (generic.has(child.role)) return child.children.every((inner) => !('role' in inner));
  return !boxes.has(child) && !blockRoles.has(child.role) && !containers.has(child.role);
}

/** Distance of baselines, in font sizes, from which on two lines are no part of one paragraph. */
const paragraphGap = 1.8;

function splitAtGaps(items: readonly PdfItem[]): readonly (readonly PdfItem[])[] {
  const parts: PdfItem[][] = [];
  let before: PdfItem | undefined;
  for (const item of items) {
    const distance = before === undefined ? 0 : item.y - before.y;
    const size = Math.max(item.size, before?.size ?? 0);
    const goesOn = before !== undefined && distance > -size && distance < paragraphGap * size;
    if (goesOn) parts.at(-1)?.push(item);
    else parts.push([item]);
    before = item;
  }
  return parts;
}

function toBlock(role: string, items: readonly PdfItem[]): PdfBlock {
  const lines = toLines(items);
  const isCode = role === 'Code' || (lines.length > 1 && items.every(({ isMono }) => isMono));
  if (isCode) return { kind: 'code', text: joinCode(items) };
  const spans = joinLines(lines.map(joinItems));
  const level = role === 'Title' || role === 'H' ? 1 : Number(/^H([1-6])$/.exec(role)?.[1] ?? 0);
  if (level > 0) return { kind: 'heading', level, size: items[0]?.size ?? 0, spans };
  return { kind: 'text', spans, isOpen: false };
}

function readItem(
  tag: PdfTag,
  depth: number,
  take: (tag: PdfTag) => readonly PdfItem[],
): PdfBlock | undefined {
  const own: PdfItem[] = [];
  let label = '';
  const open = [...tag.children].toReversed();
  for (let child = open.pop(); child !== undefined; child = open.pop()) {
    if (!('role' in child)) addAll(own, take({ role: 'P', children: [child] }));
    else if (child.role === 'Lbl') label = plainText(joinItems(take(child)));
    else if (child.role === 'LBody' || child.role === 'Div')
      addAll(open, child.children.toReversed());
    else if (child.role !== 'L') addAll(own, take(child));
  }
  if (own.length === 0) return undefined;
  const number = /^\(?(\d{1,6})[.)]?$/.exec(label)?.[1];
  return {
    kind: 'item',
    isOrdered: number !== undefined || /^\(?[a-z]{1,4}[.)]$/i.test(label),
    number: number === undefined ? undefined : Number(number),
    depth: Math.max(depth - 1, 0),
    spans: joinLines(toLines(own).map(joinItems)),
  };
}

function hasList(tag: PdfTag): boolean {
  for (const each of walk(tag)) if ('role' in each && each.role === 'L') return true;
  return false;
}

interface PlacedCell extends PdfCell {
  readonly x: number;
  readonly right: number;
}

function readRows(
  table: PdfTag,
  take: (tag: PdfTag) => readonly PdfItem[],
): readonly (readonly PdfCell[])[] {
  const rows: PlacedCell[][] = [];
  const open: PdfTag[] = [table];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.role === 'TR') rows.push([]);
    if (next.role === 'TD' || next.role === 'TH') {
      const items = take(next);
      rows.at(-1)?.push({
        spans: joinLines(toLines(items).map(joinItems)),
        isHeader: next.role === 'TH',
        x: minOf(items.map((item) => item.x)),
        right: maxOf(items.map((item) => item.x + item.width)),
      });
      continue;
    }
    for (const child of next.children.toReversed()) if ('role' in child) open.push(child);
  }
  return alignRows(rows.filter((row) => row.some((cell) => cell.spans.length > 0)));
}

/** Inserts empty cells into rows with fewer cells than the fullest, by position: the file does not state spans. */
function alignRows(rows: readonly (readonly PlacedCell[])[]): readonly (readonly PdfCell[])[] {
  const count = maxOf(
    rows.map((row) => row.length),
    0,
  );
  const columns = Array.from({ length: count }, () => ({ x: Infinity, right: -Infinity }));
  for (const row of rows) {
    if (row.length < count) continue;
    for (const [index, { x, right }] of row.entries()) {
      const column = columns[index];
      if (column === undefined) continue;
      column.x = Math.min(column.x, x);
      column.right = Math.max(column.right, right);
    }
  }
  return rows.map((row) => {
    if (row.length === count) return row;
    const line: PdfCell[] = columns.map(() => ({ spans: [], isHeader: false }));
    let from = 0;
    for (const [index, cell] of row.entries()) {
      const last = count - (row.length - index);
      let at = from;
      while (at < last && (columns[at]?.right ?? Infinity) <= cell.x) at += 1;
      line[at] = cell;
      from = at + 1;
    }
    return line;
  });
}

function listMarks(tag: PdfTag): readonly string[] {
  return [...walk(tag)].flatMap((each) => ('mark' in each ? [each.mark] : []));
}

/** An element and all below it, in order. */
function* walk(tag: PdfTag): Iterable<PdfTag | { readonly mark: string }> {
  const open: (PdfTag | { readonly mark: string })[] = [tag];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    if ('role' in next) addAll(open, next.children.toReversed());
  }
}

/** Items in drawing order, parted where the next one stands on another line. */
function toLines(items: readonly PdfItem[]): readonly (readonly PdfItem[])[] {
  const lines: PdfItem[][] = [];
  let before: PdfItem | undefined;
  for (const item of items) {
    const sameLine =
      before !== undefined &&
      Math.abs(item.y - before.y) < 0.6 * Math.max(item.size, before.size) &&
      item.x > before.x - before.size;
    if (sameLine) lines.at(-1)?.push(item);
    else lines.push([item]);
    before = item;
  }
  return lines;
}

/** Returns the text of code with its lines and an indentation derived from where they begin. */
export function joinCode(items: readonly PdfItem[]): string {
  const left = minOf(items.map((item) => item.x));
  return toLines(items)
    .map((line) => {
      const [first] = line;
      if (first === undefined) return '';
      const letter = first.width / Math.max(first.text.length, 1);
      const indent = letter > 0 ? Math.round((first.x - left) / letter) : 0;
      return ' '.repeat(Math.min(indent, 80)) + plainText(joinItems(line));
    })
    .join('\n');
}
