import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import type { Issue } from '../../runtime/errors/gleaner-error.ts';
import { findAtPath, parseJsonPointer, toJsonPointer } from '../../runtime/plain-json.ts';
import { isTupleAt, listApplicableAtPath } from '../../extraction/schema/find-schemas-at-path.ts';
import { listTypes } from '../../extraction/schema/list-schema-fields.ts';
import { isRequired } from '../../extraction/schema/validate/list-failing-parts.ts';
import { type Reduced, leaveOut } from './leave-out.ts';

/** A value without what its schema refused. */
interface Accepted extends Reduced {
  /** What was left out, with what is wrong with it; paths are those of the value as it was. */
  readonly refused: readonly Issue[];
}

/** A part that the value may do without. */
interface Part {
  readonly path: readonly string[];
  /** Whether it has to be there and may be null. */
  readonly isNulled: boolean;
}

/**
 * Leaves out of a value what is wrong with it: the values that an object need not have, or what holds them. Those that must be there
 * become null where they may. `undefined` where something is missing, or a part is wrong that nothing can do without.
 */
export function leaveOutRefused(
  schema: JsonSchema,
  value: unknown,
  issues: readonly Issue[],
): Accepted | undefined {
  const refused = new Map<string, Issue>();
  const nulled = new Set<string>();
  for (const { path, message } of issues) {
    const segments = parseJsonPointer(path) ?? [];
    const repeats = listRepeats(schema, value, segments);
    for (const repeat of repeats)
      refused.set(repeat, { path: repeat, message: 'is in its list already' });
    if (repeats.length > 0) continue;
    const isMissing = findAtPath(value, segments) === undefined;
    const part = isMissing ? undefined : findDispensable(schema, value, segments);
    if (part === undefined) return undefined;
    const pointer = toJsonPointer(part.path);
    if (!refused.has(pointer)) refused.set(pointer, { path: pointer, message });
    if (part.isNulled) nulled.add(pointer);
  }
  // Of a list that goes as a whole its items are not told.
  const parts = [...refused.keys()].filter((path) => !isInOther(path, refused));
  const isTuple = (path: readonly string[]): boolean => isTupleAt(schema, path);
  const reduced = leaveOut(value, parts, { nulled, isTuple });
  // A list of which nothing is left is not what was found.
  return reduced.paths.some((path) => isLastItem(reduced.value, value, path))
    ? undefined
    : { ...reduced, refused: parts.flatMap((path) => refused.get(path) ?? []) };
}

/** The items that a list which may hold each once holds again. */
function listRepeats(
  schema: JsonSchema,
  value: unknown,
  path: readonly string[],
): readonly string[] {
  const list = findAtPath(value, path);
  const isUnique = listApplicableAtPath(schema, path).some(
    ({ uniqueItems }) => uniqueItems === true,
  );
  if (!Array.isArray(list) || !isUnique || isTupleAt(schema, path)) return [];
  const seen = new Set<string>();
  return list.flatMap((item, at) => {
    const known = seen.size;
    return seen.add(JSON.stringify(item)).size > known ? [] : toJsonPointer([...path, at]);
  });
}

function isInOther(path: string, others: ReadonlyMap<string, unknown>): boolean {
  const segments = parseJsonPointer(path) ?? [];
  return segments.some((_, length) => others.has(toJsonPointer(segments.slice(0, length))));
}

/** The smallest part around a place that the value may do without. */
function findDispensable(
  schema: JsonSchema,
  value: unknown,
  path: readonly string[],
): Part | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const at = path.slice(0, length);
    const owner = at.slice(0, -1);
    if (Array.isArray(findAtPath(value, owner))) {
      if (!isTupleAt(schema, owner)) return { path: at, isNulled: false };
    } else if (!isRequired(schema, at)) {
      return { path: at, isNulled: false };
    } else if (mayBeNull(schema, at) && findAtPath(value, at) !== null) {
      return { path: at, isNulled: true };
    }
  }
  return undefined;
}

function mayBeNull(schema: JsonSchema, path: readonly string[]): boolean {
  return listTypes(listApplicableAtPath(schema, path)).includes('null');
}

/** Whether what was left out at a path is an item of a list that has none now. */
function isLastItem(after: unknown, before: unknown, path: string): boolean {
  const owner = (parseJsonPointer(path) ?? []).slice(0, -1);
  const left = findAtPath(after, owner);
  return Array.isArray(findAtPath(before, owner)) && Array.isArray(left) && left.length === 0;
}
