import { maxCells } from './to-table.ts';

const separators: readonly string[] = [',', ';', '\t', '|'];

/**
 * Values between separators as rows of cells (RFC 4180): the separator is the one that the first row has most of. `undefined` for
 * a text whose rows are not all as long as the first, which is none of values, and for more than 200,000 cells.
 */
export function readCsv(text: string): readonly (readonly string[])[] | undefined {
  const [head = ''] = /^[^\r\n]*/.exec(text) ?? [];
  const [separator = ','] = separators.toSorted(
    (a, b) => head.split(b).length - head.split(a).length,
  );
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (let isOpen = false; at < text.length || isOpen; cells += 1) {
    const cell = readCell(text, at, separator);
    if (cell === undefined || cells > maxCells) return undefined;
    row.push(cell.text);
    isOpen = text[cell.end] === separator;
    at = cell.end + 1;
    if (isOpen) continue;
    // Blank lines, and the second half of an end of a line, part nothing.
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  const width = rows[0]?.length ?? 0;
  return width > 1 && rows.every(({ length }) => length === width) ? rows : undefined;
}

/** The cell that begins at a place, and where it ends; `undefined` for a quoted one that does not end, or that more follows. */
function readCell(
  text: string,
  start: number,
  separator: string,
): { readonly text: string; readonly end: number } | undefined {
  const isEnd = (at: number): boolean =>
    at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r';
  let end = start;
  if (text[start] !== '"') {
    while (!isEnd(end)) end += 1;
    return { text: text.slice(start, end).trim(), end };
  }
  do {
    end = text.indexOf('"', end + 1) + 1;
    // Two quotes are one of the text.
  } while (end > 0 && text[end] === '"');
  if (end === 0 || !isEnd(end)) return undefined;
  return {
    text: text
      .slice(start + 1, end - 1)
      .replaceAll('""', '"')
      .trim(),
    end,
  };
}
