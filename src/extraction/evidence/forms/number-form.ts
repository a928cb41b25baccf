import { addTo, findLastUpTo, getOrMake, toWordSet, lazily } from '../../../runtime/collections.ts';
import { toSingular } from '../../lexicon/fold-label.ts';
import { type NumberPlace, findNumberLocale } from '../../values/numbers/number-locale.ts';
import { fractionSigns, toFraction } from '../../values/numbers/fractions.ts';
import { centTags, markBeforeCents } from '../../values/numbers/mark-before-cents.ts';
import { toCurrencyCode } from '../../values/numbers/currency-signs.ts';
import {
  type Unit,
  convertUnit,
  listConvertible,
  listMeasures,
} from '../../values/numbers/units.ts';
import { findAskedUnits } from '../../values/stated-unit.ts';
import { readAllNumbers } from '../../values/numbers/read-numbers.ts';
import { findUnit } from './duration-form.ts';
import { toShownOffset } from '../fold-for-search.ts';
import { type LineHit, type LineIndex, findPart } from '../index-lines.ts';
import {
  type EvidenceForm,
  type NumberIndex,
  type Stretch,
  maxHits,
  toHits,
} from './evidence-form.ts';
import { hasDigit } from '../../values/numbers/fold-number-text.ts';

const plainNumber = /^-?\d{1,15}(?:\.\d{1,10})?$/;
/** A number: "1.299,00", "1 299" and "1,299.00" are one. */
export const numberForm: EvidenceForm = ({ index, numbers }) => ({
  isOnly: ({ text }) => plainNumber.test(text) && !code.test(text),
  find({ value, text, kind, words, isReadAt }) {
    if (typeof value !== 'number' && !plainNumber.test(text)) return [];
    const found = numbers().find(Number(value));
    const isScale = words.some((word) => scales.has(word));
    const isDuration = kind === 'duration' || findUnit(words) !== undefined;
    const own = found.filter(
      ({ start, isScaled }) =>
        (isScale || isScaled !== true) &&
        !(isDuration && hoursBefore.test(index.all.slice(Math.max(0, start - 20), start))),
    );
    return toHits(index, own, 'number', isReadAt);
  },
});

/** The minutes of "1 h 30 min" are no duration. */
const hoursBefore =
  /\d ?(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?|ore|or[ae]|uur|timmar|timer?),? ?(?:(?:and|und|et|y|e|en|och|og) )?$/u;
/** Words of a property's name that say which number is meant: the 2.5 of "2.5M" is `views_millions`, and never `views`. */
const scales: ReadonlySet<string> = toWordSet(
  'thousand thousands k million millions mio mn mrd billion billions bn trillion trillions lakh crore',
);
const countWords: ReadonlySet<string> = new Set(['count', 'number', 'num', 'total']);

const numberWords: Readonly<Record<string, string>> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve',
  de: 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  fr: 'zéro une deux trois quatre cinq six sept huit neuf dix onze douze',
  es: 'cero una dos tres cuatro cinco seis siete ocho nueve diez once doce',
};
/** Before a word that another one makes a part of a larger number, a fraction or a bound: "thirty-three", "no three". */
const joinedBefore =
  /(?:[\p{L}\p{N}]-|(?<!\p{L})(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|and|point|no|not|than|least|most|to|or|over|under|-) )$/u;
const rankNames: ReadonlySet<string> = toWordSet(
  'rank ranking place position pos standing edition',
);
const rankBefore = /(?<!\p{L})(?:ranked|placed|finished|came)(?: in)? $/u;
const rankEnd = /^(?:st|nd|rd|th)(?!\p{L})/u;
const discountNames: ReadonlySet<string> = toWordSet('discount rabatt reduction');
const percentOff = /-(\d{1,2}) ?%(?! ?\p{L}*\d)/gu;

