import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { parseJsonPointer, toJsonPointer } from '../../runtime/plain-json.ts';
import { findMostItems } from '../schema/find-schemas-at-path.ts';
import { isSchemaObject, listSchemaFields } from '../schema/list-schema-fields.ts';
import type { MissingField, ValueSource } from '../fields/candidate.ts';

/** What was read of a page. */
interface Findings {
  readonly value: unknown;
  /** By JSON Pointer into the value. */
  readonly sources: ReadonlyMap<string, ValueSource>;
  readonly missing: readonly MissingField[];
  readonly cuts: readonly string[];
}

/**
 * The same with the first items alone of lists that are longer than the schema allows, in the page's order: who asks for at most five
 * wants five of what there is.
 */
export function cutLists(found: Findings, schema: JsonSchema): Findings {
  if (!hasBounds(schema)) return found;
  const limits = new Map<string, number | undefined>();
  const cut = new Map<string, number>();
  const cuts: string[] = [];

  function take(value: unknown, path: readonly string[]): unknown {
    if (Array.isArray(value)) {
      const limit = findLimit(path) ?? value.length;
      if (limit < value.length) {
        const pointer = toJsonPointer(path);
        cut.set(pointer, limit);
        cuts.push(describeCut(pointer, limit, value.length));
      }
      return value.slice(0, limit).map((item, at) => take(item, [...path, `${at}`]));
    }
    if (!isSchemaObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, take(member, [...path, name])]),
    );
  }

  /** Records of one list are of one schema. */
  function findLimit(path: readonly string[]): number | undefined {
    const place = toJsonPointer(path.map((name) => name.replace(/^\d+$/, '0')));
    if (!limits.has(place)) limits.set(place, findMostItems(schema, path));
    return limits.get(place);
  }

  const value = take(found.value, []);
  if (cut.size === 0) return found;
  const isKept = (pointer: string): boolean => {
    const path = parseJsonPointer(pointer) ?? [];
    return path.every(
      (name, at) => !(Number(name) >= (cut.get(toJsonPointer(path.slice(0, at))) ?? Infinity)),
    );
  };
  return {
    value,
    sources: new Map([...found.sources].filter(([pointer]) => isKept(pointer))),
    missing: found.missing.filter(({ pointer }) => isKept(pointer)),
    cuts: [...found.cuts, ...cuts],
  };
}

function hasBounds(schema: JsonSchema): boolean {
  return [schema, ...listSchemaFields(schema).map((field) => field.schema)].some(
    (one) => isSchemaObject(one) && one['maxItems'] !== undefined,
  );
}

function describeCut(pointer: string, limit: number, length: number): string {
  const place = pointer === '' ? 'the list' : pointer;
  return `Only the first ${limit} of ${length} items of ${place} were taken: the schema allows no more.`;
}
