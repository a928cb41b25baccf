import { toJsonPointer } from '../schema/json-pointer.ts';

/** Values deeper than this are not looked up; answers are no deeper. */
const maxDepth = 64;

/** A plain value in a result. */
export interface AnswerLeaf {
  /** JSON Pointer into the result. */
  readonly path: string;
  /** Name of the property that holds the value or the list with the value; empty at the root. */
  readonly name: string;
  readonly value: string | number | boolean;
  /** The object that holds the value: the values of one record are near each other in a page. */
  readonly record: AnswerRecord;
}

/** An object of a result, or the result itself. */
export interface AnswerRecord {
  readonly path: string;
  /** The object around it. */
  readonly parent: AnswerRecord | undefined;
}

/**
 * Yields the texts, numbers and booleans of a result in order, without empty texts and nulls, which cannot be looked up, and
 * without what is too deep. Recursion follows the answer, to a bounded depth.
 */
export function* listLeaves(value: unknown): Generator<AnswerLeaf> {
  yield* listBelow(value, {
    path: '',
    name: '',
    depth: 0,
    record: { path: '', parent: undefined },
  });
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly record: AnswerRecord;
}

function* listBelow(value: unknown, place: Place): Generator<AnswerLeaf> {
  const { path, name, depth, record } = place;
  if (isLeafValue(value)) {
    yield { path, name, value, record };
  } else if (typeof value === 'object' && value !== null && depth < maxDepth) {
    const isList = Array.isArray(value);
    const own = isList || path === record.path ? record : { path, parent: record };
    for (const key of isList ? value.keys() : Object.keys(value)) {
      yield* listBelow(Reflect.get(value, key), {
        path: path + toJsonPointer([key]),
        name: isList ? name : String(key),
        depth: depth + 1,
        record: own,
      });
    }
  }
}

function isLeafValue(value: unknown): value is AnswerLeaf['value'] {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'number' || typeof value === 'boolean';
}
