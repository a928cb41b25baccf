import { addAll, maxOf, minOf } from '../../../runtime/collections.ts';
import {
  type PdfLine,
  type PdfRegion,
  type PdfRow,
  addToColumns,
  firstWordWidth,
  joinItems,
  plainText,
} from './pdf-lines.ts';

/** Most distance of the lines of a paragraph, and most that one is set in, in font sizes. */
const maxPitch = 1.75;
const maxIndent = 2;
/** Columns of text on one page; rows of more texts are those of a table. */
const maxColumns = 4;
/** Most distance of baselines beside each other, in font sizes. */
const sameBaseline = 0.45;
/** Words of a line of prose; cells of tables seldom have so many. */
const leastWords = 3;
/** Share of a column's lines after which the next word would not have fitted. */
const leastFull = 0.8;
/** Share of them that end within a sentence, where the lines are too few to tell by their ends alone. */
const leastRunning = 0.4;
const leastLinePairs = 2;
const leastAllPairs = 6;
const tellingPairs = 8;
const leastFullAlone = 0.9;

/** Lines below each other that begin at one place and are of one size. */
interface Stack {
  readonly lines: PdfLine[];
  readonly firstRow: number;
  lastRow: number;
}

/** Stacks beside each other, and the rows of which they are made. */
interface Zone {
  readonly firstRow: number;
  lastRow: number;
  readonly stacks: Stack[];
}

interface Extent {
  readonly left: number;
  readonly right: number;
}

/**
 * Parts a region where prose stands beside prose, as in short columns or beside a box: each column is read by itself. Cells of
 * a table end where they like; lines of prose end where the next word does not fit.
 */
export function partProse(region: PdfRegion): readonly PdfRegion[] {
  const parts: PdfRegion[] = [];
  let from = 0;
  const takeRows = (to: number): void => {
    if (to > from) parts.push({ ...region, rows: region.rows.slice(from, to) });
  };
  for (const { firstRow, lastRow, stacks } of findZones(region.rows)) {
    const columns = findProse(stacks);
    if (columns === undefined) continue;
    takeRows(firstRow);
    from = lastRow + 1;
    addAll(parts, toColumns(region.rows.slice(firstRow, from), columns));
  }
  takeRows(region.rows.length);
  return parts;
}

function toColumns(rows: readonly PdfRow[], columns: readonly Extent[]): readonly PdfRegion[] {
  const rowsOf: PdfRow[][] = [];
  for (const row of rows) {
    addToColumns(rowsOf, row, ({ x }) => columns.findLastIndex(({ left }) => left <= x));
  }
  return columns.map(({ left, right }, index) => ({ left, right, rows: rowsOf[index] ?? [] }));
}

function findZones(rows: readonly PdfRow[]): readonly Zone[] {
  const zones: Zone[] = [];
  for (const stack of toStacks(rows)) {
    const last = zones.at(-1);
    if (last !== undefined && stack.firstRow <= last.lastRow) {
      last.stacks.push(stack);
      last.lastRow = Math.max(last.lastRow, stack.lastRow);
    } else zones.push({ firstRow: stack.firstRow, lastRow: stack.lastRow, stacks: [stack] });
  }
  return zones;
}

/** The stacks of a region, by the rows in which they begin. */
function toStacks(rows: readonly PdfRow[]): readonly Stack[] {
  const stacks: Stack[] = [];
  let open: Stack[] = [];
  for (const [at, { segments }] of rows.entries()) {
    const y = segments[0]?.y ?? 0;
    open = open.filter(({ lines }) => {
      const last = lines.at(-1);
      return last !== undefined && y - last.y <= maxPitch * last.size;
    });
    // Rows of many texts hold no prose; comparing all of them would take too long.
    const isTable = segments.length > maxColumns;
    for (const segment of segments) {
      const above = isTable ? undefined : open.find((stack) => goesOn(stack, segment));
      if (above === undefined) {
        const stack = { lines: [segment], firstRow: at, lastRow: at };
        stacks.push(stack);
        if (!isTable) open.push(stack);
        continue;
      }
      above.lines.push(segment);
      above.lastRow = at;
    }
  }
  return stacks;
}