/** A whole number in words beside what it counts, as a rank, or as the part by which a price is reduced. */
export const countForm: EvidenceForm = ({ index, numbers, place }) => {
  const language = lazily(() => findNumberLocale(place)?.tag.slice(0, 2) ?? 'en');
  const discounts = lazily(() =>
    Map.groupBy(index.all.matchAll(percentOff), ([, percent]) => Number(percent)),
  );
  return {
    find({ value, words }) {
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) return [];
      if (words.some((word) => discountNames.has(word))) return findDiscounts(value);
      if (words.length === 1 && rankNames.has(words[0] ?? '')) return findRanks(value);
      return findWords(value, words);
    },
  };

  function findWords(value: number, words: readonly string[]): readonly LineHit[] {
    const word = numberWords[language()]?.split(' ')[value];
    const named = words.filter((each) => !countWords.has(each) && each !== 'of').join(' ');
    if (word === undefined || named === '') return [];
    const single = toSingular(named);
    const phrases = new Set([`${word} ${named}`, `${word} ${single}`, `${word}-${single}`]);
    return [...phrases].flatMap((phrase) =>
      (index.find(phrase, maxHits) ?? []).flatMap((hit): readonly LineHit[] => {
        if (joinedBefore.test(hit.line.text.slice(Math.max(0, hit.start - 12), hit.start)))
          return [];
        return [{ ...hit, end: hit.start + word.length, rule: 'number', naming: 'own' }];
      }),
    );
  }

  function findRanks(value: number): readonly LineHit[] {
    return numbers()
      .find(value)
      .filter(({ end }) => rankEnd.test(index.all.slice(end, end + 3)))
      .slice(0, maxHits)
      .flatMap(({ start, end }): readonly LineHit[] => {
        const hit = index.hitAt(start, end, 'rank');
        if (hit === undefined || hit.line.isAddress) return [];
        const isRanked = rankBefore.test(index.all.slice(Math.max(0, start - 16), start));
        return [{ ...hit, naming: isRanked ? 'own' : 'needed' }];
      });
  }

  /** Where a page tells one reduction alone it needs no name: those of other products stand beside it in lists. */
  function findDiscounts(value: number): readonly LineHit[] {
    const places = discounts().get(value) ?? [];
    return places.slice(0, maxHits).flatMap(({ 0: found, index: at }): readonly LineHit[] => {
      const hit = index.hitAt(at, at + found.length, 'percent');
      if (hit === undefined || hit.line.isAddress) return [];
      return [{ ...hit, naming: discounts().size === 1 ? 'own' : 'needed' }];
    });
  }
};

/** A number in another unit: 0.15 as "15 %", 1,500,000 as "1.5 million", the 0.5 of `weight_kg` as "500 g". */
export const scaledForm: EvidenceForm = ({ index, numbers }) => ({
  find({ value, words }) {
    if (typeof value !== 'number') return [];
    const measured = findAskedUnits(words.join(' '), '').units.flatMap((asked) =>
      listConvertible(asked).flatMap((unit) =>
        numbers()
          .find(convertUnit(value, asked, unit) ?? Number.NaN)
          .filter(({ end }) => isMeasuredIn(unit, index.all.slice(end - 1, end + maxUnitLength))),
      ),
    );
    const isShare = value > 0 && value < 1;
    const percent = isShare
      ? numbers()
          .find(Number((value * 100).toPrecision(12)))
          .filter(({ end }) => /^ ?%/.test(index.all.slice(end, end + 2)))
      : [];
    const scaled = toHits(index, numbers().findScaled(value), 'unit');
    return [...toHits(index, percent, 'percent'), ...scaled, ...toHits(index, measured, 'unit')];
  },
});

const maxUnitLength = 20;

function isMeasuredIn({ name }: Unit, text: string): boolean {
  const [measure] = listMeasures(text);
  return measure?.start === 0 && measure.unit.name === name;
}

const anyFraction = new RegExp(`[${fractionSigns}]`, 'g');
/** "1/2", but no date and no score; behind a whole number it is a part of that. */
const writtenFraction = /(?<![\d/.,]|\d )(\d)\/([2-8])(?![\d/.,])/g;
/** Hundredths of a currency's unit. */
const cents = /^ ?(?:¢|cents?\b|ct\b)/;
/** A number with zeros before it is a code. */
const code = /^0\d/;

