import { toJsonPointer } from '../schema/json/json-pointer.ts';

/** A plain value in an answer. */
export interface AnswerLeaf {
  /** JSON Pointer in the answer. */
  readonly path: string;
  /** Name of the property that holds it, or holds the list that it is in; empty at the root. */
  readonly name: string;
  readonly value: string | number;
  /** Pointer of the record that it belongs to: the values of one record stand near each other in a page. */
  readonly record: string;
}

interface Place {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly record: string;
}

/** Strings and numbers of an answer, in its order; what is empty, null or a yes or no stands nowhere in a page. */
export function listLeaves(answer: unknown, maxLeaves: number): readonly AnswerLeaf[] {
  const leaves: AnswerLeaf[] = [];
  const places: Place[] = [{ value: answer, path: [], name: '', record: '' }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path, name, record } = place;
    if (leaves.length === maxLeaves) break;
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) {
      leaves.push({ path: toJsonPointer(path), name, value, record });
    } else if (Array.isArray(value)) {
      // Pushed last first, so that they come off in order.
      for (let index = value.length - 1; index >= 0; index -= 1) {
        places.push({ value: value[index], path: [...path, index], name, record });
      }
    } else if (typeof value === 'object' && value !== null) {
      const own = toJsonPointer(path);
      for (const [key, item] of Object.entries(value).reverse()) {
        places.push({ value: item, path: [...path, key], name: key, record: own });
      }
    }
  }
  return leaves;
}
