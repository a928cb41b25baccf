import { foldText } from '../../runtime/unicode/fold-text.ts';
import { toFraction } from './numbers/fractions.ts';

const servingWords =
  'servings?|serves|serv|portions?|portionen|port|personen|personnes|personne|pers|people|persons?|person|porciones|porción|raciones|ración|personas|persone|porzioni|porzione|pessoas|porções|porção|porties|portie|portioner|porsjoner|personer|annosta|annoksia|annos|hengelle|porcji|porcje|porcja|osoby|osób|osoba|porce|porcí|porcie|osob|порци[йия]|персон[ы]?|порція|порції|kişilik|kişi|porsiyon|人分|人份|人前|份|인분|adag|fő|személyre|μερίδες|άτομα|porții|persoane|porcija|porcije|osobe|oseb|soajas|couverts|guests|diners|eaters|parts?|orang|porsi|phần|người|סועדים|מנות|أشخاص';
/** What stands between the ends of a range, in several languages. */
const rangeMarks =
  '[-–—−‑~〜～]|to|bis|à|a|tot|till|til|až|ile|or|oder|ou|o|of|eller|lub|nebo|tai|veya|или|або|do|до';
const amount = `\\d{1,4}(?:[.,/]\\d{1,3})?(?:\\s\\d\\/\\d(?!\\d|-\\p{L})|\\s?[½¼¾])?(?:\\s?(?:${rangeMarks})\\s?\\d{1,4})?`;
const servingPattern = new RegExp(
  `(${amount})\\s{0,2}(?:\\p{L}{1,12}\\s)?(?:${servingWords})(?!\\p{L})`,
  'iu',
);
const leadPattern = new RegExp(
  `(?:^|\\s)(?:${servingWords})\\s?[:：]?\\s?(${amount})(?![\\d:]|\\s?[x×](?!\\p{L}))`,
  'iu',
);
const amountPattern = new RegExp(`(?<![\\d.,-])${amount}`, 'gu');
/** A unit of time behind a number. */
const timeUnit =
  /^\s?(?:min|m\b|h\b|hrs?|hours?|std|stunden?|sek|sec|uur|uren|tim|ore|hod|godz|час|мин|分|時間|小时|분|시간|°|º|%)/iu;
/** Behind the number of a button that doubles a recipe: "1x 2x 3x". */
const multiplier = /^\s?[x×](?![\p{L}])/iu;
const measure = /^\s?(k?g|mg|[cdm]?l|oz|lbs?)(?![\p{L}])/iu;
const itemPattern = new RegExp(
  `^(?:[^\\d]{0,30}?)(${amount})\\s{0,2}([\\p{L}(][^\\d.;:!?]{1,40})`,
  'u',
);

const notNoun = /^(?:to|or|and|bis|oder|und|x|min|minutes?|mins?|hours?|h|am|pm)(?![\p{L}])/iu;

/** What is told of each serving; "per 4 persone" are the servings themselves, "per 1" is one of them. */
const ofEach = /(?<!\p{L})(?:per|pro|par|por|pr)(?![\p{L}\d_])(?!\s?(?:[2-9]|1\d))|\/\s?\p{L}/iu;

const people =
  'people|persons?|personen|personnes?|personas?|persone|pessoas|personer|guests|diners|osób|osoby|osoba|osob|człowiek|человек|персон[ы]?';
const peopleFirst = new RegExp(`^\\(?${amount}\\s?(?:${people})\\s`, 'iu');

/** Whether a line begins with people who do something: "5 personer har röstat", not "6 personnes Préparation 15 min". */
function isOfDoers(line: string): boolean {
  const first = peopleFirst.exec(line)?.[0];
  return first !== undefined && /^\p{Ll}/u.test(line.slice(first.length));
}

/** "Serving: 1 cookie" says how much one serving is. */
const servingSize = /^(?:(?:one|1) )?serving(?: size)?\s?[:：]?\s?1\s\p{L}/iu;

/** Whether a line says how much one serving is, and not how many there are. */
export function isServingSize(line: string): boolean {
  return servingSize.test(line);
}

