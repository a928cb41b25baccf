import type { Element } from 'domhandler';

/** The HTML standard's limit for `rowspan`. */
export const maxRowSpan = 65_534;

/**
 * Cells that spans may add to all tables of a page: 30 bytes of HTML can demand 65 million. The most that any page of
 * the benchmark sets adds is 998.
 */
const maxSpannedCells = 20_000;

/** Returns how many columns or rows a cell covers: at least 1, at most `limit`. */
export function readSpan(cell: Element, attribute: 'colspan' | 'rowspan', limit: number): number {
  const span = Number.parseInt(cell.attribs[attribute] ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), limit);
}

/** Number of cells that spans may still add while the tables of one page are read. */
export class SpanBudget {
  #left = maxSpannedCells;

  /**
   * Returns whether one more cell may be added; `cost` is above 1 for cells whose long content is repeated. Once
   * `false`, always `false`.
   */
  take(cost = 1): boolean {
    this.#left = this.#left < cost ? 0 : this.#left - cost;
    return this.#left > 0;
  }
}
