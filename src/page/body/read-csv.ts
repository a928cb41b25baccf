import { maxCells } from './to-table.ts';

/** In the order of how seldom they stand in a cell: with a comma at the same places in each row, semicolons part the cells. */
const separators: readonly string[] = ['\t', ';', '|', ','];

/** Lines above the first row that say what the file is: a hash, a blank, words. */
const comments = /^(?:#[^\r\n]*(?:\r\n?|\n))+/;

/**
 * Values between separators as rows of cells (RFC 4180). The separator is named by a first line (`sep=;`), or is the one that parts
 * all rows into as many cells as the first, and into most; where none does, comments above the first row are left out, and the last
 * cells of less than half of the rows may be missing. `undefined` for a text that none parts so, which is none of values, and for
 * more than 200,000 cells.
 */
export function readCsv(text: string): readonly (readonly string[])[] | undefined {
  const [start = '', named] = /^\uFEFF?(?:sep=([^\r\n])(?:\r\n?|\n))?/i.exec(text) ?? [];
  const body = text.slice(start.length);
  const bare = body.replace(comments, '');
  const known = named === undefined ? separators : [named];
  return (
    readWidest(body, known, false) ??
    (bare === body ? undefined : readWidest(bare, known, false)) ??
    readWidest(bare, known, true)
  );
}

function readWidest(
  text: string,
  known: readonly string[],
  mayLack: boolean,
): readonly (readonly string[])[] | undefined {
  let widest: readonly (readonly string[])[] | undefined;
  for (const separator of known) {
    const rows = text.includes(separator) ? readRows(text, separator, mayLack) : undefined;
    if ((rows?.[0]?.length ?? 0) > (widest?.[0]?.length ?? 1)) widest = rows;
  }
  return widest;
}

function readRows(
  text: string,
  separator: string,
  mayLack: boolean,
): readonly (readonly string[])[] | undefined {
  const rows: string[][] = [];
  let lacking = 0;
  let row: string[] = [];
  let cells = 0;
  let at = 0;
  for (let isOpen = false; at < text.length || isOpen; cells += 1) {
    const cell = readCell(text, at, separator);
    if (cell === undefined || cells > maxCells) return undefined;
    row.push(cell.text);
    isOpen = text[cell.end] === separator;
    at = cell.end + 1;
    if (isOpen) continue;
    // Blank lines, and the second half of an end of a line, part nothing.
    if (row.length > 1 || row[0] !== '') {
      // Separators at the ends of some rows alone part nothing either.
      const width = (rows[0] ?? row).findLastIndex((name) => name !== '') + 1;
      if (row.slice(width).some((text) => text !== '')) return undefined;
      const isShort = row.length < width;
      if (isShort && (!mayLack || row.length === 1)) return undefined;
      if (isShort) lacking += 1;
      rows.push(Array.from({ length: width }, (_, at) => row[at] ?? ''));
    }
    row = [];
  }
  return lacking * 2 < Math.max(1, rows.length) ? rows : undefined;
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
