import type { SetPage } from './page-set.ts';
import { normalise, type PageViews } from './read-views.ts';

/** Which of a page's wanted values its source holds, and which of these a text kept. */
export interface PageScore {
  /** Reachable values by field. */
  readonly reachable: ReadonlyMap<string, readonly string[]>;
  readonly total: number;
  readonly kept: number;
  readonly missed: readonly { readonly field: string; readonly value: string }[];
}

const skippedFields: ReadonlySet<string> = new Set(
  (
    'canonical_url host language image InStock OutOfStock availability ingredient_groups logo url blocked_statuses ' +
    'date_filed_is_approximate download_urls case_name_shorts isStrike'
  ).split(' '),
);
const skippedRecordFields: ReadonlySet<string> = new Set([
  'with',
  'without',
  'main_content',
  'body',
]);
/** The wanted values that stand somewhere in the page's source, by field: no text could keep the others. */
export function listReachable(
  page: SetPage,
  views: PageViews,
): ReadonlyMap<string, readonly string[]> {
  const source = `${views.visible} ${views.jsonLd} ${views.attributes}`;
  const reachable = new Map<string, readonly string[]>();
  for (const [field, values] of listValues(readExpected(page))) {
    reachable.set(
      field,
      values.filter((value) => source.includes(value)),
    );
  }
  return reachable;
}

/** The reference writes whole floats as `5.0`, which plain JSON parsing forgets. */
function readExpected(page: SetPage): unknown {
  const entry = JSON.parse(page.line, (_, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && context?.source?.includes('.') === true
      ? value.toFixed(1)
      : value,
  ) as { readonly expected?: unknown };
  return entry.expected;
}

/** Counts which reachable values stand in a text. */
export function scoreText(
  reachable: ReadonlyMap<string, readonly string[]>,
  text: string,
): PageScore {
  const normal = normalise(text);
  const missed: { field: string; value: string }[] = [];
  let total = 0;
  for (const [field, values] of reachable) {
    total += values.length;
    for (const value of values) if (!normal.includes(value)) missed.push({ field, value });
  }
  return { reachable, total, kept: total - missed.length, missed };
}

function listValues(expected: unknown): ReadonlyMap<string, readonly string[]> {
  const byField = new Map<string, Set<string>>();
  const add = (field: string, value: unknown) => {
    const values = byField.get(field) ?? new Set<string>();
    byField.set(field, values);
    for (const scalar of listScalars(value)) values.add(scalar);
  };
  if (Array.isArray(expected)) {
    for (const record of expected) {
      for (const [field, value] of Object.entries((record ?? {}) as object)) {
        if (!skippedFields.has(field)) add(field, value);
      }
    }
  } else if (typeof expected === 'object' && expected !== null) {
    if ('rows' in expected && 'header' in expected) add('cells', expected.rows);
    else {
      for (const [field, value] of Object.entries(expected)) {
        if (!skippedFields.has(field) && !skippedRecordFields.has(field)) add(field, value);
      }
    }
  }
  return new Map([...byField].map(([field, values]) => [field, [...values].sort()]));
}

function* listScalars(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* listScalars(inner);
    return;
  }
  if (typeof value !== 'string' && typeof value !== 'number') return;
  const text = normalise(String(value).replace(/<[^>]+>/g, ''));
  // The reference counts code points.
  if (Array.from(text).length >= 2) yield text;
}
