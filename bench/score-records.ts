import { normalise, readViews } from './read-views.ts';
import type { SetPage } from './page-set.ts';

/** How one page's records compare with the expected ones. */
export interface RecordScore {
  readonly right: number;
  readonly expected: number;
  readonly given: number;
  /** Whether as many records came back as the source has. */
  readonly exactCount: boolean;
  /** Share of values under the right property; `undefined` where the page states none (and for tables). */
  readonly fieldAccuracy: number | undefined;
}

const skippedFields: ReadonlySet<string> = new Set(
  (
    'canonical_url host language image InStock OutOfStock availability ingredient_groups logo url blocked_statuses ' +
    'date_filed_is_approximate download_urls case_name_shorts isStrike case_dates'
  ).split(' '),
);
const courtFields: ReadonlySet<string> = new Set(
  'case_names docket_numbers judges lower_courts dispositions citations authors summaries'.split(
    ' ',
  ),
);
/** Share of a record's values that must be in an answer's record. */
const rightShare = 0.8;

/** Compares a page's records the way the material's `score.py records` does; `undefined` for pages of other kinds. */
export function scoreRecords(page: SetPage, value: readonly unknown[]): RecordScore | undefined {
  const { expected } = page;
  const rows = tableRows(expected);
  const records =
    rows ?? (Array.isArray(expected) ? expected.filter((item) => isObject(item)) : undefined);
  if (records === undefined) return undefined;
  const gold =
    rows === undefined
      ? records.map((record) => toValues(withoutSkipped(record))).filter((set) => set.size > 0)
      : records.map((row) => toValues(row));
  const near = rows === undefined ? keepNear(gold, readViews(page).visible) : gold;
  const kept = near.filter((set) => set.size > 0);
  const given = value.filter((item) => isObject(item));
  const answers = given.map((item) => toValues(item));
  const used = new Set<number>();
  let right = 0;
  for (const wanted of kept) {
    const best = findBest(
      answers,
      used,
      (answer) => countCommon(wanted, answer) / wanted.size,
      true,
    );
    if (best !== undefined && best.score >= rightShare) {
      right += 1;
      used.add(best.at);
    }
  }
  return {
    right,
    expected: kept.length,
    given: answers.length,
    exactCount: answers.length === gold.length,
    fieldAccuracy:
      rows === undefined && kept.length > 0
        ? scoreFields(records, kept, given, answers)
        : undefined,
  };
}

function scoreFields(
  records: readonly unknown[],
  kept: readonly ReadonlySet<string>[],
  given: readonly Readonly<Record<string, unknown>>[],
  answers: readonly ReadonlySet<string>[],
): number | undefined {
  const reachable = new Set(kept.flatMap((set) => [...set]));
  const used = new Set<number>();
  let hits = 0;
  let total = 0;
  for (const record of records) {
    const fields = Object.entries(isObject(record) ? record : {})
      .filter(([name, value]) => courtFields.has(name) && Boolean(value))
      .map(([name, value]) => [name, toValues(value)] as const);
    const wanted = new Set(fields.flatMap(([, values]) => [...values]));
    const best = findBest(answers, used, (answer) => countCommon(wanted, answer));
    const found = best !== undefined && best.score > 0 ? best.at : undefined;
    if (found !== undefined) used.add(found);
    for (const [name, values] of fields) {
      if (values.size === 0 || [...values].some((value) => !reachable.has(value))) continue;
      total += 1;
      const answer = toValues(found === undefined ? '' : (given[found]?.[name] ?? ''));
      if (answer.size === values.size && countCommon(values, answer) === values.size) hits += 1;
    }
  }
  return total === 0 ? undefined : hits / total;
}

/** The best of the unused answers; of equal ones the first, or the last where the reference scorer takes that. */
function findBest(
  answers: readonly ReadonlySet<string>[],
  used: ReadonlySet<number>,
  scoreOf: (answer: ReadonlySet<string>) => number,
  takeLast = false,
): { readonly at: number; readonly score: number } | undefined {
  let best: { at: number; score: number } | undefined;
  answers.forEach((answer, at) => {
    if (used.has(at)) return;
    const score = scoreOf(answer);
    const isBetter = best === undefined || score > best.score || (takeLast && score === best.score);
    if (isBetter) best = { at, score };
  });
  return best;
}

/**
 * Keeps of each record the values that stand in the visible text near the record's rarest value: what no page states
 * no extractor can give.
 */
function keepNear(
  gold: readonly ReadonlySet<string>[],
  visible: string,
): readonly ReadonlySet<string>[] {
  const counts = new Map<string, number>();
  for (const set of gold) for (const value of set) counts.set(value, (counts.get(value) ?? 0) + 1);
  const anchors = gold.map((set) => {
    const ranked = [...set]
      .filter((value) => visible.includes(value))
      .map((value) => ({
        value,
        rank:
          countOf(visible, value) +
          (lengthOf(value) < 5 ? 3 : 0) +
          ((counts.get(value) ?? 0) > 1 ? 50 : 0),
      }))
      .sort(
        (a, b) =>
          a.rank - b.rank || b.value.length - a.value.length || (a.value < b.value ? -1 : 1),
      );
    return ranked[0]?.value;
  });
  const places = anchors.map((anchor) => (anchor === undefined ? [] : placesOf(visible, anchor)));
  const first = places.flatMap((list) => list.slice(0, 1)).sort((a, b) => a - b);
  const gaps = first
    .slice(1)
    .map((place, at) => place - (first[at] ?? 0))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const typical = gaps.length > 0 ? (gaps[Math.floor(gaps.length / 2)] ?? 0) : 800;
  const window = Math.max(120, Math.floor(typical * 0.9));
  return gold.map((set, at) => {
    const longest = Math.max(0, ...[...set].map((value) => value.length));
    const parts = (places[at] ?? []).map((place) =>
      visible.slice(Math.max(0, place - window - longest), place + window + 2 * longest),
    );
    return new Set([...set].filter((value) => parts.some((part) => part.includes(value))));
  });
}

function countOf(text: string, value: string): number {
  return text.split(value).length - 1;
}

function placesOf(text: string, value: string): readonly number[] {
  const places: number[] = [];
  let at = text.indexOf(value);
  while (at >= 0 && places.length < 20) {
    places.push(at);
    at = text.indexOf(value, at + value.length);
  }
  return places;
}

/** Scalars at any depth, in the scorer's normal form, from two characters on. */
function toValues(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const pending: unknown[] = [value];
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (typeof next === 'object' && next !== null) pending.push(...Object.values(next));
    else if (typeof next === 'string' || typeof next === 'number') {
      const text = normalise(String(next).replace(/<[^>]+>/g, ''));
      if (lengthOf(text) >= 2) texts.add(text);
    }
  }
  return texts;
}

function withoutSkipped(record: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(isObject(record) ? record : {}).filter(([name]) => !skippedFields.has(name)),
  );
}

/** Length in code points, as Python counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function tableRows(expected: unknown): readonly unknown[] | undefined {
  return isObject(expected) && Array.isArray(expected['rows']) ? expected['rows'] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function countCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const value of a) if (b.has(value)) common += 1;
  return common;
}
