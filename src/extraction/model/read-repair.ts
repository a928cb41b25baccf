import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { findAtPath, parseJsonPointer, setOwn } from '../../runtime/plain-json.ts';
import { collapseSpace } from '../../runtime/unicode/fold-text.ts';
import {
  isSchemaObject,
  listApplicableSchemas,
  listSchemaFields,
  listTypes,
} from '../schema/list-schema-fields.ts';
import type { FailingPart } from '../schema/validate/list-failing-parts.ts';

/** What an answer to a repair is held against. */
interface RepairContext {
  /** The answer that failed, whose sound values tell which record of a list is meant. */
  readonly earlier: unknown;
  /** The schema of the whole answer. */
  readonly schema: JsonSchema;
  /** What the model saw of the page. */
  readonly seen: string;
}

type Part = Pick<FailingPart, 'path' | 'schema'>;

/**
 * The new values of failing places, by pointer: named as they were asked for, at the same place of a whole answer, or the one value that
 * was asked for by itself. A place that the answer does not certainly mean stays as it is, and fails again.
 */
export function readRepair(
  answer: unknown,
  parts: readonly Part[],
  context: RepairContext,
): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { path } of parts) {
    const value = findNamed(answer, path) ?? findInWhole(answer, path, context.earlier);
    if (value !== undefined) values.set(path, value);
  }
  const [only] = parts;
  if (
    values.size === 0 &&
    parts.length === 1 &&
    only !== undefined &&
    isPart(answer, only, context)
  )
    values.set(only.path, answer);
  return values;
}

/** The value under a place's pointer, or an object of the values under its members': `maker.name` and `maker.town`. */
function findNamed(answer: unknown, pointer: string): unknown {
  if (!isSchemaObject(answer)) return undefined;
  const bare = pointer.slice(1);
  const dotted = bare.replaceAll('/', '.');
  const name = [pointer, `#${pointer}`, bare, dotted].find((one) => Object.hasOwn(answer, one));
  if (name !== undefined) return answer[name];
  const members: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(answer)) {
    const start = [`${pointer}/`, `${bare}/`, `${dotted}.`].find((one) => key.startsWith(one));
    if (start !== undefined) setOwn(members, key.slice(start.length), member);
  }
  return Object.keys(members).length === 0 ? undefined : members;
}

/** The value at a place of a whole answer, whose lists may have other records, or the same ones in another order. */
function findInWhole(answer: unknown, pointer: string, earlier: unknown): unknown {
  const path = parseJsonPointer(pointer) ?? [];
  let [at, known] = [answer, earlier];
  for (const [depth, name] of path.entries()) {
    if (Array.isArray(at)) {
      const list: readonly unknown[] = Array.isArray(known) ? known : [];
      const index = findSameRecord(at, list, Number(name), path[depth + 1]);
      at = index === undefined ? undefined : at[index];
    } else at = findAtPath(at, [name]);
    known = findAtPath(known, [name]);
  }
  return at;
}

/** Where a list has the record that another one has at an index, by its values but the failing one; at that index where none tells. */
function findSameRecord(
  list: readonly unknown[],
  known: readonly unknown[],
  index: number,
  failing: string | undefined,
): number | undefined {
  const signs = listSigns(known[index], failing);
  const isSame = (item: unknown): boolean => {
    const stated = signs.filter((sign) => isStated(sign, item));
    return (
      stated.length > 0 &&
      stated.every(([name, value]) => collapseSpace(String(findAtPath(item, [name]))) === value)
    );
  };
  const same = list.flatMap((item, at) => (isSame(item) ? [at] : []));
  if (same.length === 1) return same[0];
  const isOpen = !signs.some((sign) => list.some((item) => isStated(sign, item)));
  return list.length === known.length && (isOpen || same.includes(index)) ? index : undefined;
}

type Sign = readonly [name: string, value: string];

function isStated([name]: Sign, item: unknown): boolean {
  return findAtPath(item, [name]) !== undefined;
}

/** What tells a record from the others: its texts; its numbers, which models write in several ways, where it has none. */
function listSigns(record: unknown, failing: string | undefined): readonly Sign[] {
  const members = Object.entries(isSchemaObject(record) ? record : {});
  const list = (type: 'string' | 'number'): readonly Sign[] =>
    members.flatMap(([name, value]) =>
      name !== failing && typeof value === type ? [[name, collapseSpace(String(value))]] : [],
    );
  const texts = list('string');
  return texts.length > 0 ? texts : list('number');
}

/** Whether an answer that names no place can be nothing but the value of the one that was asked for. */
function isPart(answer: unknown, part: Part, { schema, seen }: RepairContext): boolean {
  const applicable = listApplicableSchemas(part.schema, part.schema);
  const types = listTypes(applicable);
  if (Array.isArray(answer)) return types.includes('array');
  if (isSchemaObject(answer)) return holdsMembersOf(answer, part, schema);
  if (typeof answer !== 'string') return answer !== undefined;
  // A remark of the model's is a text as well.
  const takesAnyText =
    (types.length === 0 || types.includes('string')) &&
    !applicable.some((one) => 'enum' in one || 'const' in one);
  return !takesAnyText || collapseSpace(seen).includes(collapseSpace(answer).trim());
}

/** Whether an object has members of a place alone, and one that nothing else of the answer is called. */
function holdsMembersOf(answer: object, part: Part, whole: JsonSchema): boolean {
  const names = (parseJsonPointer(part.path) ?? []).filter((name) => !/^\d+$/.test(name));
  const isInside = (path: readonly string[]): boolean =>
    path.length > names.length && names.every((name, at) => path[at] === name);
  const others = new Set(
    listSchemaFields(whole).flatMap(({ path, name }) => (isInside(path) ? [] : [name])),
  );
  const own = new Set(
    listSchemaFields(part.schema).flatMap(({ path, name }) => (path.length === 1 ? [name] : [])),
  );
  const given = Object.keys(answer);
  return given.every((name) => own.has(name)) && given.some((name) => !others.has(name));
}
