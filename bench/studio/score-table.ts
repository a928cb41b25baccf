import { normalise } from '../read-views.ts';

/** How the rows that a click brings compare with the expected ones. */
export interface TableScore {
  /** Whether each expected row came once, and nothing else. */
  readonly isExact: boolean;
  /** Whether each expected row came: some sets expect only a part of their pages' lists. */
  readonly isWhole: boolean;
  readonly given: number;
  readonly expected: number;
  /** Expected values that a field of their row holds, of those that the row shows and all of rows that did not come. */
  readonly held: number;
  readonly values: number;
}

/** Share of a row's values that an item says which is that row: cells that reach over several rows stand in one. */
const rowShare = 0.5;

/** Text without spaces in the form in which values are compared. */
export function squeeze(text: string): string {
  return normalise(text).replace(/\s+/g, '');
}

/**
 * Compares rows: `expected` are the values of each row, `texts` what each item says as a whole, `rows` the values of its
 * fields.
 */
export function scoreTable(
  expected: readonly (readonly string[])[],
  texts: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): TableScore {
  const wanted = expected.map((row) =>
    [...new Set(row.map(squeeze))].filter((value) => value !== ''),
  );
  const said = texts.map(squeeze);
  const fields = rows.map((row) => Object.values(row).map((value) => squeeze(flat(value))));
  const used = new Set<number>();
  let right = 0;
  let held = 0;
  let values = 0;
  for (const row of wanted) {
    // Of a row whose values the page does not show nothing tells which item it is.
    if (row.length === 0) continue;
    let best = -1;
    let share = 0;
    said.forEach((text, at) => {
      if (used.has(at)) return;
      const common = row.filter((value) => text.includes(value)).length / Math.max(1, row.length);
      if (common > share) [best, share] = [at, common];
    });
    if (share < rowShare) {
      values += row.length;
      continue;
    }
    used.add(best);
    right += 1;
    // What stands elsewhere on the page, such as the state that all rows share, is no value of an item.
    const own = row.filter((value) => said[best]?.includes(value));
    values += own.length;
    held += own.filter((value) => fields[best]?.some((field) => field.includes(value))).length;
  }
  const shown = wanted.filter((row) => row.length > 0).length;
  return {
    isExact: right === shown && texts.length === wanted.length,
    isWhole: right === shown,
    given: texts.length,
    expected: wanted.length,
    held,
    values,
  };
}

function flat(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(' ') : String(value);
}
