import { toCellText } from '../../components/data/to-cell-text.ts';

/** Cells that begin so are formulas to a spreadsheet, which runs them. */
const formula = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(?:\.\d+)?$/;

/** Items as CSV (RFC 4180) with a line of field names; text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function toCsv(items: readonly Readonly<Record<string, unknown>>[]): string {
  const fields = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const rows = items.map((item) => fields.map((field) => toCellText(item[field])));
  return [fields, ...rows].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
