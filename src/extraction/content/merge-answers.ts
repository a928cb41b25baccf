import { type AnyNode, isTag } from 'domhandler';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { addTo, count, getOrMake, addAll, minOf } from '../../runtime/collections.ts';
import { isNothing } from '../schema/coerce/no-value.ts';
import { isSchemaObject, listSchemaFields } from '../schema/list-schema-fields.ts';
import type { ContentChunk } from './chunk-content.ts';
import type { SelectedContent } from './select-content.ts';

/** Schemas nest less (a limit of `schema/`); deeper values are taken unchanged. */
const maxDepth = 32;

/** Is told what chunks contradict each other in. */
export interface MergeReport {
  /** The different values at a path, the one that was taken first. */
  tellRivals(path: readonly string[], values: readonly unknown[]): void;
  /** The identifying values, under `key`, of which chunks gave records that differ: all of these are in the list at the path. */
  tellTwins(path: readonly string[], key: string, values: readonly unknown[]): void;
}

/** One answer from those for chunks: records joined at borders, lists united, of single values the best evidenced. */
export function mergeAnswers(
  schema: JsonSchema | undefined,
  answers: readonly ChunkAnswer[],
  report?: MergeReport,
): unknown {
  const ordered = answers.toSorted((a, b) => a.chunk.index - b.chunk.index);
  return mergeValues(ordered, [], { ...listPaths(schema), report });
}

interface Merging extends ListPaths {
  readonly report: MergeReport | undefined;
}

function mergeValues(
  answers: readonly ChunkAnswer[],
  path: readonly string[],
  lists: Merging,
): unknown {
  const given = listTelling(answers.filter(({ value }) => !isMissing(value)));
  const [first] = given;
  if (first === undefined) return answers[0]?.value ?? null;
  if (path.length > maxDepth) return first.value;
  const { arrays } = lists;
  if (arrays.has(pathKey(path)) || given.some(({ value }) => Array.isArray(value))) {
    return mergeLists(given, path, lists);
  }
  const objects = given.filter((answer): answer is ChunkAnswer & { value: object } =>
    isSchemaObject(answer.value),
  );
  if (objects.length > 0) return mergeObjects(objects, path, lists);
  if (given.length === 1) return first.value;
  const [taken, ...rivals] = rankValues(given);
  if (rivals.length > 0) lists.report?.tellRivals(path, [taken, ...rivals]);
  return taken;
}

function mergeObjects(
  answers: readonly (ChunkAnswer & { readonly value: object })[],
  path: readonly string[],
  lists: Merging,
): unknown {
  const names = new Set(answers.flatMap(({ value }) => Object.keys(value)));
  return Object.fromEntries(
    [...names].map((name) => {
      const inner = answers
        .filter(({ value }) => Object.hasOwn(value, name))
        .map(({ value, chunk }) => ({ value: (value as Record<string, unknown>)[name], chunk }));
      return [name, mergeValues(inner, [...path, name], lists)];
    }),
  );
}

function mergeLists(
  answers: readonly ChunkAnswer[],
  path: readonly string[],
  merging: Merging,
): readonly unknown[] {
  // For a chunk with one record a model often leaves out the list around it.
  const lists = answers.map(({ value, chunk }) => ({
    items: Array.isArray(value) ? (value as readonly unknown[]) : [value],
    chunk,
  }));
  const isRecordList = lists.every(({ items }) => items.every(isSchemaObject));
  if (isRecordList) {
    return mergeRecords(
      lists.map(({ items, chunk }) => ({ records: items.filter(isSchemaObject), chunk })),
      (key, values) => merging.report?.tellTwins(path, key, values),
    );
  }
  const isSet = merging.sets.has(pathKey(path));
  const known = new Map<string, ContentChunk[]>();
  const united: unknown[] = [];
  for (const { items, chunk } of lists) {
    const fresh = items.filter((item) => {
      const before = known.get(foldValue(item)) ?? [];
      // Equal values are one only where both parts read it from a line that parts repeat.
      return isSet ? before.length === 0 : !before.some((other) => isRepeated(other, chunk, item));
    });
    addAll(united, fresh);
    // A value that is repeated within one chunk is repeated on the page.
    for (const name of new Set(fresh.map(foldValue))) addTo(known, name, chunk);
  }
  return united;
}

/** Whether all places of a value in a part stand in lines that an earlier part has, too. */
function isRepeated(before: ContentChunk, chunk: ContentChunk, value: unknown): boolean {
  const here = locateValue(before, value)?.nodes;
  const there = locateValue(chunk, value)?.nodes;
  if (here === undefined || there === undefined || there.size >= maxNodes) return false;
  return [...there].every((node) => here.has(node));
}

