import type { FieldType, RecipeField } from '../../contracts/recipe.ts';
import { readFieldDate } from './read-field-date.ts';
import { readFieldNumber } from './read-field-number.ts';

/** A field's value, or the reason why a part of it could not be read. */
export interface FieldReading {
  /** `undefined`: the item has no such value. A list holds what could be read. */
  readonly value: unknown;
  /** Reads after the name of the field; never holds text of the page. `undefined`: all is well. */
  readonly problem: string | undefined;
}

/** What decides how a text is read. */
export interface FieldContext {
  /** Of the page, absolute: relative URLs are completed by it. */
  readonly url: string;
  /** The page's language (`<html lang>`), e.g. `de-AT`: settles what `1.299` and `05/06/2024` mean. */
  readonly language?: string | undefined;
}

/**
 * The value of a field from the texts that were found for it, as they stand in the page. Nothing is guessed: a text
 * with two readings is a problem, and so is a missing value, unless the field is optional.
 */
export function readFieldValue(
  field: RecipeField,
  texts: readonly string[] | undefined,
  context: FieldContext,
): FieldReading {
  const isFlag = field.type === 'boolean' && field.attribute !== undefined;
  const found = (texts ?? []).filter((text) => isFlag || text.trim() !== '');
  if (found.length === 0) {
    const problem = texts === undefined || texts.length === 0 ? 'was not found' : 'is empty';
    return {
      value: field.isList ? [] : undefined,
      problem: field.isOptional ? undefined : problem,
    };
  }
  if (!field.isList) {
    const value = readText(field, found[0] ?? '', context);
    return { value, problem: value === undefined ? unreadable[field.type] : undefined };
  }
  const values = found.map((text) => readText(field, text, context));
  const read = values.filter((value) => value !== undefined);
  const missed = values.length - read.length;
  const problem = `in ${missed} of ${values.length} places ${unreadable[field.type]}`;
  return { value: read, problem: missed === 0 ? undefined : problem };
}

const unreadable: Readonly<Record<FieldType, string>> = {
  string: 'is empty',
  html: 'is empty',
  number: 'is not one number',
  boolean: 'says neither yes nor no',
  url: 'is no http or https URL',
  date: 'is not one date',
};

function readText(field: RecipeField, text: string, context: FieldContext): unknown {
  switch (field.type) {
    case 'string':
      return text.replaceAll(/\s+/g, ' ').trim();
    case 'number':
      return readFieldNumber(text, context.language);
    case 'boolean':
      return readBoolean(text, field.attribute);
    case 'url':
      return readUrl(text, context.url);
    case 'date':
      return readFieldDate(text, context.language);
    case 'html':
      break;
  }
  return text;
}

const words: ReadonlyMap<string, boolean> = new Map([
  ...'true yes y 1 on ja oui sí si sì sim да так はい 是 예 tak ano kyllä ✓ ✔ ☑'
    .split(' ')
    .map((word) => [word, true] as const),
  ...'false no n 0 off nein non não nee nej nei нет ні いいえ 否 아니요 nie ne ei ✗ ✘ ✕ × ☐'
    .split(' ')
    .map((word) => [word, false] as const),
]);

function readBoolean(text: string, attribute: string | undefined): boolean | undefined {
  const word = text.trim().toLowerCase();
  // HTML's own flags, such as `checked`: being there is enough.
  if (attribute !== undefined && (word === '' || word === attribute.toLowerCase())) return true;
  return words.get(word);
}

/** A URL's limit, as for requests. */
const maxUrlLength = 8_192;

function readUrl(text: string, base: string): string | undefined {
  const url = text.length > maxUrlLength ? null : URL.parse(text.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
