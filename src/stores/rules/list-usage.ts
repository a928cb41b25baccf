import type { DayOfUsage, LedgerEntry } from '../../contracts/store/store.ts';

/** A day, in milliseconds. */
export const dayMs = 86_400_000;

/** Sums up the charges among the entries, by day and kind of work, oldest first. */
export function listUsage(entries: readonly LedgerEntry[]): readonly DayOfUsage[] {
  const sums = new Map<string, DayOfUsage>();
  for (const { kind: type, credits, createdAtMs, reference = '' } of entries) {
    if (type !== 'post') continue;
    const day = Math.floor(createdAtMs / dayMs) * dayMs;
    const kind = toKind(reference);
    const key = `${String(day).padStart(16, '0')} ${kind}`;
    const known = sums.get(key) ?? { dayMs: day, kind, credits: 0, count: 0 };
    sums.set(key, { ...known, credits: known.credits - credits, count: known.count + 1 });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** The id of a call's hold begins with its kind; what is no call's is a run's. */
function toKind(reference: string): DayOfUsage['kind'] {
  if (reference.startsWith('extract-')) return 'extract';
  return reference.startsWith('scrape-') ? 'scrape' : 'run';
}