interface ListPaths {
  /** Where the schema wants a list and nothing else. */
  readonly arrays: ReadonlySet<string>;
  /** Where no two of its items may be equal. */
  readonly sets: ReadonlySet<string>;
}

function listPaths(schema: JsonSchema | undefined): ListPaths {
  const arrays = new Set<string>();
  const sets = new Set<string>();
  if (schema === undefined) return { arrays, sets };
  const add = (path: readonly string[], place: unknown): void => {
    arrays.add(pathKey(path));
    if (isSchemaObject(place) && place['uniqueItems'] === true) sets.add(pathKey(path));
  };
  if (typeof schema === 'object' && schema['type'] === 'array') add([], schema);
  for (const field of listSchemaFields(schema)) {
    // A field that may also be a plain value is a list only if the model answered with one.
    if (field.types.length === 1 && field.types[0] === 'array') add(field.path, field.schema);
  }
  return { arrays, sets };
}

function pathKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** Without those that say that a part has no value ("N/A"), where another part has one. */
function listTelling(answers: readonly ChunkAnswer[]): readonly ChunkAnswer[] {
  const telling = answers.filter(({ value }) => !isNothing(value));
  return telling.length > 0 ? telling : answers;
}

interface Option {
  readonly value: unknown;
  readonly nodes: Set<AnyNode>;
  located: boolean;
  rank: number;
  /** Number of chunks that gave the value; decides where values cannot be located, such as `true`. */
  votes: number;
}

const leastRank = 3;

/** The different values: first those that the page contains, in most nodes, in structured data, in the main part, or else the earliest. */
function rankValues(answers: readonly ChunkAnswer[]): readonly unknown[] {
  const options = new Map<string, Option>();
  for (const { value, chunk } of answers) {
    const key = foldValue(value);
    const option = options.get(key) ?? {
      value,
      nodes: new Set(),
      located: false,
      rank: leastRank,
      votes: 0,
    };
    options.set(key, option);
    option.votes += 1;
    const location = locateValue(chunk, value);
    if (location === undefined) continue;
    option.located = true;
    option.rank = Math.min(option.rank, location.rank);
    for (const node of location.nodes) option.nodes.add(node);
  }
  const all = [...options.values()];
  const isAnyLocated = all.some((option) => option.located);
  const compare = isAnyLocated
    ? (a: Option, b: Option) =>
        Number(b.located) - Number(a.located) || b.nodes.size - a.nodes.size || a.rank - b.rank
    : (a: Option, b: Option) => b.votes - a.votes;
  // Sorting keeps the order of equal ones.
  return all.toSorted(compare).map(({ value }) => value);
}

export interface ChunkAnswer {
  readonly value: unknown;
  readonly chunk: ContentChunk;
}

type AnswerRecord = Readonly<Record<string, unknown>>;

