import { parseDuration } from '../parse-duration.ts';

/** What a unit measures; only units of the same dimension are other units of one thing. */
export type Dimension =
  | 'length'
  | 'mass'
  | 'temperature'
  | 'speed'
  | 'area'
  | 'volume'
  | 'time'
  | 'data'
  | 'energy'
  | 'power'
  | 'pressure'
  | 'frequency';

export interface Unit {
  readonly name: string;
  readonly dimension: Dimension;
}

/** A number of a text with the unit behind it. */
export interface Measure {
  readonly unit: Unit;
  /** Of its last digit. */
  readonly start: number;
  readonly end: number;
}

/** Units and how they are written, the symbol first; a symbol of one letter keeps its case. */
const writings: Readonly<Record<Dimension, string>> = {
  length:
    'mm мм millimeter millimetre millimètre|cm см centimeter centimetre centimètre zentimeter centímetro|m м meter metre mtr mètre metro|km км kilometer kilometre kilomètre kilómetro|inch inches|ft foot feet|yd yard|mi mile|nmi',
  mass: 'mg мг milligram milligramm|g г gram gramme gramm gramo grammo|kg кг kilo kilogram kilogramme kilogramm|t т tonne|lb lbs pound|oz ounce|stone',
  temperature: 'C °c celsius|F °f fahrenheit|K kelvin',
  speed: 'km/h kmh kph|mph mi/h|m/s|knot',
  area: 'cm²|m² sqm qm|km² sqkm|ft² sqft|in² sqin|mi² sqmi|ha hectare|acre',
  volume:
    'ml мл milliliter millilitre|cl centiliter centilitre|dl|l L л liter litre litro|gal gallon|m³|ft³|cm³',
  time: 'ms millisecond|s sec secs second|min mins minute|h hr hrs hour|night|d day days|wk week|month|yr yrs year',
  data: 'kb|mb|gb|tb',
  energy:
    'kcal ккал kilocalorie kilokalorie kilokalorien calorie kalorie kalorien kalorier caloría calorías caloria калорий|kj кдж kilojoule|wh|kwh|mwh|gwh',
  power: 'W watt|kw kilowatt|gw|hp bhp ps horsepower',
  pressure: 'bar|psi|kpa|hpa',
  frequency: 'hz|khz|mhz|ghz',
};

const unitByWriting: ReadonlyMap<string, Unit> = new Map(
  (Object.keys(writings) as Dimension[]).flatMap((dimension) =>
    writings[dimension].split('|').flatMap((line) => {
      const words = line.split(' ');
      const unit = { name: words[0] ?? '', dimension };
      // Plurals of words; symbols have none.
      const plurals = words.flatMap((word) => (/^[a-z]{3,}[^s]$/.test(word) ? [`${word}s`] : []));
      return [...words, ...plurals].map((word) => [word, unit] as const);
    }),
  ),
);

/**
 * How much a unit is, in the same small one for all of a dimension. None where it differs by country, by use or by its place in the
 * calendar: gallons, horsepower, the thousand or 1,024 of data, months. Degrees do not begin at one point.
 */
const sizes: ReadonlyMap<string, number> = new Map(
  (
    'mm 10|cm 100|m 10000|km 10000000|inch 254|ft 3048|yd 9144|mi 16093440|nmi 18520000|' +
    'mg 100|g 100000|kg 100000000|t 100000000000|lb 45359237|oz 2834952.3125|stone 635029318|' +
    'km/h 1000|m/s 3600|mph 1609.344|knot 1852|' +
    'cm² 1|m² 10000|km² 10000000000|ha 100000000|in² 6.4516|ft² 929.0304|mi² 25899881103.36|acre 40468564.224|' +
    'ml 1|cm³ 1|cl 10|dl 100|l 1000|m³ 1000000|ft³ 28316.846592|' +
    'ms 1|s 1000|min 60000|h 3600000|d 86400000|wk 604800000|' +
    'kj 1000|kcal 4184|wh 3600|kwh 3600000|mwh 3600000000|gwh 3600000000000|' +
    'W 1|kw 1000|gw 1000000000|hpa 100|kpa 1000|bar 100000|hz 1|khz 1000|mhz 1000000|ghz 1000000000'
  )
    .split('|')
    .map((entry) => {
      const [name = '', size] = entry.split(' ');
      return [name, Number(size)] as const;
    }),
);
/** Fewer digits than a double holds: the last ones are of the calculation. */
const sureDigits = 12;

