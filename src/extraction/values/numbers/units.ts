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
  power: 'W watt|kw kilowatt|gw|hp',
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
    const name = minuteNames.get(parseDuration(`1 ${word}`) ?? 0);
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
