import { countAll, getOrMake, toWordSet } from '../../../runtime/collections.ts';
import { foldNumberText } from './fold-number-text.ts';

/** Where a text stands, as far as it tells how numbers are written there. */
export interface NumberPlace {
  /** Of the element, else of the page: BCP 47, or what the page claims. */
  readonly language?: string | undefined;
  /** Its top-level domain tells the country. */
  readonly host?: string | undefined;
}

/** What a number is read for, and what stands beside it. */
export interface NumberContext extends NumberPlace {
  readonly kind: 'integer' | 'number' | 'money' | 'count' | 'rating' | 'percent';
  /** Texts of the same column: what one of them shows of the marks counts for all. */
  readonly peers?: readonly string[] | undefined;
  /** Whether the text is the whole of a cell, where brackets are a sign. */
  readonly ownCell?: boolean | undefined;
  /** Whether a measure is wanted, so that what may be a unit is one: "5 mi" are miles. */
  readonly isMeasure?: boolean | undefined;
}

/** How numbers are written at a place. */
export interface NumberLocale {
  readonly tag: string;
  /** Whether the country is known; countries of one language differ. */
  readonly hasCountry: boolean;
}

/** Top-level domains of countries that are sold all over the world. */
const soldDomains: ReadonlySet<string> = toWordSet(
  'ac ag ai cc cd cm co fm gg im io is la ly me mn ms nu pw sc sh sx tk to tv vc vg ws',
);

const locales = new Map<string, NumberLocale | undefined>();
const maxRemembered = 500;

/** The language and country of a place; `undefined` where neither is known. */
export function findNumberLocale({
  language = '',
  host = '',
}: NumberPlace): NumberLocale | undefined {
  const country = findCountry(host);
  const asked = `${language}|${country ?? ''}`;
  if (locales.size > maxRemembered) locales.clear();
  if (!locales.has(asked)) locales.set(asked, resolveLocale(language, country));
  return locales.get(asked);
}

function resolveLocale(language: string, country: string | undefined): NumberLocale | undefined {
  const claimed = parseLocale(language);
  const usual = country === undefined ? undefined : parseLocale(`und-${country}`)?.maximize();
  if (claimed === undefined) {
    return usual?.language === undefined || usual.language === 'und'
      ? undefined
      : { tag: `${usual.language}-${country ?? ''}`, hasCountry: true };
  }
  // A template's `en-US` on a host of Australia is English of Australia; English on a host of Germany stays what it is.
  const region = usual?.language === claimed.language ? country : claimed.region;
  if (Intl.NumberFormat.supportedLocalesOf(claimed.language).length === 0) return undefined;
  return {
    tag: new Intl.Locale(claimed.baseName, region === undefined ? {} : { region }).baseName,
    hasCountry: region !== undefined,
  };
}

function parseLocale(language: string): Intl.Locale | undefined {
  try {
    return language === '' ? undefined : new Intl.Locale(language.trim().replaceAll('_', '-'));
  } catch {
    // Pages write anything into `lang`.
    return undefined;
  }
}

function findCountry(host: string): string | undefined {
  const domain = /\.([a-z]{2})\.?$/i.exec(host)?.[1]?.toLowerCase();
  if (domain === undefined || soldDomains.has(domain)) return undefined;
  return domain === 'uk' ? 'GB' : domain.toUpperCase();
}

/** What separates decimals and groups; both hold a mark that countries of the language use differently. */
export interface NumberMarks {
  readonly decimal: ReadonlySet<string>;
  readonly group: ReadonlySet<string>;
}

const marks = new Map<string, NumberMarks>();

/** The marks of a place: those of money differ from others in some countries. */
export function learnMarks(locale: NumberLocale, isMoney: boolean): NumberMarks {
  return getOrMake(marks, `${locale.tag}|${isMoney}`, () => {
    const tags = listTags(locale);
    const [own = { decimal: new Set<string>(), group: new Set<string>() }, ...others] = tags.map(
      (tag) => readMarks(tag, isMoney ? moneyStyles : plainStyles),
    );
    const { decimal, group } = own;
    for (const [into, of] of [
      [decimal, 'decimal'],
      [group, 'group'],
    ] as const) {
      const counts = countAll(others.flatMap((other) => [...other[of]]));
      for (const [mark, times] of counts) if (times > others.length * minShare) into.add(mark);
    }
    return { decimal, group };
  });
}

/** Share of a language's countries from which their marks count where the country is not known: a guess, between German (2 of 7 differ) and Spanish (nearly half). */
const minShare = 1 / 3;