/** Whether a short line states a number of servings: "Zutaten für 4 Personen", not "12 g per serving". */
export function statesServings(line: string): boolean {
  return (
    !ofEach.test(line) && !isServingSize(line) && !isOfDoers(line) && servingPattern.test(line)
  );
}

/** Whether a line holds a number of servings or of people, whatever it says of them. */
export function countsServings(line: string): boolean {
  return servingPattern.test(line);
}

interface Yield {
  /** `8 servings`, `39 cookies`, `250 g`, `4-6 servings`. */
  readonly text: string;
  /** The upper end of a range. */
  readonly count: string;
  /** The lower end of a range. */
  readonly least?: string | undefined;
  /** Whether it is a weight or a volume, which counts nothing. */
  readonly isMeasure: boolean;
  /** Whether it names what is counted; such a yield is preferred to a bare number. */
  readonly hasNoun: boolean;
}

/** Reads a yield; people and portions of all languages become `servings`, so that pages can be compared. */
export function parseYield(text: string): Yield | undefined {
  const line = foldText(text.slice(0, 200));
  if (line.length > 80) return undefined;
  const serving = servingPattern.exec(line);
  const isTime =
    serving !== null && timeUnit.test(line.slice(serving.index + (serving[1]?.length ?? 0)));
  if (serving?.[1] !== undefined && !isTime) return toServings(serving[1], true);
  const led = leadPattern.exec(line);
  if (led?.[1] !== undefined) return toServings(led[1], true);
  const item = itemPattern.exec(line);
  if (item?.[1] !== undefined && item[2] !== undefined) {
    const noun = item[2].replace(/\s*\(.*$/, '').trim();
    if (noun !== '' && !notNoun.test(noun)) return toYield(item[1], noun, true);
  }
  const bare = [...line.matchAll(amountPattern)].find((match) => {
    const behind = line.slice(match.index + match[0].length);
    return !timeUnit.test(behind) && !multiplier.test(behind);
  });
  if (bare === undefined) return undefined;
  const unit = measure.exec(line.slice(bare.index + bare[0].length))?.[1];
  if (unit === undefined) return toServings(bare[0], false);
  const measured = toYield(bare[0], unit, true);
  return measured === undefined ? undefined : { ...measured, isMeasure: true };
}

function toServings(written: string, hasNoun: boolean): Yield | undefined {
  return toYield(written, upperEnd(written) === '1' ? 'serving' : 'servings', hasNoun);
}

function toYield(written: string, noun: string, hasNoun: boolean): Yield | undefined {
  const count = upperEnd(written);
  if (/^[0.,/\s]+$/.test(count)) return undefined;
  const least = lowerEnd(written);
  // "3 or 2 big" are two sizes; the first is told without a noun of its own.
  if (least !== undefined && Number(least.replace(',', '.')) >= Number(count.replace(',', '.')))
    return toServings(least, false);
  const range = least === undefined ? count : `${least}-${count}`;
  return { text: `${range} ${noun}`, count, least, isMeasure: false, hasNoun };
}

const rangeStart = new RegExp(`^(\\d{1,4}(?:[.,]\\d{1,3})?)\\s?(?:${rangeMarks})\\s?\\d`, 'iu');

/** The lower end of a range; `undefined` for a single number. */
function lowerEnd(written: string): string | undefined {
  return rangeStart.exec(written)?.[1];
}

function upperEnd(written: string): string {
  return (
    /(\d+(?:[.,/]\d+)?(?:\s\d\/\d|\s?[½¼¾])?)\s*$/.exec(written)?.[1]?.trim() ?? written.trim()
  );
}

/** The number that a count is, which may end in a fraction: 2.5 for "2 1/2". */
export function toCountedNumber(count: string): number {
  const [, whole, part = ''] =
    /^(?:(\d+(?:[.,]\d+)?)(?=$|\s|[½¼¾]))?\s?([½¼¾]|\d+\/\d+)?$/.exec(count) ?? [];
  return Number(whole?.replace(',', '.') ?? 0) + toFraction(part);
}
