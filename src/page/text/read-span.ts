import type { Element } from 'domhandler';

/** The HTML standard's limit for `rowspan`. */
export const maxRowSpan = 65_534;

/** How many columns or rows a cell covers: at least 1, at most `limit`. */
export function readSpan(cell: Element, attribute: 'colspan' | 'rowspan', limit: number): number {
  const span = Number.parseInt(cell.attribs[attribute] ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), limit);
}
