import { readFileSync } from 'node:fs';
import path from 'node:path';
import { normalise } from './read-views.ts';

/** Right, wrong and missed values of one field on one page. */
export interface FieldCount {
  readonly site: string;
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
}

const skippedFields: ReadonlySet<string> = new Set(
  'InStock OutOfStock with without main_content body'.split(' '),
);

/**
 * Expected values by page id, every number as it is written: the reference scorer distinguishes 4.0 from 4, and its figures are
 * the ones to compare with.
 */
export function readGold(folder: string): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const gold = new Map<string, Readonly<Record<string, unknown>>>();
  for (const line of readFileSync(path.join(folder, 'index.jsonl'), 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const entry = JSON.parse(line, (_, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && context?.source?.includes('.') === true ? context.source : value,
    ) as Record<string, unknown>;
    gold.set(String(entry['id']), entry['expected'] as Readonly<Record<string, unknown>>);
  }
  return gold;
}

/** Compares one page's answer with what was expected, the way the material's `score.py fields` does. */
export function countFields(
  expected: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  site: string,
  anyOf: boolean,
): ReadonlyMap<string, FieldCount> {
  const counts = new Map<string, FieldCount>();
  for (const [field, wanted] of Object.entries(expected)) {
    if (skippedFields.has(field)) continue;
    const gold = toSet(field, wanted);
    const given = toSet(field, value[field]);
    const common = [...gold].filter((text) => given.has(text)).length;
    const right = anyOf ? Math.min(1, common) : common;
    // Where any of several answers is right, a page counts once.
    const wrong = anyOf ? Math.min(1, given.size) - right : given.size - common;
    const missed = anyOf ? Math.min(1, gold.size) - right : gold.size - common;
    counts.set(field, { site, right, wrong, missed });
  }
  return counts;
}

/** F1 over pages. */
export function toF1(counts: readonly FieldCount[]): {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
} {
  const sum = (pick: (count: FieldCount) => number): number =>
    counts.reduce((total, count) => total + pick(count), 0);
  const [right, wrong, missed] = [
    sum((count) => count.right),
    sum((count) => count.wrong),
    sum((count) => count.missed),
  ];
  return {
    f1: (2 * right) / Math.max(1, 2 * right + wrong + missed),
    precision: right / Math.max(1, right + wrong),
    recall: right / Math.max(1, right + missed),
  };
}

function toSet(field: string, value: unknown): ReadonlySet<string> {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return new Set(
    values
      .filter(
        (item) => item !== null && item !== undefined && item !== '' && typeof item !== 'object',
      )
      .map((item) => normaliseField(field, item)),
  );
}

/** A value in the form in which the reference scorer compares the values of a field; what is more is said. */
export function normaliseField(field: string, value: unknown): string {
  const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
  if (field === 'price') {
    const digits = (/\d[\d.,\s]*/.exec(text)?.[0] ?? '').replace(/[^\d.,]/g, '');
    const decimal = digits.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replaceAll(',', '.');
    return /^(?:\d+\.?\d*|\.\d+)$/.test(decimal) ? Number(decimal).toFixed(2) : decimal;
  }
  // The known answers have the upper end of a range alone.
  if (field === 'yields') return normalise(text.replace(/\d+(?:[.,]\d+)?-(?=\d)/, ''));
  if (field.includes('date')) return /\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? normalise(text);
  return normalise(text);
}