interface ChunkRecords {
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
const maxDuplicates = 5;
const keyName =
  /(^|_|-)(id|key|code|sku|number|no|url|uri|link|href)s?$|(Id|Key|Code|Number|Url|Uri)s?$/;

/** Joins records that a border cut or that agree in their id; others that are equal only where they were read from one place. */
function mergeRecords(
  parts: readonly ChunkRecords[],
  tellTwins: (key: string, values: readonly unknown[]) => void,
): readonly AnswerRecord[] {
  const joined = joinAtBoundaries(parts);
  const key = findKey(joined);
  const byKey = new Map<string, Placed[]>();
  const merged: Placed[] = [];
  const twins = new Map<string, unknown>();
  for (const { records, chunk } of joined) {
    for (const record of records) {
      const name =
        key === undefined ? foldValue(record) : foldValue(valueOf(record, key) ?? record);
      const known = getOrMake(byKey, name, () => []);
      const others = known.slice(0, maxDuplicates).filter((other) => other.chunk !== chunk);
      const duplicate = others.find((other) => isSame(other, { record, chunk }));
      if (duplicate !== undefined) {
        duplicate.record = fill(duplicate.record, record);
        continue;
      }
      const isTwin = others.some((other) => contradicts(other.record, record));
      if (isTwin && key !== undefined) twins.set(name, valueOf(record, key));
      const placed = { record, chunk };
      known.push(placed);
      merged.push(placed);
    }
  }
  if (key !== undefined && twins.size > 0) tellTwins(key, [...twins.values()]);
  return merged.map(({ record }) => record);
}

/**
 * The last record of a chunk and the first of the next are halves of one where no field is in both, or what is in both was read
 * from a heading that the next chunk repeats, and most of the other records have the fields of both: of people with a telephone
 * and people with an address none is half a person.
 */
function joinAtBoundaries(parts: readonly ChunkRecords[]): readonly ChunkRecords[] {
  const joined: { records: AnswerRecord[]; readonly chunk: ContentChunk }[] = [];
  const all = parts.flatMap(({ records }) => records);
  const shapes = countShapes(all);
  // Whose last record the next chunk may go on with: a record may go over several.
  let open: { readonly owner: (typeof joined)[number]; readonly chunk: ContentChunk } | undefined;
  for (const { records, chunk } of parts) {
    const own = { records: [...records], chunk };
    joined.push(own);
    const before = open?.owner.records.at(-1);
    const [first] = own.records;
    const isNext = open !== undefined && open.chunk.index + 1 === chunk.index;
    let owner = own;
    if (isNext && open !== undefined && before !== undefined && first !== undefined) {
      const whole = fill(before, first);
      const others = all.length - 2;
      const isAlike = countHaving(shapes, namesOf(whole)) >= others * minAlikeShare;
      const isContinued = continues(
        { record: before, chunk: open.chunk },
        { record: first, chunk },
      );
      const isHalf = isDisjoint(before, first) && others > 0;
      if ((isHalf || isContinued) && isAlike) {
        open.owner.records[open.owner.records.length - 1] = whole;
        own.records.shift();
        if (own.records.length === 0) ({ owner } = open);
      }
    }
    open = { owner, chunk };
  }
  return joined;
}

/** Whether two records share fields, and each of these has one value, read from lines that the later chunk repeats. */
function continues(one: Placed, other: Placed): boolean {
  const shared = namesOf(one.record).filter((name) => !isEmpty(valueOf(other.record, name)));
  return (
    shared.length > 0 &&
    shared.every((name) => {
      const value = valueOf(one.record, name);
      const isOne = foldValue(value) === foldValue(valueOf(other.record, name));
      return isOne && isRepeated(one.chunk, other.chunk, value);
    })
  );
}

/** Share of the other records that have the fields of two halves together. */
const minAlikeShare = 0.5;

interface RecordShape {
  readonly names: ReadonlySet<string>;
  times: number;
}

/** The sets of fields that records have, each once. */
function countShapes(records: readonly AnswerRecord[]): readonly RecordShape[] {
  const shapes = new Map<string, RecordShape>();
  for (const record of records) {
    const names = namesOf(record);
    const shape = getOrMake(shapes, names.toSorted().join('\n'), () => ({
      names: new Set(names),
      times: 0,
    }));
    shape.times += 1;
  }
  return [...shapes.values()];
}

function countHaving(shapes: readonly RecordShape[], names: readonly string[]): number {
  return shapes
    .filter((shape) => names.every((name) => shape.names.has(name)))
    .reduce((sum, { times }) => sum + times, 0);
}

function namesOf(record: AnswerRecord): readonly string[] {
  return Object.keys(record).filter((name) => !isEmpty(valueOf(record, name)));
}

function findKey(parts: readonly ChunkRecords[]): string | undefined {
  const records = parts.flatMap((part) => part.records);
  const counts = new Map<string, number>();
  for (const record of records) {
    for (const name of Object.keys(record)) count(counts, name);
  }
  let best: { readonly name: string; readonly worth: number } | undefined;
  for (const [name, times] of counts) {
    // Things of one name may be two, of one id they are one.
    if (!keyName.test(name) || times < records.length * minFilledShare) continue;
    const filled =
      records.filter((record) => isPlain(valueOf(record, name))).length / records.length;
    // Measured within each chunk, because the key is meant to match records of different chunks.
    const distinct = minOf(parts.map((part) => distinctShare(part.records, name)));
    if (filled < minFilledShare || distinct < minDistinctShare) continue;
    const worth = filled + distinct;
    if (best === undefined || worth > best.worth) best = { name, worth };
  }
  return best?.name;
}

function distinctShare(records: readonly AnswerRecord[], name: string): number {
  const values = records.map((record) => valueOf(record, name)).filter(isPlain);
  return values.length === 0 ? 1 : new Set(values.map(foldValue)).size / values.length;
}

function isSame(one: Placed, other: Placed): boolean {
  if (contradicts(one.record, other.record)) return false;
  const names = new Set([...Object.keys(one.record), ...Object.keys(other.record)]);
  const differs = [...names].some(
    (name) => isEmpty(valueOf(one.record, name)) !== isEmpty(valueOf(other.record, name)),
  );
  return differs || isSamePlace(one, other);
}

/** Whether two records have different values of one field. */
function contradicts(one: AnswerRecord, other: AnswerRecord): boolean {
  return Object.keys(one).some((name) => {
    const [a, b] = [valueOf(one, name), valueOf(other, name)];
    return !isEmpty(a) && !isEmpty(b) && foldValue(a) !== foldValue(b);
  });
}

/** Equal records are one place when each of their values was read from lines that both chunks have. */
function isSamePlace(one: Placed, other: Placed): boolean {
  let located = false;
  for (const value of Object.values(one.record)) {
    const isThere =
      locateValue(one.chunk, value) !== undefined && locateValue(other.chunk, value) !== undefined;
    if (!isThere) continue;
    if (!isRepeated(one.chunk, other.chunk, value)) return false;
    located = true;
  }
  return located;
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
  return value === undefined || isNothing(value) || (Array.isArray(value) && value.length === 0);
}

interface ValueLocation {
  /** Distinct nodes that contain the value; a line that every chunk repeats counts once. */
  readonly nodes: ReadonlySet<AnyNode>;
  /** 0 structured data, 1 main part of the page, 2 elsewhere; the lowest of all places. */
  readonly rank: number;
  /** Number of the first line with the value; orders values that are otherwise equal. */
  readonly line: number;
}

interface IndexedLines {
  readonly folded: readonly string[];
  readonly byNumber: ReadonlyMap<number, readonly number[]>;
  readonly located: Map<string, ValueLocation | undefined>;
}

/** Different texts that are looked up in one chunk: each is searched in all of it. The others count as not stated. */
const maxLookups = 2_000;
/** Nodes of one value: one that stands in more is no sign of a place. */
const maxNodes = 50;

const indexOf = new WeakMap<SelectedContent, IndexedLines>();
const wordPair = /[\p{L}\p{N}]{2}/u;
const numberToken = /\d+(?:[.,'\u{A0} ]\d+)*/gu;

/** Returns where a plain value stands in the lines of a chunk; `undefined` when no line contains it. */
function locateValue(content: SelectedContent, value: unknown): ValueLocation | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const index = indexContent(content);
  const key = `${typeof value} ${value}`;
  if (index.located.has(key)) return index.located.get(key);
  if (index.located.size >= maxLookups) return undefined;
  const lines =
    typeof value === 'number'
      ? (index.byNumber.get(Math.abs(value)) ?? [])
      : listStating(index.folded, value);
  const location = locateLines(content, lines);
  index.located.set(key, location);
  return location;
}

function locateLines(
  content: SelectedContent,
  lines: readonly number[],
): ValueLocation | undefined {
  const [line] = lines;
  if (line === undefined) return undefined;
  const nodes = new Set<AnyNode>();
  let rank = 2;
  for (const at of lines) {
    if (nodes.size >= maxNodes) break;
    const { sources = [], kind } = content.lines[at] ?? {};
    const node = sources[0]?.node;
    if (node === undefined) continue;
    nodes.add(node);
    rank = Math.min(rank, kind === 'data' || kind === 'meta' ? 0 : isInMain(node) ? 1 : 2);
  }
  return { nodes, rank, line };
}

function listStating(folded: readonly string[], value: string): readonly number[] {
  const states = statesText(value);
  return [...folded.keys()].filter((at) => states(folded[at] ?? ''));
}

function foldValue(value: unknown): string {
  return typeof value === 'string'
    ? value.toLowerCase().replace(/\s+/g, ' ').trim()
    : (JSON.stringify(value) ?? '');
}

function indexContent(content: SelectedContent): IndexedLines {
  return getOrMake(indexOf, content, () => {
    const folded = content.lines.map(({ text }) => foldValue(text));
    const byNumber = new Map<number, number[]>();
    for (const [at, line] of folded.entries()) {
      for (const [token] of line.matchAll(numberToken)) {
        for (const number of readNumbers(token))
          if (byNumber.get(number)?.at(-1) !== at) addTo(byNumber, number, at);
      }
    }
    return { folded, byNumber, located: new Map<string, ValueLocation | undefined>() };
  });
}

function statesText(value: string): (line: string) => boolean {
  const wanted = foldValue(value);
  return (line) => {
    for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + 1)) {
      if (!isWordPart(line, at, wanted.length)) return true;
    }
    return false;
  };
}

/** Whether a match is part of a longer word: "12" is not found in "2012". */
function isWordPart(line: string, at: number, length: number): boolean {
  const end = at + length;
  return (
    wordPair.test(line.charAt(at - 1) + line.charAt(at)) ||
    wordPair.test(line.charAt(end - 1) + line.charAt(end))
  );
}

/** Returns the numbers that a token may mean: `1.234` has two readings, by the page's number format. */
function readNumbers(token: string): readonly number[] {
  const digits = token.replace(/[^\d]/g, '');
  const last = Math.max(token.lastIndexOf('.'), token.lastIndexOf(','));
  const whole = token.slice(0, Math.max(last, 0)).replaceAll(/[.,'\s]/gu, '');
  const decimal = last < 0 ? token : `${whole}.${token.slice(last + 1)}`;
  return [Number(digits), Number(decimal)];
}

function isInMain(node: AnyNode): boolean {
  let above: AnyNode | null = node;
  while (above !== null && !(isTag(above) && /^(?:main|article)$/.test(above.name)))
    above = above.parent;
  return above !== null;
}