function readMarks(
  tag: string,
  styles: readonly Intl.NumberFormatOptions[],
): { readonly decimal: Set<string>; readonly group: Set<string> } {
  const decimal = new Set<string>();
  const group = new Set<string>();
  for (const options of styles) {
    const parts = new Intl.NumberFormat(tag, options).formatToParts(1_234_567.89);
    for (const { type, value } of parts) {
      if (type === 'decimal') decimal.add(foldNumberText(value).text);
      else if (type === 'group') group.add(foldNumberText(value).text);
    }
  }
  return { decimal, group };
}

const plainStyles: readonly Intl.NumberFormatOptions[] = [{ minimumFractionDigits: 2 }];
const moneyStyles: readonly Intl.NumberFormatOptions[] = ['EUR', 'USD'].map((code) => ({
  style: 'currency',
  currency: code,
}));

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

const countries = new Map<string, readonly string[]>();

/** A language in every country for which it is described. */
function listCountries(tag: string): readonly string[] {
  return getOrMake(countries, tag, () => {
    const found = letters
      .flatMap((first) => letters.map((second) => `${tag}-${first}${second}`))
      .filter((local) => new Intl.NumberFormat(local).resolvedOptions().locale === local);
    return [tag, ...found];
  });
}

/** A word beside a number by which it is multiplied. */
export interface ScaleWord {
  readonly scales: ReadonlySet<number>;
  /** Whether the language writes it apart from the number. */
  readonly isApart: boolean;
  /** Whether it means the same wherever it is written. */
  readonly isUsual: boolean;
}

/** Beyond CLDR, as shops and papers write them; one letter stands behind the number without a blank. */
const usualScales: readonly (readonly [words: string, scale: number, isApart: boolean])[] = [
  ['k K', 1e3, false],
  ['M mn', 1e6, false],
  ['B bn', 1e9, false],
  ['thousand thousands tsd tsd. tausend tys tys. тыс тыс.', 1e3, true],
  [
    'million millions mio mio. mln mln. mill. millionen millones milhões milioni miljoen млн млн.',
    1e6,
    true,
  ],
  ['billion billions mrd mrd. milliarden milliards mld mld. miljard млрд млрд.', 1e9, true],
  ['lakh lakhs', 1e5, true],
  ['crore crores', 1e7, true],
  // With the currency in one word.
  ['tkr tsek teur', 1e3, true],
  ['mkr msek meur', 1e6, true],
  ['mdkr', 1e9, true],
];

const words = new Map<string, ReadonlyMap<string, ScaleWord>>();

/** The words by which a language multiplies; of all languages where it is not known. */
export function learnScaleWords(locale: NumberLocale | undefined): ReadonlyMap<string, ScaleWord> {
  const language = locale?.tag ?? '';
  return getOrMake(words, language, () => {
    const found = new Map<string, { scales: Set<number>; isApart: boolean; isUsual: boolean }>();
    const add: AddWord = (word, scale, isApart) => {
      const made = { scales: new Set<number>(), isApart, isUsual: false };
      const entry = getOrMake(found, foldWord(word), () => made);
      entry.scales.add(scale);
      entry.isApart ||= isApart;
    };
    const learned = new Set<string>();
    for (const tag of listTags(locale)) {
      for (const compactDisplay of ['short', 'long'] as const)
        addLearned(tag, compactDisplay, learned, add);
    }
    for (const [list, scale, isApart] of usualScales) {
      for (const word of list.split(' ')) {
        // What the language itself means by a word counts.
        if (locale === undefined || !found.has(foldWord(word))) add(word, scale, isApart);
        const entry = found.get(foldWord(word));
        if (entry === undefined) continue;
        entry.isUsual = true;
        // Where the language is not known, what shops and papers mean by a word comes first.
        if (locale === undefined) entry.scales = new Set([scale, ...entry.scales]);
      }
    }
    return found;
  });
}

function listTags(locale: NumberLocale | undefined): readonly string[] {
  if (locale === undefined) return listLanguages();
  return locale.hasCountry ? [locale.tag] : listCountries(locale.tag);
}

/** The key of a word that the number follows. */
export function toPrefix(word: string): string {
  return `${word}<`;
}

/** Of ten that languages have words for. */
const powers: readonly number[] = Array.from({ length: 12 }, (_, at) => 3 + at);

type AddWord = (word: string, scale: number, isApart: boolean) => void;

const numeric: ReadonlyMap<string, (value: string) => string> = new Map([
  ['integer', (value: string) => value],
  ['decimal', () => '.'],
  ['fraction', (value: string) => value],
]);

