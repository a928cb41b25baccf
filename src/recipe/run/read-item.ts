import type { Issue } from '../../errors/error-codes.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import { type FieldContext, type FieldForm, readFieldValue } from './read-field-value.ts';

/** An item with typed values. */
export interface ItemReading {
  /** Without the fields that it has no value for. */
  readonly item: Readonly<Record<string, unknown>>;
  /** Names of the fields that are not empty. */
  readonly filled: readonly string[];
  /** By field, below `place`. */
  readonly problems: readonly Issue[];
}

/**
 * The item whose fields have these texts, by name; `undefined` where none of them has a value: a heading row, an
 * advertisement between the items. `place` is the item's JSON Pointer.
 */
export function readItem(
  fields: readonly (FieldForm & { readonly name: string })[],
  texts: Readonly<Record<string, readonly string[]>>,
  place: string,
  context: FieldContext,
): ItemReading | undefined {
  const readings = fields.map((field) => ({
    name: field.name,
    ...readFieldValue(field, texts[field.name], context),
  }));
  const present = readings.filter(({ value }) => value !== undefined);
  const filled = present.filter(({ value }) => !Array.isArray(value) || value.length > 0);
  if (filled.length === 0) return undefined;
  return {
    item: Object.fromEntries(present.map(({ name, value }) => [name, value])),
    filled: filled.map(({ name }) => name),
    problems: readings.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [{ path: place + toJsonPointer([name]), message: problem }],
    ),
  };
}
