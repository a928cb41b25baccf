import type { AnyNode } from 'domhandler';
import type { JsonSchema } from '../../../contracts/extractor.ts';
import { listSchemaFields } from '../../../schema/list-schema-fields.ts';
import { foldValue, locateValue } from './locate-value.ts';
import { isRecord, mergeRecords } from './merge-records.ts';
import type { ContentChunk } from './chunk-content.ts';

/** Schemas nest less (a limit of `schema/`); deeper values are taken unchanged. */
const maxDepth = 32;

/**
 * Returns one model answer made of those for a page's chunks, in the order of the chunks. Records are concatenated,
 * and joined where a chunk ended inside one; lists of plain values are united; of single values the one with the best
 * evidence is taken. No value is averaged, summed or requested again.
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
  // For a chunk with one record a model often leaves out the list around it.
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
    // A value that is repeated within one chunk is repeated on the page.
    for (const item of fresh) known.add(foldValue(item));
  }
  return united;
}

function listArrayPaths(schema: JsonSchema | undefined): ReadonlySet<string> {
  const paths = new Set<string>();
  if (schema === undefined) return paths;
  if (typeof schema === 'object' && schema['type'] === 'array') paths.add(pathKey([]));
  for (const field of listSchemaFields(schema)) {
    // A field that may also be a plain value is a list only if the model answered with one.
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
  /** Number of chunks that gave the value; decides where values cannot be located, such as `true`. */
  votes: number;
}

const leastRank = 3;

/**
 * Returns the value with the best evidence among different values of one field. The order is: values that the page
 * contains, those in more nodes (a title repeated in every chunk is one node), those in structured data, then the
 * main part, then elsewhere, and last the earliest.
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

/** Returns the first of the best values: sorting keeps the order of equal ones. */
function best(options: readonly Option[], compare: (a: Option, b: Option) => number): unknown {
  return options.toSorted(compare)[0]?.value;
}

/** The model answer for one chunk of a page. */
export interface ChunkAnswer {
  readonly value: unknown;
  readonly chunk: ContentChunk;
}
