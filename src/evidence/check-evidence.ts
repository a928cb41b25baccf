import type { Evidence, EvidenceStatus, InferredValue } from '../contracts/evidence.ts';
import type { PageReading } from '../page/page-reading.ts';
import { findEvidence } from './find-evidence.ts';
import { toCitedPlaces } from './known-places.ts';

export interface CheckEvidenceInput {
  /** The result. */
  readonly value: unknown;
  /** What was said of its values. */
  readonly evidence: readonly Evidence[];
}

/** What became of the evidence of one value. */
export interface CheckedValue {
  /** JSON Pointer of the value in the result. */
  readonly path: string;
  /** How the value stands on the page now; `undefined` where the result has no such value. */
  readonly status: EvidenceStatus | undefined;
  /** How it stood there by its evidence; `undefined` where there is none. */
  readonly was: EvidenceStatus | undefined;
  /** Whether both are the same, and the place and all of its text with them. */
  readonly ok: boolean;
}

/** Returns what became of each value's evidence, in the result's order. */
export function checkEvidence(
  { value, evidence }: CheckEvidenceInput,
  reading: PageReading,
  warn: (warning: string) => void,
): readonly CheckedValue[] {
  const given = new Map(evidence.map((entry) => [entry.path, entry]));
  const inferred = evidence.flatMap((entry): readonly InferredValue[] =>
    entry.status === 'inferred' ? [{ path: entry.path, rule: entry.rule }] : [],
  );
  const known = toCitedPlaces(given, reading);
  const values = findEvidence({ value, inferred, known }, reading, warn).map(
    (entry): CheckedValue => {
      const before = given.get(entry.path);
      given.delete(entry.path);
      const ok = before !== undefined && isSame(entry, before);
      return { path: entry.path, status: entry.status, was: before?.status, ok };
    },
  );
  for (const [path, { status: was }] of given)
    values.push({ path, status: undefined, was, ok: false });
  return values;
}

const compared = [
  'status',
  'rule',
  'kind',
  'node',
  'attribute',
  'pointer',
  'start',
  'end',
  'digest',
  'snippet',
] as const;

function isSame(one: Evidence, other: Evidence): boolean {
  const [first, second]: readonly Readonly<Record<string, unknown>>[] = [{ ...one }, { ...other }];
  return compared.every((name) => first?.[name] === second?.[name]);
}