/** Indexes the numbers of a page in time linear in its length, each as the page writes it. */
export function indexNumbers(index: LineIndex, place: NumberPlace): NumberIndex {
  const tokens = new Map<number, Stretch[]>();
  const scaled = new Map<number, Stretch[]>();
  const likes = new Map<string, Set<number>>();
  const { text, offsetOf } = markCents(index);
  const add = (
    into: Map<number, Stretch[]>,
    value: number,
    start: number,
    end: number,
    isScaled = false,
  ): void => {
    addTo(into, value, { start: offsetOf(start), end: offsetOf(end), isScaled });
    countLike(value);
  };
  const countLike = (value: number): void => {
    getOrMake(likes, shapeOf(value), () => new Set<number>()).add(Math.abs(value));
  };
  const isInCode = findCodes(text);
  for (const read of readAllNumbers(text, { ...place, kind: 'number' })) {
    const { start, end, value, unscaled, alternatives, isScaled } = read;
    if (code.test(text.slice(start, end))) continue;
    if (isInCode(start) || isGlued(text, read, () => isPartStart(index, offsetOf(start)))) {
      // It is no number, and makes others no less likely to be there by chance.
      countLike(value);
      continue;
    }
    const from = value < 0 && text[start - 1] === '-' ? start - 1 : start;
    const isBooked = value > 0 && isInBrackets(text, read);
    if (isBooked) add(tokens, -unscaled, start - 1, end + 1);
    if (!isBooked || !isPartStart(index, offsetOf(start - 1))) {
      const isMillions = !isScaled && isBeforeMillions(index, offsetOf(end));
      add(tokens, unscaled, from, end, isScaled || isMillions);
      if (isMillions) add(scaled, unscaled * 1e6, from, end);
    }
    if (isScaled) add(scaled, value, from, end);
    else if (cents.test(text.slice(end, end + 6))) add(scaled, unscaled / 100, from, end);
    for (const other of alternatives) if (other !== unscaled) add(tokens, other, from, end);
  }
  for (const { 0: sign, index: at } of text.matchAll(anyFraction)) {
    if (!/\d ?$/.test(text.slice(Math.max(0, at - 2), at)))
      add(tokens, toFraction(sign), at, at + 1);
  }
  for (const { 0: written, 1: part, 2: of, index: at } of text.matchAll(writtenFraction)) {
    if (Number(part) < Number(of)) add(tokens, toFraction(written), at, at + written.length);
  }
  return {
    find: (value) => tokens.get(value) ?? [],
    findScaled: (value) => scaled.get(value) ?? [],
    countLike: (value) => likes.get(shapeOf(value))?.size ?? 0,
  };
}

/** Whether the "m" behind a number, which the folded text has for metres as well, is a capital: "2.5M". */
function isBeforeMillions(index: LineIndex, at: number): boolean {
  const { all } = index;
  if (all[at] !== 'm' || /^\p{L}/u.test(all.slice(at + 1, at + 2))) return false;
  const hit = index.hitAt(at, at + 1, undefined);
  return hit?.line.shown[toShownOffset(hit.line.shown, hit.start)] === 'M';
}

/** An amount with its cents in brackets, as losses are booked; behind words the brackets may be those of a remark. */
function isInBrackets(text: string, { start, end }: Stretch): boolean {
  return text[start - 1] === '(' && text[end] === ')' && /[.,]\d\d$/.test(text.slice(start, end));
}

/** Whether a text of the page, such as that of a cell, begins at a place of all text. */
function isPartStart(index: LineIndex, at: number): boolean {
  const hit = index.hitAt(at, at + 1, undefined);
  return hit !== undefined && findPart(hit.line, hit.start)?.start === hit.start;
}