/** A number of one unit in another one; `undefined` where no fixed factor leads there. */
export function convertUnit(value: number, from: Unit, to: Unit): number | undefined {
  if (from.name === to.name) return value;
  const [size, other] = [sizes.get(from.name), sizes.get(to.name)];
  if (from.dimension !== to.dimension || size === undefined || other === undefined)
    return undefined;
  return Number(((value * size) / other).toPrecision(sureDigits));
}

/** The other units that a fixed factor leads to. */
export function listConvertible(unit: Unit): readonly Unit[] {
  if (!sizes.has(unit.name)) return [];
  return [...new Set(unitByWriting.values())].filter(
    ({ name, dimension }) => dimension === unit.dimension && name !== unit.name && sizes.has(name),
  );
}

const minuteNames: ReadonlyMap<number, string> = new Map([
  [1_440, 'd'],
  [60, 'h'],
  [1, 'min'],
  [0.02, 's'],
]);

/** The unit that a symbol or a word of a page means, one of time in any language. */
export function findUnit(word: string): Unit | undefined {
  return findNamedUnit(word) ?? (/^\p{L}{3,}$/u.test(word) ? findTimeUnit(word) : undefined);
}

/** The unit that a symbol or a word means in the names of fields, in which "time" is no Danish hour. */
export function findNamedUnit(word: string): Unit | undefined {
  const plain = word
    .replaceAll(/[.\s]/g, '')
    .replace(/^(?:square|quadrat)/i, 'sq')
    .replace(/(?<=[a-z])\^?2$/i, '²')
    .replace(/(?<=[a-z])\^?3$/i, '³');
  const isLetter = Array.from(plain).length === 1;
  const folded = isLetter ? plain : plain.toLowerCase();
  const squared = folded.startsWith('sq') ? unitByWriting.get(folded.slice(2))?.name : undefined;
  return unitByWriting.get(folded) ?? unitByWriting.get(`${squared ?? ''}²`);
}

const timeUnits = new Map<string, Unit | undefined>();
const maxRemembered = 2_000;

/** The unit of time that a word of another language is. */
function findTimeUnit(written: string): Unit | undefined {
  const word = written.toLowerCase();
  if (timeUnits.size > maxRemembered) timeUnits.clear();
  if (!timeUnits.has(word)) {
    const name = minuteNames.get(Math.round((parseDuration(`1 ${word}`) ?? 0) * 100) / 100);
    timeUnits.set(word, name === undefined ? undefined : { name, dimension: 'time' });
  }
  return timeUnits.get(word);
}

/** A number and what stands directly behind it. */
const measured =
  /\p{Nd}(?:[\u00A0 ]?(°[\u00A0 ]?[CFK]|(?:sq(?:uare|\.)?[\u00A0 ]?)?\p{L}{1,14}(?:\/[hs])?[²³23]?)(?![\p{L}\p{Nd}/])|(["″])|(['′]))/giu;
const maxText = 400;
const maxMeasures = 12;

/** The measures of a text. */
export function listMeasures(text: string): readonly Measure[] {
  const measures: Measure[] = [];
  for (const { 0: whole, 1: word, 2: inches, index } of text.slice(0, maxText).matchAll(measured)) {
    const end = index + whole.length;
    const unit = word === undefined ? toMark(inches, text, index) : toUnit(word, text.slice(end));
    if (unit !== undefined) measures.push({ unit, start: index, end });
    if (measures.length >= maxMeasures) break;
  }
  return measures;
}

const inch: Unit = { name: 'inch', dimension: 'length' };
const foot: Unit = { name: 'ft', dimension: 'length' };

/** `6'` alone are feet or minutes, and `6"` a quotation may end in: the first stands before the second. */
function toMark(inches: string | undefined, text: string, at: number): Unit | undefined {
  if (inches !== undefined) return /["″“”]/.test(text.slice(0, at)) ? undefined : inch;
  return /^\p{Nd}['′][\u00A0 ]?\p{Nd}{1,2}(?:["″]|['′]{2}|$)/u.test(text.slice(at))
    ? foot
    : undefined;
}

function toUnit(word: string, behind: string): Unit | undefined {
  const plain = word.replaceAll(/[\u00A0 ]/g, '');
  // "12 in stock" and "3 in 1" are no inches.
  if (/^in$/i.test(plain)) return /^\s*[\p{L}\p{Nd}]/u.test(behind) ? undefined : inch;
  return findUnit(plain);
}
