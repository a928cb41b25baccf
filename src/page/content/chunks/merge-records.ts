import type { AnyNode } from 'domhandler';
import type { ContentChunk } from './chunk-content.ts';
import { foldValue, locateValue } from './locate-value.ts';

/** An object in a model answer. */
export type AnswerRecord = Readonly<Record<string, unknown>>;

/** The records in the model answer for one chunk. */
export interface ChunkRecords {
  readonly records: readonly AnswerRecord[];
  readonly chunk: ContentChunk;
}

interface Placed {
  record: AnswerRecord;
  readonly chunk: ContentChunk;
}

/** A column can be a key when at least this share of the records has it, and almost no two share a value. */
const minFilledShare = 0.9;
const minDistinctShare = 0.9;
/** Records with one key that a record is compared with: a key that more of them share is none. */
const maxTwins = 5;
const keyName =
  /(^|_|-)(id|key|code|sku|number|no|url|uri|link|href)s?$|(Id|Key|Code|Number|Url|Uri)s?$/;

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is AnswerRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the records of a page's chunks as one list, in page order. A record that a chunk boundary cut in two is
 * joined. Records of different chunks with the same key are joined unless they contradict each other. Equal records
 * are merged only when they were read from the same place, because a page may list equal records.
 */
export function mergeRecords(parts: readonly ChunkRecords[]): readonly AnswerRecord[] {
  const joined = joinAtBoundaries(parts);
  const key = findKey(joined);
  const byKey = new Map<string, Placed[]>();
  const merged: Placed[] = [];
  for (const { records, chunk } of joined) {
    for (const record of records) {
      const name =
        key === undefined ? foldValue(record) : foldValue(valueOf(record, key) ?? record);
      const known = byKey.get(name) ?? [];
      byKey.set(name, known);
      const twin = known
        .slice(0, maxTwins)
        .find((other) => other.chunk !== chunk && isSame(other, { record, chunk }));
      if (twin !== undefined) {
        twin.record = fill(twin.record, record);
        continue;
      }
      const placed = { record, chunk };
      known.push(placed);
      merged.push(placed);
    }
  }
  return merged.map(({ record }) => record);
}

/**
 * Joins the last record of a chunk with the first of the next when no field is in both: they are halves of one record.
 */
function joinAtBoundaries(parts: readonly ChunkRecords[]): readonly ChunkRecords[] {
  const joined: { records: AnswerRecord[]; readonly chunk: ContentChunk }[] = [];
  for (const { records, chunk } of parts) {
    const own = [...records];
    const before = joined.at(-1);
    const last = before?.records.at(-1);
    const [first] = own;
    const isNext = before !== undefined && before.chunk.index + 1 === chunk.index;
    if (isNext && last !== undefined && first !== undefined && isDisjoint(last, first)) {
      before.records[before.records.length - 1] = fill(last, first);
      own.shift();
    }
    joined.push({ records: own, chunk });
  }
  return joined;
}

function findKey(parts: readonly ChunkRecords[]): string | undefined {
  const records = parts.flatMap((part) => part.records);
  const counts = new Map<string, number>();
  for (const record of records) {
    for (const name of Object.keys(record)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  let best: { readonly name: string; readonly worth: number } | undefined;
  for (const [name, count] of counts) {
    if (count < records.length * minFilledShare) continue;
    const filled =
      records.filter((record) => isPlain(valueOf(record, name))).length / records.length;
    // Measured within each chunk, because the key is meant to match records of different chunks.
    const distinct = Math.min(...parts.map((part) => distinctShare(part.records, name)));
    if (filled < minFilledShare || distinct < minDistinctShare) continue;
    const worth = filled + distinct + (keyName.test(name) ? 1 : 0);
    if (best === undefined || worth > best.worth) best = { name, worth };
  }
  return best?.name;
}

function distinctShare(records: readonly AnswerRecord[], name: string): number {
  const values = records.map((record) => valueOf(record, name)).filter(isPlain);
  return values.length === 0 ? 1 : new Set(values.map(foldValue)).size / values.length;
}

function isSame(one: Placed, other: Placed): boolean {
  const names = new Set([...Object.keys(one.record), ...Object.keys(other.record)]);
  let differs = false;
  for (const name of names) {
    const [a, b] = [valueOf(one.record, name), valueOf(other.record, name)];
    if (isEmpty(a) !== isEmpty(b)) differs = true;
    else if (!isEmpty(a) && foldValue(a) !== foldValue(b)) return false;
  }
  return differs || isSamePlace(one, other);
}

/** Equal records are one place when each of their values was read from one node in both chunks. */
function isSamePlace(one: Placed, other: Placed): boolean {
  let located = false;
  for (const value of Object.values(one.record)) {
    const here = locateValue(one.chunk, value)?.nodes;
    const there = locateValue(other.chunk, value)?.nodes;
    if (here === undefined || there === undefined) continue;
    if (!shareNode(here, there)) return false;
    located = true;
  }
  return located;
}

function shareNode(here: ReadonlySet<AnyNode>, there: ReadonlySet<AnyNode>): boolean {
  for (const node of here) if (there.has(node)) return true;
  return false;
}

function isDisjoint(one: AnswerRecord, other: AnswerRecord): boolean {
  const has = (record: AnswerRecord, name: string) => !isEmpty(valueOf(record, name));
  const names = Object.keys(one).filter((name) => has(one, name));
  const others = Object.keys(other).filter((name) => has(other, name));
  return names.length > 0 && others.length > 0 && !names.some((name) => has(other, name));
}

function fill(record: AnswerRecord, from: AnswerRecord): AnswerRecord {
  const added = Object.entries(from).filter(
    ([name, value]) => !isEmpty(value) && isEmpty(valueOf(record, name)),
  );
  return added.length === 0 ? record : { ...record, ...Object.fromEntries(added) };
}

/** A member of a record's own: `constructor` is none. */
function valueOf(record: AnswerRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isPlain(value: unknown): boolean {
  return !isEmpty(value) && typeof value !== 'object';
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}