const lettersBefore = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,8}-?$/u;
const powerAfter = /^[⁰¹²³⁴-⁹⁻]/u;
/** Sides of a thing: "W120 x H45 cm". */
const sideAfter = /^ ?(?:cm|mm|m|in|")? ?[x×] ?\p{L}?\d/u;
const sideBefore = /[x×] ?\p{L}$/u;

/** Whether digits are a part of a name ("X200", "Covid-19") or of a power, and no number. */
function isGlued(text: string, { start, end }: Stretch, isOwnText: () => boolean): boolean {
  if (powerAfter.test(text.slice(end, end + 1))) return true;
  const before = text.slice(Math.max(0, start - 10), start);
  const letters = lettersBefore.exec(before)?.[0];
  if (letters === undefined || toCurrencyCode(letters.replace('-', '')) !== undefined) return false;
  if (sideBefore.test(before) || sideAfter.test(text.slice(end, end + 8))) return false;
  // Texts of two elements touch where only the style of the page keeps them apart.
  return !isOwnText();
}

const token = /\S+/g;
const addressInToken = /:\/\/|^www\.|[\w-]@[\w-]+\.|\p{L}\.\p{L}{2,12}\//u;
const colour = /#[\da-f]{6}(?:[\da-f]{2})?(?![\p{L}\d])/gu;
const chain = /(?<![\d.,/-])\d+(?:[-/]\d+)+(?![/-]?\d|[.,]\d)/g;
const phone = /(?<![\p{L}\d.,])(?:\+\d|\(?0\d)[\d ()-]{5,20}\d(?!\d)/gu;
const yearAlone = /^(?:1[5-9]|20)\d\d$/;
/** Longer ones are addresses with data in them, or texts of scripts without blanks. */
const longestToken = 300;

/** Finds out whether a place is in a code, a telephone number, a date, an address or a colour, whose digits are no number. */
function findCodes(text: string): (at: number) => boolean {
  const codes: Stretch[] = [];
  const addGroups = (written: string, at: number): void => {
    // The year of a date is one.
    for (const { 0: digits, index } of written.matchAll(/\d+/g))
      if (!yearAlone.test(digits))
        codes.push({ start: at + index, end: at + index + digits.length });
  };
  for (const { 0: written, index } of text.matchAll(token)) {
    if (written.length > longestToken || !hasDigit(written)) continue;
    if (addressInToken.test(written)) codes.push({ start: index, end: index + written.length });
    for (const { 0: found, index: at } of written.matchAll(colour))
      codes.push({ start: index + at, end: index + at + found.length });
    for (const { 0: found, index: at } of written.matchAll(chain))
      if (isCodeChain(found)) addGroups(found, index + at);
  }
  for (const { 0: found, index } of text.matchAll(phone)) addGroups(found, index);
  codes.sort((one, other) => one.start - other.start);
  const starts = codes.map(({ start }) => start);
  return (at) => (codes[findLastUpTo(starts, at)]?.end ?? 0) > at;
}

/** Whether digits with hyphens between are a code or a date, and not a range, a score or a season: "3-5", "3-1", "2019-20". */
function isCodeChain(found: string): boolean {
  if (found.includes('/')) return /^\d{4}\/|\/\d{4}$/.test(found) && found.split('/').length > 2;
  const groups = found.split('-');
  const [first = '', second = ''] = groups;
  if (groups.some((group) => /^0\d/.test(group))) return true;
  const isLong = groups.some((group) => group.length > 2);
  if (groups.length > 2) return isLong;
  return (
    isLong && Number(first) >= Number(second) && !(yearAlone.test(first) && second.length === 2)
  );
}

/** The text with a mark before cents that stand smaller (`68<sup>50</sup>`); digits of two elements are never one number. */
function markCents({ lines, all }: LineIndex): {
  readonly text: string;
  readonly offsetOf: (at: number) => number;
} {
  const pieces: string[] = [];
  const marks: number[] = [];
  let from = 0;
  let start = 0;
  for (const line of lines) {
    for (const { start: at, source } of line.parts.slice(1)) {
      const { parent } = source.node;
      if (parent === null || !('name' in parent) || !centTags.has(parent.name)) continue;
      const border = start + at + (all[start + at] === ' ' ? 1 : 0);
      const before = all.slice(Math.max(start, border - 8), border);
      const digits = /^\d+/.exec(all.slice(border, border + 4))?.[0].length ?? 0;
      if (digits === 0 || !/\d ?$/.test(before)) continue;
      const end = before.endsWith(' ') ? border - 1 : border;
      pieces.push(all.slice(from, end), digits === 2 ? markBeforeCents(before.trimEnd()) : '\t');
      // Beside a blank that it takes the place of, the mark moves nothing.
      if (end === border) marks.push(border + marks.length);
      from = border;
    }
    start += line.text.length + 1;
  }
  pieces.push(all.slice(from));
  return { text: pieces.join(''), offsetOf: (at) => at - findLastUpTo(marks, at - 1) - 1 };
}

function shapeOf(value: number): string {
  const [whole = '', decimals = ''] = String(Math.abs(value)).split('.');
  return `${whole.length}.${decimals.length}`;
}
