import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { foldLabel, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { type FieldPlan, planFields } from '../fields/plan-fields.ts';
import { readValue } from '../fields/read-value.ts';
import {
  type Concept,
  type ValueKind,
  chooseLabels,
  isOfEvent,
  isOfSomeLanguages,
} from '../lexicon/concept.ts';
import { findConcept, findConceptByLabel } from '../lexicon/find-concept.ts';
import { isPlainWord } from '../lexicon/prompt-words.ts';
import { findMoney } from '../values/money/find-money.ts';
import { toCurrencyCode } from '../values/numbers/currency-signs.ts';
import { findNumberLocale } from '../values/numbers/number-locale.ts';
import { type DatePlace, readDate } from '../values/dates/read-date.ts';
import { toWordSet } from '../../runtime/collections.ts';

const availabilities =
  'InStock OutOfStock PreOrder BackOrder Discontinued LimitedAvailability'.split(' ');

/** The form of a value where no schema asks for another: numbers, minutes, `YYYY-MM-DD`, schema.org's states of stock. */
export function toUsualSchema(
  name: string,
  language?: string,
): { readonly [keyword: string]: unknown } {
  const concept = findNamed(name, language);
  if (concept === undefined) {
    const kind = findUsualKind(name);
    if (kind === 'money') return { type: 'number' };
    return kind === 'date' ? { type: 'string', format: 'date' } : {};
  }
  const title = concept.names[0] ?? concept.name;
  // When an event begins is of no use without the time, which few pages state with its offset.
  if (isOfEvent(concept)) return { title, type: 'string' };
  return {
    title,
    ...(concept.kind === 'persons' && name.endsWith('s') ? texts : forms[concept.kind]),
  };
}

const number = { type: 'number' };
const texts = { type: 'array', items: { type: 'string' } };
/** Kinds that are not given as the text that the page has. */
const forms: Readonly<Partial<Record<ValueKind, object>>> = {
  money: number,
  duration: number,
  yield: number,
  number,
  count: number,
  date: { type: 'string', format: 'date' },
  availability: { type: 'string', enum: availabilities },
  ingredients: texts,
  steps: texts,
  keywords: texts,
};

/** What a name stands for, in any language, and in that of the page where one is given. */
export function findNamed(name: string, language?: string): Concept | undefined {
  const label = foldLabel(name.replaceAll('_', ' '));
  const isOther =
    isOfSomeLanguages(label) &&
    // "Data" is a date in Italian, and "editor" is the publisher in Spanish alone.
    !(isPlainWord(label) && language !== undefined && chooseLabels([label], language).length > 0);
  return findConcept(name) ?? (isOther ? undefined : findConceptByLabel(label));
}

/** The kind of a name's values: its concept's, or that of an amount or a date where its last word says so. */
export function findUsualKind(name: string): ValueKind | undefined {
  const concept = findNamed(name);
  if (concept !== undefined) return concept.kind;
  const last = findNamed(splitWords(name).at(-1) ?? '')?.kind;
  return last === 'money' || last === 'date' ? last : undefined;
}

const readKinds: ReadonlySet<string> = toWordSet('money date availability duration count number');

interface FormContext {
  readonly baseUrl: string;
  readonly place: DatePlace;
}

type FormReader = (text: string) => unknown;

const maxLength = 60;

/** How a text below this label becomes the usual form; one that says more, e.g. `from £5 a month`, stays as it is. */
export function toFormReader(label: string, context: FormContext): FormReader {
  const kind = findUsualKind(label);
  if (kind === undefined || !readKinds.has(kind)) return (text) => text;
  const name = findNamed(label) === undefined ? (splitWords(label).at(-1) ?? '') : label;
  const [plan] = planFields(
    { type: 'object', properties: { [name]: toUsualSchema(name) } },
    '',
  ).children;
  return (text) => (plan === undefined ? text : toUsualValue(plan, text, context));
}

function toUsualValue(plan: FieldPlan, text: string, context: FormContext): unknown {
  const line = foldText(text);
  if (line === '' || line.length > maxLength || !isOnlyValue(plan, line, context)) {
    return text;
  }
  const read = readValue(plan, line, { ...context, machine: false, needsCurrency: false });
  return read === undefined || read.otherUnit !== undefined ? text : read.value;
}

function isOnlyValue({ kind }: FieldPlan, line: string, { place }: FormContext): boolean {
  if (kind === 'money') {
    const [money, another] = findMoney(line, false, place);
    return money?.text === line && another === undefined;
  }
  if (kind === 'date') {
    const date = readDate(line, place);
    // Of 3/4/2024 that nothing settles the text says less than a day would.
    if (date?.other !== undefined) return false;
    return date?.text === line || /^\d{4}-\d\d-\d\dT\S+$/.test(line);
  }
  // A number of pieces says more than that there are some.
  if (kind === 'availability') return !/\d/.test(line);
  // "5:00" are minutes as well as hours.
  return kind === 'duration' ? /\p{L}/u.test(line) : /^[\d., ]+$/.test(line);
}

/** ISO 4217 code of the currency that a text names beside its first amount, or the sign as written where it serves several. */
export function findCurrency(text: string): string | undefined {
  const sign = findMoney(text, true)[0]?.currency;
  return sign === undefined ? undefined : (toCurrencyCode(sign) ?? sign);
}

/**
 * The words of a currency's code and names in English and in a page's language, in lower case: `eur`, `euro`, `euros`. None for what is
 * no code: a page may state anything for its currency, and for its language.
 */
export function listCurrencyWords(
  code: string | undefined,
  language: string | undefined,
): ReadonlySet<string> {
  if (code === undefined || !/^[A-Z]{3}$/.test(code)) return new Set();
  const locales = new Set([findNumberLocale({ language })?.tag ?? 'en', 'en']);
  const amounts = [...locales].flatMap((locale) => {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
    });
    return [1, 2, 5].flatMap((amount) => format.formatToParts(amount));
  });
  const names = amounts.filter(({ type }) => type === 'currency').map(({ value }) => value);
  // "Pounds" are British ones, and one of them is no plural.
  const words = [code, ...names].flatMap((name) => splitWords(name.toLowerCase()));
  return new Set(words.flatMap((word) => [word, toSingular(word)]));
}

/** Returns the properties of a schema with the usual form of each name. */
export function toProperties(
  names: readonly string[],
  language?: string,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(names.map((name) => [name, toUsualSchema(name, language)]));
}

/** `product_names` → `product_name`; what is no plural of a known name stays as it is. */
export function toFieldName(term: string): string {
  const words = term.split('_');
  const singular = [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('_');
  return findNamed(singular) === undefined ? term : singular;
}

/** Whether a name is the plural of a name of which a thing has one: `prices`, not `ingredients`. */
export function isPluralOfOne(term: string): boolean {
  return toFieldName(term) !== term && toUsualSchema(term)['type'] !== 'array';
}
