import { splitWords } from '../lexicon/fold-label.ts';
import { toCurrencyCode } from './numbers/currency-signs.ts';
import { type NumberLocale, findLocalCurrency } from './numbers/number-locale.ts';
import {
  type Dimension,
  type Measure,
  type Unit,
  convertUnit,
  findNamedUnit,
  findUnit,
  listMeasures,
} from './numbers/units.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** The units and currencies in which a field asks for its numbers. */
export interface AskedUnits {
  readonly units: readonly Unit[];
  /** ISO 4217, and the signs that several currencies share; empty where any will do. */
  readonly currencies: ReadonlySet<string>;
  /** What the field measures, with a unit or without. */
  readonly dimensions: ReadonlySet<Dimension>;
  /** Whether it asks for the smallest coin of a currency: `price_cents`. */
  readonly isCents: boolean;
  /** Units for which it asks how much something is, and which are none of its value: the kilogram of `protein_per_kg`. */
  readonly counted: ReadonlySet<string>;
  /** The time for which it asks what something costs: `price_per_night`, `monthly_rent`. */
  readonly period: string | undefined;
  /** Words by which it asks for its numbers divided: "billion" of `gdp_billion`. */
  readonly scales: ReadonlySet<string>;
}

const inBrackets = /[([]\s*([^()[\]]{1,20}?)\s*[)\]]/u;
/** "(in millions of U.S. dollars)" */
const scaleInBrackets = /[([]([^()[\]]{1,40})[)\]]/u;
/** What a description says behind a word or in brackets: "in US dollars", "(kg)". */
const inWords =
  /(?:\b(?:in|as)(?:\s+(?:the\s+)?(?:US|U\.S\.|American))?\s+|[([]\s*)([\p{L}\p{Sc}°][\p{L}°²³/]{0,14}[23]?)/giu;
const examples = /\b(?:e\.?g|such as|for example|like|z\.\s?B)\b/iu;
const maxDescription = 300;
const maxShortWords = 3;

const dimensionByNoun: ReadonlyMap<string, Dimension> = new Map([
  ...['length', 'distance', 'height', 'width', 'depth', 'elevation', 'altitude', 'diameter'].map(
    (noun) => [noun, 'length'] as const,
  ),
  ...['weight', 'mass'].map((noun) => [noun, 'mass'] as const),
  ['temperature', 'temperature'],
  ['area', 'area'],
  ['speed', 'speed'],
]);

/** Names of currencies as English schemas write them; dollars are those of any country. */
const currencyNames: ReadonlyMap<string, string> = new Map([
  ...['dollar', 'dollars'].map((word) => [word, '$'] as const),
  ...['euro', 'euros'].map((word) => [word, 'EUR'] as const),
  ...['yen'].map((word) => [word, 'JPY'] as const),
  ...['sterling'].map((word) => [word, 'GBP'] as const),
  ...['pound', 'pounds'].map((word) => [word, 'GBP'] as const),
  ...['rupee', 'rupees'].map((word) => [word, 'INR'] as const),
  ...['złoty', 'zloty'].map((word) => [word, 'PLN'] as const),
]);

/** What the name and the description of a field say of its unit; `members` are the currencies that a field beside it allows. */
export function findAskedUnits(
  name: string,
  description: string,
  members: readonly unknown[] = [],
): AskedUnits {
  const words = splitWords(name);
  const units = listNameUnits(words);
  const said = listSaid(description.slice(0, maxDescription));
  if (units.length === 0)
    for (const word of said) {
      // Prose has single letters and "in minutes" of what is no unit of the value.
      const unit = word.length > 1 ? findNamedUnit(word) : undefined;
      if (unit !== undefined) units.push(unit);
    }
  const dimensions = new Set(units.map(({ dimension }) => dimension));
  for (const word of words) {
    const dimension = dimensionByNoun.get(word);
    if (dimension !== undefined && units.length === 0) dimensions.add(dimension);
  }
  return {
    units,
    dimensions,
    currencies: listCurrencies(words, description, said, members),
    period: findPeriod(words),
    counted: listCounted(`${words.join(' ')} ${description.slice(0, maxDescription)}`),
    isCents: (words.length > 1 && isCoin(words.at(-1) ?? '')) || said.some(isCoin),
    scales: new Set([...words, ...splitWords(description)].flatMap((word) => toScale(word) ?? [])),
  };
}

function isCoin(word: string): boolean {
  return /^(?:cents|pence|pennies|centimes|centavos|céntimos|paise|öre|øre)$/i.test(word);
}

/** How programs call an amount in the smallest coin besides, as their interfaces for payment have it: `unit_amount`, `centAmount`, `price_minor`. */
const minorName = /^unit amount$|(?:^| )cent amount$|(?:^| )minor(?: units?)?$/;

/** Whether a header says that its numbers count the smallest coin: "Price (cents)", `price_cents`. */
function countsCoins(header: string): boolean {
  const words = splitWords(header);
  return words.length > 1 && (isCoin(words.at(-1) ?? '') || minorName.test(words.join(' ')));
}

const adverbs: ReadonlyMap<string, string> = new Map([
  ['hourly', 'h'],
  ['daily', 'd'],
  ['nightly', 'night'],
  ['weekly', 'wk'],
  ['monthly', 'month'],
  ['yearly', 'yr'],
  ['annual', 'yr'],
]);

function findPeriod(words: readonly string[]): string | undefined {
  const per = findNamedUnit(words[words.indexOf('per') + 1] ?? '');
  if (words.includes('per')) return per?.dimension === 'time' ? per.name : undefined;
  return words.flatMap((word) => adverbs.get(word) ?? [])[0];
}

const countedFor = /\bper\s(?:\d{1,4}\s?)?(\p{L}{1,14})/giu;

function listCounted(said: string): ReadonlySet<string> {
  const units = Array.from(said.matchAll(countedFor), ([, word = '']) => findNamedUnit(word));
  return new Set(units.flatMap((unit) => unit?.name ?? []));
}

/** A time behind an amount: "€300 per week", "12 €/Monat". */
const behindAmount = /(?:\/|(?<!\p{L})(?:per|pro|je|par|por|al|a))\s?(\p{L}{1,12})(?!\p{L})/giu;

/** The time for which a text states an amount, where it states none for the one that a field asks for. */
export function findOtherPeriod({ period }: AskedUnits, text: string): string | undefined {
  if (period === undefined) return undefined;
  const stated = Array.from(text.matchAll(behindAmount), ([, word = '']) => findUnit(word))
    .filter((unit) => unit?.dimension === 'time')
    .map((unit) => unit?.name);
  return stated.includes(period) ? undefined : stated[0];
}

const scaleWord = /^(?:thousand|million|billion|trillion)s?$/i;

function toScale(word: string): string | undefined {
  return scaleWord.test(word) ? word.toLowerCase().replace(/s$/, '') : undefined;
}

/** The word by which a header says that its numbers are divided, where a field does not ask for them so: "Population (thousands)". */
export function findStatedScale(
  { scales, isCents }: AskedUnits,
  header: string,
): string | undefined {
  if (countsCoins(header)) return isCents ? undefined : 'hundredths (cents)';
  const stated = scaleInBrackets.exec(header)?.[1]?.trim() ?? '';
  const zeros = /(?<!\p{Nd})[\p{Sc}]?\s?['’,.]?000s?$/u.test(stated) ? 'thousand' : undefined;
  const scale = zeros ?? splitWords(stated).flatMap((word) => toScale(word) ?? [])[0];
  return scale === undefined || scales.has(scale) ? undefined : `${scale}s`;
}

/** Words that are units and mean something else in names. */
const otherInNames: ReadonlySet<string> = new Set([
  'min',
  'second',
  'night',
  'day',
  'week',
  'month',
  'year',
  'hour',
  'minute',
  'stone',
  'foot',
  'mile',
  'pound',
]);

function listNameUnits(words: readonly string[]): Unit[] {
  return words.flatMap((word, at) => {
    const isLast = at > 0 && at === words.length - 1;
    const before = words[at - 1];
    if (isLast && (word === 'h' || word === 's') && at > 1) {
      const rate = findNamedUnit(`${before ?? ''}/${word}`);
      if (rate !== undefined) return [rate];
    }
    const next = words[at + 1];
    if (
      (next === 'h' || next === 's') &&
      at + 2 === words.length &&
      findNamedUnit(`${word}/${next}`)
    )
      return [];
    if (isLast && word === 'in') return findNamedUnit('inch') ?? [];
    if (before === 'sq' || before === 'square') return findNamedUnit(`sq${word}`) ?? [];
    if (next !== undefined && (word === 'sq' || word === 'square')) return [];
    if (word.length > 1) return otherInNames.has(word) ? [] : (findNamedUnit(word) ?? []);
    if (!isLast) return [];
    return ('cfkw'.includes(word) ? findNamedUnit(word.toUpperCase()) : findNamedUnit(word)) ?? [];
  });
}

function listSaid(description: string): readonly string[] {
  if (examples.test(description)) return [];
  // A description of few words is another name: "Price USD", "kg".
  const words = description.split(/[\s(),[\]]+/).filter(Boolean);
  if (words.length <= maxShortWords)
    return words.filter((word) => !otherInNames.has(word.toLowerCase()));
  return Array.from(description.matchAll(inWords), ([, word = '']) => word);
}

/** Codes that are words as well, and name a currency at the end of a name alone. */
const wordCodes: ReadonlySet<string> = new Set(['TRY', 'PEN', 'COP', 'ALL', 'TOP', 'RON', 'GEL']);

function listCurrencies(
  words: readonly string[],
  description: string,
  said: readonly string[],
  members: readonly unknown[],
): ReadonlySet<string> {
  const ofName = words.flatMap((word, at) => {
    const isLast = at === words.length - 1;
    const code = /^[a-z]{3}$/.test(word) ? toCurrencyCode(word) : undefined;
    if (code !== undefined)
      return words.length > 1 && (isLast || !wordCodes.has(code)) ? [code] : [];
    return isLast || words[at - 1] === 'in' ? (currencyNames.get(word) ?? []) : [];
  });
  if (ofName.length > 0) return new Set(ofName);
  const isUs = /\b(?:US|U\.S\.|American)\s+dollars?\b/i.test(description);
  const ofDescription = said.flatMap((word) => {
    const named = currencyNames.get(word.toLowerCase());
    if (named === '$' && isUs) return ['USD'];
    const code = /^[A-Z]{3}$|^\p{Sc}$/u.test(word) ? toCurrencyCode(word) : undefined;
    return named ?? code ?? [];
  });
  if (ofDescription.length > 0) return new Set(ofDescription);
  const codes = members.map((member) =>
    typeof member === 'string' ? toCurrencyCode(member) : undefined,
  );
  return codes.includes(undefined) ? new Set() : new Set(codes.flatMap((code) => code ?? []));
}

/** A text of which the first number is in a unit that is asked for, or the unit that it is in instead. */
export type FittedMeasure =
  | { readonly text: string; readonly other?: never }
  | { readonly text?: never; readonly other: string };

/** What parts the measures that together are one: "5 ft 11 in", "1 kg, 200 g". */
const joint = /^[\s,]{0,2}(?:and\s|und\s|et\s)?\p{Nd}[\p{Nd}.,]{0,8}$/u;

/** A number in brackets or behind a slash, behind one with a word of its own: "(112" of "150 ch (112". */
const secondInBrackets = /(?<=\p{Nd}\s?\p{L}{1,12}\.?\s?[([/]\s?)\p{Nd}[\p{Nd}.,]{0,11}$/u;

/** Where a measure begins that says what stands before it once more in another unit, which may be one that is not known; else the start. */
function startOfSecond(text: string, end: number): number {
  const upTo = text.slice(0, end).replace(/[^\p{Nd}]+$/u, '');
  return secondInBrackets.exec(upTo)?.index ?? 0;
}

/** The part of a text that states a number in an asked unit; one of several units together has no one number. */
export function fitMeasure({ units, dimensions }: AskedUnits, text: string): FittedMeasure {
  const measures = listMeasures(text);
  const [first, ...others] = measures;
  if (first === undefined) {
    const asked = units.find(({ dimension }) => dimension === 'length');
    // "10k" is a way of ten kilometres.
    const isThousands = dimensions.has('length') && /\p{Nd}[\u00A0 ]?k(?!\p{L})/iu.test(text);
    return isThousands && asked?.name !== 'km' ? { other: 'k' } : { text };
  }
  const { name, dimension } = first.unit;
  const asked = units.filter((unit) => unit.dimension === dimension).map((unit) => unit.name);
  if (joinNext(text, measures, 0)) return { other: `${name} ${others[0]?.unit.name ?? ''}` };
  if (asked.length === 0) return { text };
  if (asked.includes(name)) return { text: text.slice(startOfSecond(text, first.end)) };
  const at = measures.findIndex(({ unit }) => asked.includes(unit.name));
  const found = measures[at];
  if (found === undefined || joinNext(text, measures, at) || joinNext(text, measures, at - 1))
    return { other: name };
  const part = text.slice(measures[at - 1]?.end ?? 0, found.end);
  return { text: part.replace(/^[^\p{Nd}+−-]+/u, '') };
}

/**
 * A number that a text states, in the unit that the field asks for; as it is where the field asks for none or the text states none.
 * `undefined` where the text has it in a unit that does not lead to the asked one.
 */
export function toAskedUnit(asked: AskedUnits, text: string, value: number): number | undefined {
  const [measure, ...others] = listMeasures(text);
  if (measure === undefined || others.length > 0) return value;
  const units = asked.units.filter(({ name }) => !asked.counted.has(name));
  const { dimension } = measure.unit;
  const isRate = asked.counted.size > 0 && units.every((unit) => unit.dimension !== dimension);
  if (units.length === 0 || isRate) return value;
  const converted = new Set(units.flatMap((unit) => convertUnit(value, measure.unit, unit) ?? []));
  if (converted.has(value)) return value;
  const [only, ...more] = converted;
  return more.length === 0 ? only : undefined;
}

function joinNext(text: string, measures: readonly Measure[], at: number): boolean {
  const [one, two] = [measures[at], measures[at + 1]];
  return (
    one !== undefined &&
    two !== undefined &&
    one.unit.dimension === two.unit.dimension &&
    // Calories and joules say the same twice.
    one.unit.dimension !== 'energy' &&
    one.unit.name !== two.unit.name &&
    joint.test(text.slice(one.end, two.start + 1))
  );
}

const dollarSign = /\$$/;

/** Whether an amount with a sign is in another currency than the asked ones; `undefined` where the sign does not tell. */
export function isOtherCurrency(
  { currencies }: Pick<AskedUnits, 'currencies'>,
  sign: string | undefined,
  locale?: NumberLocale,
): boolean | undefined {
  if (currencies.size === 0 || sign === undefined) return undefined;
  const code = toCurrencyCode(sign, locale);
  if (code === undefined) return undefined;
  if (currencies.has('$') && (dollarSign.test(sign.trim()) || code.endsWith('D'))) return false;
  if (currencies.has(code)) return false;
  const local = locale?.hasCountry === true ? findLocalCurrency(locale, sign.trim()) : undefined;
  // A sign of many currencies is any of them where the country is not known.
  if (local === undefined && sign.trim() === '$')
    return [...currencies].every((asked) => !dollars.has(asked)) ? true : undefined;
  return true;
}

/** Currencies that are written `$` at home. */
const dollars: ReadonlySet<string> = toWordSet(
  'USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP BRL UYU JMD',
);

/** The code of the currency that a header states for its amounts: "Price (€)". */
export function findStatedCurrency(header: string): string | undefined {
  return toCurrencyCode(inBrackets.exec(header)?.[1] ?? '');
}

const bracketsAtEnd = /[([][^()[\]]*[)\]][\s:：]*$/u;

/** A label without the unit or the currency in brackets at its end, and what these say: "Weight" and "kg" of "Weight (kg)". */
export function partUnit(label: string): { readonly name: string; readonly unit?: string } {
  const [brackets = ''] = bracketsAtEnd.exec(label) ?? [];
  const unit = inBrackets.exec(brackets)?.[1];
  const isUnit =
    unit !== undefined && (findUnit(unit) !== undefined || toCurrencyCode(unit) !== undefined);
  return isUnit ? { name: label.slice(0, -brackets.length), unit } : { name: label };
}

/** Whether a header states another unit or currency than a field asks for: "Length (km)" for `length_in_miles`. */
export function statesOtherUnit(asked: AskedUnits, header: string): boolean {
  const stated = inBrackets.exec(header)?.[1] ?? /,\s?([\p{L}°²/]{1,6})$/u.exec(header)?.[1];
  return stated !== undefined && isOtherUnit(asked, stated);
}

/** A unit as people write it, of its code or of what is said of it. */
export function toWrittenUnit(stated: string): string {
  return unitByCode.get(stated) ?? stated;
}

/** Whether what a source states as the unit or currency of a number is another one than a field asks for. */
export function isOtherUnit(asked: AskedUnits, stated: string): boolean {
  const written = unitByCode.get(stated) ?? (/^in$/i.test(stated) ? 'inch' : stated);
  const unit = findUnit(written);
  if (unit !== undefined) {
    const same = asked.units.filter(({ dimension }) => dimension === unit.dimension);
    if (same.length > 0) return same.every(({ name }) => name !== unit.name);
  }
  return isOtherCurrency(asked, stated) === true;
}

/** Codes of UN/CEFACT, which schema.org has as `unitCode`. */
const unitByCode: ReadonlyMap<string, string> = new Map(
  'MMT mm|CMT cm|MTR m|KMT km|INH inch|FOT ft|YRD yd|SMI mi|MGM mg|GRM g|KGM kg|TNE t|LBR lb|ONZ oz|CEL C|FAH F|KMH km/h|HM mph|MTK m²|FTK ft²|HAR ha|ACR acre|MLT ml|CLT cl|LTR l|MTQ m³|SEC s|MIN min|HUR h|DAY d|WEE wk|MON month|ANN yr'
    .split('|')
    .map((line) => {
      const [code = '', unit = ''] = line.split(' ');
      return [code, unit] as const;
    }),
);

const unitParts: ReadonlySet<string> = new Set(['in', 'per', 'sq', 'square']);

const percentWords: ReadonlySet<string> = new Set(['percent', 'pct', 'percentage']);

/** Whether a name asks for a share of a hundred: `discount_percent`. */
export function asksForPercent(name: string): boolean {
  return percentWords.has(splitWords(name).at(-1) ?? '');
}

/** The words of a name without the currency at their end: `price_in_euros`; none where they end in none. */
export function dropCurrency(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  if (last === undefined || listCurrencies(words, '', [], []).size === 0) return [];
  const rest = words.slice(0, -1);
  return rest.at(-1) === 'in' ? rest.slice(0, -1) : rest;
}

/** The words of a name without the unit of a measure at their end: `weight_kg`; none where they end in no such unit. */
export function dropMeasureUnit(words: readonly string[]): readonly string[] {
  let kept = words;
  for (let last = kept.at(-1); last !== undefined && kept.length > 1; last = kept.at(-1)) {
    // A time is in whatever unit the page has it in.
    const [unit] = listNameUnits(['', last]);
    const isOther = !unitParts.has(last) && !percentWords.has(last);
    if (isOther && (unit === undefined || unit.dimension === 'time')) break;
    kept = kept.slice(0, -1);
  }
  return kept.length < words.length ? kept : [];
}
