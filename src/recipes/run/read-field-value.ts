import type { RecipeField, RecipeFieldType } from '../../runtime/contracts/recipe/recipe.ts';
import { findOnlyNumber } from '../../extraction/values/numbers/find-only-number.ts';
import { findOnlyDate } from '../../extraction/values/dates/read-date.ts';
import type { NumberPlace } from '../../extraction/values/numbers/number-locale.ts';
import { noWords, yesWords } from '../../extraction/values/yes-no-words.ts';
import { toNormalForm } from '../../runtime/unicode/strip-invisible.ts';
import type { Issue } from '../../runtime/errors/gleaner-error.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';

/** A field's value, or the reason why a part of it could not be read. */
interface FieldReading {
  /** `undefined`: the item has no such value. A list holds what could be read. */
  readonly value: unknown;
  /** Reads after the name of the field; never holds text of the page. `undefined`: all is well. */
  readonly problem: string | undefined;
  /** Positions of the texts that the value was read from, one for each item of a list. */
  readonly from: readonly number[];
}

/** What of a field says how its texts are read. */
type FieldForm = Pick<RecipeField, 'attribute' | 'type' | 'isList' | 'isOptional'>;

/** What decides how a text is read. */
interface FieldContext {
  /** Of the page, absolute: relative URLs are completed by it. */
  readonly url: string;
  /** The page's language (`<html lang>`), e.g. `de-AT`: decides what `1.299` and `05/06/2024` mean. */
  readonly language?: string | undefined;
}

/**
 * The value of a field from the texts that were found for it, as they stand in the page. Nothing is guessed: a text
 * with two readings is a problem, and so is a missing value, unless the field is optional.
 */
export function readFieldValue(
  field: FieldForm,
  texts: readonly string[] | undefined,
  context: FieldContext,
): FieldReading {
  const isFlag = field.type === 'boolean' && field.attribute !== undefined;
  const found = Array.from((texts ?? []).entries()).filter(
    ([, text]) => isFlag || text.trim() !== '',
  );
  const [first] = found;
  if (first === undefined) {
    const problem = texts === undefined || texts.length === 0 ? 'was not found' : 'is empty';
    return {
      value: field.isList ? [] : undefined,
      problem: field.isOptional ? undefined : problem,
      from: [],
    };
  }
  if (!field.isList) {
    const value = readText(field, first[1], context);
    const problem = value === undefined ? unreadable[field.type] : undefined;
    return { value, problem, from: [first[0]] };
  }
  const read = found
    .map(([at, text]) => ({ at, value: readText(field, text, context) }))
    .filter(({ value }) => value !== undefined);
  const missed = found.length - read.length;
  const problem = `in ${missed} of ${found.length} places ${unreadable[field.type]}`;
  return {
    value: read.map(({ value }) => value),
    problem: missed === 0 ? undefined : problem,
    from: read.map(({ at }) => at),
  };
}

const unreadable: Readonly<Record<RecipeFieldType, string>> = {
  string: 'is empty',
  html: 'is empty',
  number: 'is not one number',
  boolean: 'says neither yes nor no',
  url: 'is no http or https URL',
  date: 'is not one date',
  screenshot: 'has no picture',
};

function readText(field: FieldForm, text: string, context: FieldContext): unknown {
  switch (field.type) {
    case 'string':
      return text.replaceAll(/\s+/g, ' ').trim();
    case 'number':
      return readFieldNumber(text, toPlace(context));
    case 'boolean':
      return readBoolean(text, field.attribute);
    case 'url':
      return readUrl(text, context.url);
    case 'date':
      return readFieldDate(text, toPlace(context));
    case 'html':
    case 'screenshot':
      break;
  }
  return text;
}

/** What tells how numbers and dates are written: with the language the country, which a host names. */
function toPlace({ url, language }: FieldContext): NumberPlace {
  return { language, host: URL.parse(url)?.hostname };
}

function readBoolean(text: string, attribute: string | undefined): boolean | undefined {
  const word = text.trim().toLowerCase();
  // HTML's own flags, such as `checked`: being there is enough.
  if (attribute !== undefined && (word === '' || word === attribute.toLowerCase())) return true;
  if (yesWords.has(word)) return true;
  return noWords.has(word) ? false : undefined;
}

/** A URL's limit, as for requests. */
const maxUrlLength = 8_192;

function readUrl(text: string, base: string): string | undefined {
  const url = text.length > maxUrlLength ? null : URL.parse(text.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Longer texts are prose. */
const maxLength = 200;
/** Words before a date that say what happened on it: `Published on`, `Last updated at`. */
const maxWordsBefore = 4;

/**
 * The one date of a text: `YYYY-MM-DD`, or RFC 3339 where it says the time with its offset from UTC. A label may stand
 * before it, a time of day after it. `undefined` where day and month could be swapped and the page's language does not
 * decide it.
 */
function readFieldDate(text: string, place: NumberPlace): string | undefined {
  const line = toNormalForm(text, 'NFKC').replaceAll(/\s+/g, ' ').trim();
  if (line.length > maxLength) return undefined;
  let rest = line;
  for (let dropped = 0; dropped <= maxWordsBefore; dropped += 1) {
    const date = findOnlyDate(rest, place);
    if (date?.moment !== undefined) return date.moment;
    const day = date?.day ?? findOnlyDate(rest.replace(localTime, ''), place)?.day;
    if (day !== undefined) return day;
    const word = /^[^\d ]+ /.exec(rest)?.[0];
    if (word === undefined) return undefined;
    rest = rest.slice(word.length);
  }
  return undefined;
}

/** A time of day without an offset: the day is known, the moment is not. */
const localTime =
  /(?:T|,? (?:at |um |à |- |\| )?)\d{1,2}[:.]\d\d(?:[:.]\d\d(?:\.\d{1,9})?)?(?: ?[ap]\.?m\.?| Uhr)?$/i;

/** Small whole numbers in brackets are counts (of reviews, of offers); a negative amount has cents, thousands or a currency. */
const bracketedCount = /^\((\d{1,3})\)$/;

/**
 * The one number of a text, with other words around it (`Only 3 left`, `Price: £51.77`). `undefined` where there are several,
 * or one with two readings that the page's language does not decide.
 */
function readFieldNumber(text: string, place: NumberPlace): number | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const count = bracketedCount.exec(toNormalForm(line, 'NFKC'))?.[1];
  if (count !== undefined) return Number(count);
  return findOnlyNumber(line, { ...place, wholeNumber: false, inWords: true });
}

/** An item with typed values. */
interface ItemReading {
  /** Without the fields that it has no value for. */
  readonly item: Readonly<Record<string, unknown>>;
  /** Names of the fields that are not empty. */
  readonly filled: readonly string[];
  /** By field that has a value, the positions of the texts that it was read from. */
  readonly from: ReadonlyMap<string, readonly number[]>;
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
    from: new Map(present.map(({ name, from }) => [name, from])),
    problems: readings.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [{ path: place + toJsonPointer([name]), message: problem }],
    ),
  };
}