/**
 * Adds the words of a language in a country, unless those of `learned` are the same: what is written of twice each power tells, and
 * few of a hundred countries of one language differ.
 */
function addLearned(
  tag: string,
  compactDisplay: 'short' | 'long',
  learned: Set<string>,
  add: AddWord,
): void {
  const format = new Intl.NumberFormat(tag, {
    notation: 'compact',
    compactDisplay,
    numberingSystem: 'latn',
    useGrouping: false,
  });
  const written = powers.map((power) => format.format(2 * 10 ** power)).join('\n');
  if (learned.has(written)) return;
  learned.add(written);
  for (const power of powers) {
    // Languages have forms of one, of few, of many and of fractions.
    for (const times of [1, 1.3, 2, 5]) {
      const parts = format.formatToParts(times * 10 ** power);
      const at = parts.findIndex(({ type }) => type === 'compact');
      const numberAt = parts.findIndex(({ type }) => type === 'integer');
      const number = Number(
        parts.map(({ type, value }) => numeric.get(type)?.(value) ?? '').join(''),
      );
      const word = foldNumberText(parts[at]?.value ?? '').text.trim();
      if (word === '' || !(number > 0)) continue;
      const isApart = parts.some(({ type, value }) => type === 'literal' && value.trim() === '');
      add(
        at < numberAt ? toPrefix(word) : word,
        Number(((times * 10 ** power) / number).toPrecision(3)),
        isApart,
      );
    }
  }
}

/** `KM` is money and `km` is not: case counts up to two letters. */
export function foldWord(word: string): string {
  const plain = word.replaceAll('\u00A0', ' ');
  return Array.from(plain).length <= 2 ? plain : plain.toLowerCase();
}

function listLanguages(): readonly string[] {
  const small = letters.map((letter) => letter.toLowerCase());
  const languages = small.flatMap((first) => small.map((second) => first + second));
  return Intl.NumberFormat.supportedLocalesOf([...languages, ...withOwnWords]);
}

/** Countries and scripts whose words differ from those of their language elsewhere. */
const withOwnWords: readonly string[] = ['en-IN', 'fr-CA', 'pt-PT', 'sw-KE', 'zh-Hant', 'es-MX'];

const owners = new Map<string, string | undefined>();

/** The currency whose usual sign at a place is this: `$` is the Australian dollar in Australia. */
export function findLocalCurrency(locale: NumberLocale, sign: string): string | undefined {
  const asked = `${locale.tag}|${sign}`;
  if (!owners.has(asked)) {
    if (owners.size > maxRemembered) owners.clear();
    const tag = locale.hasCountry ? locale.tag : new Intl.Locale(locale.tag).maximize().baseName;
    owners.set(
      asked,
      Intl.supportedValuesOf('currency').find((code) => {
        const format = new Intl.NumberFormat(tag, { style: 'currency', currency: code });
        return format
          .formatToParts(1)
          .some(({ type, value }) => type === 'currency' && value === sign);
      }),
    );
  }
  return owners.get(asked);
}

const signs = new Map<string, ReadonlySet<string>>();

/** The signs, codes and names of currencies that a language writes, folded. */
export function learnCurrencySigns(locale: NumberLocale): ReadonlySet<string> {
  return getOrMake(signs, locale.tag, () => {
    const found = new Set<string>();
    for (const code of Intl.supportedValuesOf('currency')) {
      for (const currencyDisplay of ['symbol', 'narrowSymbol', 'name'] as const) {
        const options = { style: 'currency', currency: code, currencyDisplay } as const;
        const parts = new Intl.NumberFormat(locale.tag, options).formatToParts(2);
        const sign = parts.find(({ type }) => type === 'currency')?.value ?? '';
        found.add(foldNumberText(sign).text.trim().replaceAll('\u00A0', ' '));
      }
    }
    found.delete('');
    return found;
  });
}

const homes = new Map<string, NumberMarks | undefined>();

/** The marks of the country that a currency's code begins with; none for the euro, which has many. */
export function learnMarksOfCurrency(code: string): NumberMarks | undefined {
  return getOrMake(homes, code, () => {
    const home = parseLocale(`und-${code.slice(0, 2)}`)?.maximize();
    if (home === undefined || code.startsWith('EU') || home.language === 'und') return undefined;
    return learnMarks({ tag: `${home.language}-${code.slice(0, 2)}`, hasCountry: true }, true);
  });
}

/** Decimals of a currency's smallest coin: three of the Kuwaiti dinar. */
export function countDecimals(code: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
