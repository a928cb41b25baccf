import type { AnyNode } from 'domhandler';
import type { JsonSchema } from '../../../contracts/extractor.ts';
import { listSchemaFields } from '../../../schema/list-schema-fields.ts';
import { foldValue, locateValue } from './locate-value.ts';
import { isRecord, mergeRecords } from './merge-records.ts';
import type { ContentChunk } from './chunk-content.ts';

/** Schemas nest less (a limit of `schema/`); deeper answers are taken as they are. */
const maxDepth = 32;

/**
 * One answer from those of a page's parts, in the order of the parts: records are listed one behind the other and joined
 * where a part ended inside one, lists of plain values are united, and of single values the best attested is taken.
 * Nothing is averaged, added up or asked again.
 */
export function mergeAnswers(
  schema: JsonSchema | undefined,
  answers: readonly ChunkAnswer[],
): unknown {
  const ordered = answers.toSorted((a, b) => a.chunk.index - b.chunk.index);
  return mergeValues(ordered, [], listArrayPaths(schema));
}

function mergeValues(
  answers: readonly ChunkAnswer[],
  path: readonly string[],
  arrays: ReadonlySet<string>,
): unknown {
  const given = answers.filter(({ value }) => !isMissing(value));
  const [first] = given;
  if (first === undefined) return answers[0]?.value ?? null;
  if (path.length > maxDepth) return first.value;
  if (arrays.has(pathKey(path)) || given.some(({ value }) => Array.isArray(value))) {
    return mergeLists(given);
  }
  const objects = given.filter((answer): answer is ChunkAnswer & { value: object } =>
    isRecord(answer.value),
  );
  if (objects.length > 0) return mergeObjects(objects, path, arrays);
  return given.length === 1 ? first.value : voteValue(given);
}

function mergeObjects(
  answers: readonly (ChunkAnswer & { readonly value: object })[],
  path: readonly string[],
  arrays: ReadonlySet<string>,
): unknown {
  const names = new Set(answers.flatMap(({ value }) => Object.keys(value)));
  return Object.fromEntries(
    [...names].map((name) => {
      const inner = answers
        .filter(({ value }) => Object.hasOwn(value, name))
        .map(({ value, chunk }) => ({ value: (value as Record<string, unknown>)[name], chunk }));
      return [name, mergeValues(inner, [...path, name], arrays)];
    }),
  );
}

function mergeLists(answers: readonly ChunkAnswer[]): readonly unknown[] {
  // A part that holds one record is easily answered without the list around it.
  const lists = answers.map(({ value, chunk }) => ({
    items: Array.isArray(value) ? (value as readonly unknown[]) : [value],
    chunk,
  }));
  const isRecordList = lists.every(({ items }) => items.every(isRecord));
  if (isRecordList) {
    return mergeRecords(
      lists.map(({ items, chunk }) => ({ records: items.filter(isRecord), chunk })),
    );
  }
  const known = new Set<string>();
  const united: unknown[] = [];
  for (const { items } of lists) {
    const fresh = items.filter((item) => !known.has(foldValue(item)));
    united.push(...fresh);
    // Within one part a repeated value is the page's own repetition.
    for (const item of fresh) known.add(foldValue(item));
  }
  return united;
}

function listArrayPaths(schema: JsonSchema | undefined): ReadonlySet<string> {
  const paths = new Set<string>();
  if (schema === undefined) return paths;
  if (typeof schema === 'object' && schema['type'] === 'array') paths.add(pathKey([]));
  for (const field of listSchemaFields(schema)) {
    // Where a plain value would do as well, the answers decide.
    if (field.types.length === 1 && field.types[0] === 'array') paths.add(pathKey(field.path));
  }
  return paths;
}

function pathKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

interface Option {
  readonly value: unknown;
  readonly nodes: Set<AnyNode>;
  located: boolean;
  rank: number;
  /** Parts that gave it; decides where values cannot be located, like `true`. */
  votes: number;
}

const leastRank = 3;

/**
 * Of different values for one field the best attested: values that the page states before others, then those that more
 * nodes state (a title repeated in every part is one), then structured data before the main part before the rest, then
 * the first.
 */
function voteValue(answers: readonly ChunkAnswer[]): unknown {
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
  const located = all.filter((option) => option.located);
  if (located.length === 0) return best(all, (a, b) => b.votes - a.votes);
  return best(located, (a, b) => b.nodes.size - a.nodes.size || a.rank - b.rank);
}

/** The first of the best: sorting keeps the order of equals. */
function best(options: readonly Option[], compare: (a: Option, b: Option) => number): unknown {
  return options.toSorted(compare)[0]?.value;
}

/** What was answered for one part of a page. */
export interface ChunkAnswer {
  readonly value: unknown;
  readonly chunk: ContentChunk;
}