function goesOn({ lines }: Stack, { x, y, size }: PdfLine): boolean {
  const last = lines.at(-1);
  return (
    last !== undefined &&
    y > last.y &&
    y - last.y <= maxPitch * size &&
    Math.abs(size - last.size) <= 0.1 * size &&
    Math.abs(x - last.x) <= maxIndent * size
  );
}

/** The columns that stacks make; `undefined` where they make less than two, or one of them is no prose. */
function findProse(stacks: readonly Stack[]): readonly Extent[] | undefined {
  if (stacks.length < 2) return undefined;
  const columns: { left: number; right: number; readonly stacks: Stack[] }[] = [];
  for (const { stack, left, right } of stacks
    .map((stack) => ({ stack, ...extentOf(stack) }))
    .toSorted((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last !== undefined && left < last.right) {
      last.right = Math.max(last.right, right);
      last.stacks.push(stack);
    } else columns.push({ left, right, stacks: [stack] });
  }
  if (columns.length < 2 || columns.length > maxColumns) return undefined;
  const pairs = columns.map((column) => toPairs(column.stacks, column.right));
  const all = pairs.reduce((sum, { length }) => sum + length, 0);
  if (all < leastAllPairs || !pairs.every((column) => isProse(column))) return undefined;
  return haveRowsInCommon(pairs, columns) ? undefined : columns;
}

function extentOf({ lines }: Stack): Extent {
  return { left: minOf(lines.map(({ x }) => x)), right: maxOf(lines.map(({ right }) => right)) };
}

/** Two lines of a stack. */
interface LinePair {
  readonly y: number;
  readonly size: number;
  /** Whether the first word of the second line had not fitted into the first one. */
  readonly isFull: boolean;
  /** Whether a sentence goes on from one to the other. */
  readonly isRunning: boolean;
  readonly words: number;
}

function toPairs(stacks: readonly Stack[], margin: number): readonly LinePair[] {
  return stacks.flatMap(({ lines }) =>
    lines.slice(1).map((line, index) => {
      const before = lines[index] ?? line;
      const [text, next] = [before, line].map(({ items }) => plainText(joinItems(items)));
      const { y, size } = line;
      const width = firstWordWidth(next ?? '', line);
      return {
        y,
        size,
        isFull: before.right + width + 0.3 * size > margin - size,
        isRunning: /^\p{Ll}/u.test(next ?? '') && /[\p{L},\u{AD}-]$/u.test(text ?? ''),
        words: text?.match(/\p{L}{2,}/gu)?.length ?? 0,
      };
    }),
  );
}

function isProse(pairs: readonly LinePair[]): boolean {
  const share = (is: (pair: LinePair) => boolean): number =>
    pairs.filter((pair) => is(pair)).length / pairs.length;
  if (pairs.length < leastLinePairs) return false;
  if (pairs.reduce((sum, { words }) => sum + words, 0) < leastWords * pairs.length) return false;
  const full = share(({ isFull }) => isFull);
  if (full < leastFull) return false;
  if (share(({ isRunning }) => isRunning) >= leastRunning) return true;
  return pairs.length >= tellingPairs && full >= leastFullAlone;
}

/** Whether cells end at one height in all columns, as they do in the rows of a table. */
function haveRowsInCommon(
  pairs: readonly (readonly LinePair[])[],
  columns: readonly { readonly stacks: readonly Stack[] }[],
): boolean {
  const [first = [], ...others] = columns.map(({ stacks }, index) => [
    ...(pairs[index] ?? []).filter(({ isFull }) => !isFull),
    ...stacks.slice(1).flatMap(({ lines }) => lines.slice(0, 1)),
  ]);
  return first.some(({ y, size }) =>
    others.every((ends) => ends.some((end) => Math.abs(end.y - y) < sameBaseline * size)),
  );
}
