import type { PdfLine } from './join-text.ts';
import type { PdfItem, PdfPage } from './pdf-block.ts';

/** A row of the page: the text on one baseline, split at wide gaps. */
export interface PdfRow {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly PdfLine[];
}

/** Rows that are read together: a column, or rows across all columns. */
export interface PdfRegion {
  readonly rows: readonly PdfRow[];
  /** The right margin: where full lines end. */
  readonly right: number;
  readonly left: number;
}

/** Gap that separates two cells, in font sizes; gaps of justified text stay below .7 except in the narrowest columns. */
const cellGap = 0.75;
/** Most distance of baselines on one line, in font sizes, for superscripts and subscripts. */
const sameBaseline = 0.45;
/** Fewest lines of a text column, and then fewest letters per line; columns of tables are shorter. */
const leastColumnRows = 6;
const leastColumnLetters = 22;
const maxColumns = 4;

/** A page's rows in reading order: across, then column by column. */
export function orderLines(page: PdfPage): readonly PdfRegion[] {
  const rows = toRows(page.items);
  const starts = findColumns(rows, page.width);
  if (starts.length === 0) return toRegions([rows], page.width);
  const groups: PdfRow[][] = [];
  let columns: PdfRow[][] = [];
  let across: PdfRow[] = [];
  const flush = (): void => {
    groups.push(...columns.filter((column) => column.length > 0));
    columns = [];
  };
  for (const row of rows) {
    const spans = row.segments.some(({ x, right }) =>
      starts.some((start) => x < start - row.size && right > start + row.size),
    );
    if (spans) {
      flush();
      across.push(row);
      continue;
    }
    if (across.length > 0) groups.push(across);
    across = [];
    for (const segment of row.segments) {
      const column = starts.filter((start) => segment.x > start - row.size).length;
      while (columns.length <= column) columns.push([]);
      const rowsOf = columns[column];
      const last = rowsOf?.at(-1);
      if (last !== undefined && last.y === row.y) {
        rowsOf?.splice(-1, 1, { ...last, segments: [...last.segments, segment] });
      } else {
        rowsOf?.push({ y: row.y, size: segment.size, segments: [segment] });
      }
    }
  }
  if (across.length > 0) groups.push(across);
  flush();
  return toRegions(groups);
}

/** `pageWidth` where the rows have the page for themselves. */
function toRegions(
  groups: readonly (readonly PdfRow[])[],
  pageWidth?: number,
): readonly PdfRegion[] {
  return groups
    .filter((rows) => rows.length > 0)
    .map((rows) => {
      const left = rows.reduce(
        (least, row) => Math.min(least, row.segments[0]?.x ?? Infinity),
        Infinity,
      );
      const right = rows.reduce((most, row) => Math.max(most, rightOf(row)), 0);
      // If few lines are as long as the longest, none was full: the right margin mirrors the left one.
      const full = rows.filter((row) => rightOf(row) > right - fullLine * row.size).length;
      const isRagged = pageWidth !== undefined && full < Math.max(3, rows.length * 0.1);
      return { rows, left, right: isRagged ? Math.max(right, pageWidth - left) : right };
    });
}

/** Most difference between the right ends of full lines, in font sizes. */
const fullLine = 4;

function rightOf(row: PdfRow): number {
  return row.segments.at(-1)?.right ?? 0;
}

function toRows(items: readonly PdfItem[]): readonly PdfRow[] {
  const sorted = items.toSorted((one, other) => one.y - other.y || one.x - other.x);
  const rows: { y: number; size: number; items: PdfItem[] }[] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    if (row !== undefined && item.y - row.y <= sameBaseline * Math.max(item.size, row.size)) {
      row.items.push(item);
      // The larger letters define the baseline.
      if (item.size > row.size * 1.1) {
        row.size = item.size;
        row.y = item.y;
      }
    } else {
      rows.push({ y: item.y, size: item.size, items: [item] });
    }
  }
  return rows.map((row) => ({ y: row.y, size: row.size, segments: toSegments(row.items) }));
}

function toSegments(items: readonly PdfItem[]): readonly PdfLine[] {
  const segments: PdfLine[] = [];
  let open: PdfItem[] = [];
  let right = -Infinity;
  const close = (): void => {
    const [first] = open;
    if (first === undefined) return;
    const size = mainSize(open);
    segments.push({ items: open, x: first.x, right, y: first.y, size });
    open = [];
  };
  for (const item of items.toSorted((one, other) => one.x - other.x)) {
    if (open.length > 0 && item.x - right > cellGap * item.size) close();
    if (open.length === 0) right = -Infinity;
    open.push(item);
    right = Math.max(right, item.x + item.width);
  }
  close();
  return segments;
}

/** The size of most letters. */
function mainSize(items: readonly PdfItem[]): number {
  let best = items[0];
  for (const item of items) if (item.text.length > (best?.text.length ?? 0)) best = item;
  return best?.size ?? 0;
}

/** Left edges of the second and later columns of text. */
function findColumns(rows: readonly PdfRow[], pageWidth: number): readonly number[] {
  // Segments by where they begin, in steps of 4 points.
  const edges = new Map<
    number,
    { rows: number; letters: number; before: number; beforeRows: number; x: number }
  >();
  for (const { segments } of rows) {
    for (const [index, segment] of segments.entries()) {
      if (segment.x < pageWidth * 0.2) continue;
      const step = Math.round(segment.x / 4);
      const edge = edges.get(step) ?? {
        rows: 0,
        letters: 0,
        before: 0,
        beforeRows: 0,
        x: segment.x,
      };
      const previous = segments[index - 1];
      edge.rows += 1;
      edge.letters += lettersOf(segment);
      edge.x = Math.min(edge.x, segment.x);
      if (previous !== undefined) {
        edge.before += lettersOf(previous);
        edge.beforeRows += 1;
      }
      edges.set(step, edge);
    }
  }
  const found = [...edges.values()]
    .filter(
      ({ rows: count, letters, before, beforeRows }) =>
        count >= leastColumnRows &&
        letters / count >= leastColumnLetters &&
        beforeRows >= leastColumnRows / 2 &&
        before / beforeRows >= leastColumnLetters,
    )
    .map(({ x }) => x)
    .toSorted((one, other) => one - other);
  // Indented lines begin a little further to the right, in the same column.
  const starts: number[] = [];
  for (const x of found) if (x - (starts.at(-1) ?? -Infinity) > pageWidth * 0.12) starts.push(x);
  return starts.slice(0, maxColumns - 1);
}

function lettersOf(segment: PdfLine): number {
  return segment.items.reduce((sum, item) => sum + item.text.length, 0);
}
