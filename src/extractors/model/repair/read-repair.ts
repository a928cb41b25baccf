import { findAtPath, parseJsonPointer } from '../../../schema/json/json-pointer.ts';
import { isSchemaObject } from '../../../schema/fields/list-applicable-schemas.ts';

/**
 * Finds the values for the failing places in what the model answered: by pointer as asked, or, from models that give
 * the whole answer again, at the same path, or the one value by itself. Everything else in the answer is left alone.
 */
export function readRepair(
  answer: unknown,
  paths: readonly string[],
): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const path of paths) {
    const named = findByPointer(answer, path);
    const value = named === undefined ? findAtPath(answer, parseJsonPointer(path) ?? []) : named;
    if (value !== undefined) values.set(path, value);
  }
  const [only] = paths;
  const isOnly = values.size === 0 && paths.length === 1 && answer !== undefined;
  if (isOnly && only !== undefined) values.set(only, answer);
  return values;
}

function findByPointer(answer: unknown, pointer: string): unknown {
  if (!isSchemaObject(answer)) return undefined;
  const bare = pointer.slice(1);
  const spellings = [pointer, `#${pointer}`, bare, bare.replaceAll('/', '.')];
  const name = spellings.find((spelling) => Object.hasOwn(answer, spelling));
  return name === undefined ? undefined : answer[name];
}
