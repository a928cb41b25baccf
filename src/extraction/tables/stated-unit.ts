import { splitWords } from '../lexicon/fold-label.ts';
import { toCurrencyCode } from '../values/numbers/currency-signs.ts';

/** Units and how they are written, in small letters; single letters stand for units in brackets and at the end of a name alone. */
const writings: readonly (readonly [unit: string, ...others: string[]])[] = [
  ['mm', 'millimeter', 'millimeters', 'millimetre', 'millimetres'],
  ['cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres'],
  ['m', 'meter', 'meters', 'metre', 'metres'],
  ['km', 'kilometer', 'kilometers', 'kilometre', 'kilometres'],
  ['inch', 'inches'],
  ['ft', 'foot', 'feet'],
  ['yd', 'yard', 'yards'],
  ['mi', 'mile', 'miles'],
  ['g', 'gram', 'grams', 'gramme', 'grammes'],
  ['kg', 'kilogram', 'kilograms'],
  ['lb', 'lbs', 'pounds'],
  ['oz', 'ounce', 'ounces'],
  ['c', '°c', 'celsius'],
  ['f', '°f', 'fahrenheit'],
  ['kmh', 'km/h', 'kph'],
  ['mph', 'mi/h'],
];
const unitByWriting: ReadonlyMap<string, string> = new Map(
  writings.flatMap(([unit, ...others]) => [unit, ...others].map((word) => [word, unit] as const)),
);
const inBrackets = /[([]\s*([^()[\]]{1,20}?)\s*[)\]]/u;

/** The code of the currency that a header states for its amounts: "Price (€)". */
export function findStatedCurrency(header: string): string | undefined {
  return toCurrencyCode(inBrackets.exec(header)?.[1] ?? '');
}

/** Whether a header states another unit or currency than the name of a field: "Length (km)" for `length_in_miles`. */
export function statesOtherUnit(name: string, header: string): boolean {
  const stated = inBrackets.exec(header)?.[1]?.toLowerCase();
  if (stated === undefined) return false;
  const unit = unitByWriting.get(stated);
  if (unit !== undefined) return isOtherUnit(name, unit);
  const words = splitWords(name);
  const code = findStatedCurrency(header);
  const last = words.length > 1 ? toCurrencyCode(words.at(-1)?.toLowerCase() ?? '') : undefined;
  return code !== undefined && last !== undefined && code !== last;
}

/** A number and the word behind it. */
const measure = /\p{Nd}\s?(°?[a-z]{1,12}(?:\/h)?)(?![\p{L}\p{Nd}])/iu;

/** Whether the first measure of a text has another unit than the name of a field: "12 km" for `length_in_miles`. */
export function isInOtherUnit(name: string, text: string): boolean {
  const unit = unitByWriting.get(measure.exec(text)?.[1]?.toLowerCase() ?? '');
  return unit !== undefined && isOtherUnit(name, unit);
}

function isOtherUnit(name: string, unit: string): boolean {
  const words = splitWords(name).map((word) => word.toLowerCase());
  const asked = words
    .filter((word, at) => word.length > 1 || (at > 0 && at === words.length - 1))
    .flatMap((word) => unitByWriting.get(word) ?? []);
  return asked.length > 0 && !asked.includes(unit);
}
