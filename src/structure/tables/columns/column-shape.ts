import { splitWords, toSingular } from '../../analysis/fold-label.ts';
import { findMoney } from '../../values/find-money.ts';
import { parseDate } from '../../values/parse-date.ts';
import type { Cell, Column } from '../region.ts';

/** What the values of a column are like; shares are those of the values looked at. */
export interface ColumnShape {
  /** Share of the records in which the column says something. */
  readonly fill: number;
  readonly samples: readonly Cell[];
  /** Share of different texts among all of them. */
  readonly distinct: number;
  readonly meanLength: number;
  /** Share of letters among the characters. */
  readonly letters: number;
  /** Values that are a date and little else. */
  readonly dates: number;
  /** Values with a digit. */
  readonly numbers: number;
  /** Values that are numbers or codes and nothing else. */
  readonly codes: number;
  /** Values with one amount in a currency. */
  readonly amounts: number;
  readonly linked: number;
  readonly pictures: number;
  /** Names of two parties: "Smith v. Jones". */
  readonly parties: number;
  /** Names of few words, each with a capital. */
  readonly names: number;
  /** References to a volume and page, or a year and number, of a series: "12 F.4th 345", "2021 ND 36". */
  readonly citations: number;
  /** Values that still hold several: brackets, dashes between words. */
  readonly compounds: number;
  /** Values of several lines, or with a number among words: they hold more than a name. */
  readonly mixtures: number;
  /** Share of the values that begin with the same word, without digits: "No. 12", "No. 13". */
  readonly labelled: number;
  /** Whether most of the values share a word, given in the singular. */
  readonly sharesWord: (word: string) => boolean;
}

/** Values by which a column is judged, spread over all records. */
const sampleSize = 14;
const maxDateRest = 0.4;
const maxCodeLength = 40;
const minCodeDigits = 0.3;
const maxNameWords = 5;
const minWordShare = 0.6;
const maxSampleLength = 400;
const versus = /\s(?:v|vs|versus|c|contra|gegen)\.?\s+\S/iu;
const party =
  /^(?:in\s+(?:re|the\s+(?:matter|interest)\s+of)|matter\s+of|ex\s+parte|estate\s+of)\s/iu;
const citation =
  /^\d{1,4}(?:\s(?=\p{Lu})|-(?=\p{Lu}\p{Ll}))[\p{L}\d.'’\s]{1,30}[\s-]\d{1,6}(?:\s?\([\p{L}\d]{1,3}\)|[-\w]{0,4})$/u;
const compound = /\s[-–—|·•]\s|[([][^()[\]]*[)\]]\s*$/u;
const sizeOrTime = /^\d[\d.,]*\s?[KMG]i?B?$|^\d{1,2}:\d{2}|^\(?\d+ \p{L}{4,}\)?$/u;
const dateOnly = /^\d{8,}$/;

const shapes = new WeakMap<Column, ColumnShape>();

/** Returns what a column's values are like, worked out once. */
export function shapeOf(column: Column): ColumnShape {
  const known = shapes.get(column);
  if (known !== undefined) return known;
  const shape = measure(column);
  shapes.set(column, shape);
  return shape;
}

function measure({ cells }: Column): ColumnShape {
  const filled = cells
    .filter((cell) => cell !== undefined && (cell.text !== '' || cell.href !== undefined))
    .filter((cell) => cell !== undefined);
  const every = Math.max(1, filled.length / sampleSize);
  const samples = Array.from(
    { length: Math.min(sampleSize, filled.length) },
    (_, at) => filled[Math.floor(at * every)],
  ).filter((cell) => cell !== undefined);
  const texts = samples
    .map(({ text }) => text.slice(0, maxSampleLength))
    .filter((text) => text !== '');
  const shareOf = (test: (text: string) => boolean): number =>
    texts.filter((text) => test(text)).length / Math.max(1, texts.length);
  const all = texts.join('');
  const allTexts = filled.map(({ text }) => text).filter((text) => text !== '');
  return {
    fill: filled.length / Math.max(1, cells.length),
    samples,
    distinct: new Set(allTexts).size / Math.max(1, allTexts.length),
    meanLength: samples.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, texts.length),
    letters: all.replace(/[^\p{L}]/gu, '').length / Math.max(1, all.replace(/\s/g, '').length),
    dates: shareOf(isDate),
    numbers: shareOf((text) => /\d/.test(text)),
    codes: shareOf(isCode),
    amounts:
      samples.filter(({ text, price }) => isAmount(price ?? text)).length /
      Math.max(1, texts.length),
    linked:
      samples.filter(({ href, source }) => href !== undefined && source.attribute !== 'src')
        .length / Math.max(1, samples.length),
    pictures:
      samples.filter(({ source }) => source.attribute === 'src').length /
      Math.max(1, samples.length),
    parties: shareOf((text) => versus.test(text) || party.test(text)),
    names: shareOf(isName),
    citations: shareOf((text) => citation.test(text)),
    compounds: shareOf((text) => compound.test(text)),
    mixtures:
      samples.filter(
        ({ text, hasLines }) => hasLines === true || (/\d{2}/.test(text) && /\p{L}/u.test(text)),
      ).length / Math.max(1, samples.length),
    labelled: countSameStart(texts) / Math.max(1, texts.length),
    sharesWord: (word) => sharesWord(texts, word),
  };
}

/** Kinds of texts that several columns hold: a cell's text is also that of its parts. */
const kinds = new Map<string, 'date' | 'code' | 'other'>();
const maxKinds = 5_000;

function kindOf(text: string): 'date' | 'code' | 'other' {
  const known = kinds.get(text);
  if (known !== undefined) return known;
  let kind: 'date' | 'code' | 'other' = 'other';
  if (text.length <= 2 * maxCodeLength && /\d/.test(text)) {
    if (readsAsDate(text)) kind = 'date';
    else if (readsAsCode(text)) kind = 'code';
  }
  if (kinds.size >= maxKinds) kinds.clear();
  kinds.set(text, kind);
  return kind;
}

/** Whether a text is a date and little else; bare digits may be any number. */
export function isDate(text: string): boolean {
  return kindOf(text) === 'date';
}

/** Whether a text is a number or code and nothing else; sizes, times and texts with dates are none. */
export function isCode(text: string): boolean {
  return kindOf(text) === 'code';
}

function readsAsDate(text: string): boolean {
  const date = parseDate(text)?.text;
  return (
    date !== undefined && !dateOnly.test(date) && date.length >= text.length * (1 - maxDateRest)
  );
}

function readsAsCode(text: string): boolean {
  return (
    text.length <= maxCodeLength &&
    !/[()[\]]\s*$/.test(text) &&
    text.replace(/\D/g, '').length >= text.replace(/\s/g, '').length * minCodeDigits &&
    !/,\s/.test(text) &&
    !sizeOrTime.test(text) &&
    findMoney(text, true).length === 0
  );
}

function isAmount(text: string): boolean {
  return text.length <= maxCodeLength && /\d/.test(text) && findMoney(text, true).length === 1;
}

/** Whether a text is a few words with capitals, as names of people are; tested word by word. */
function isName(text: string): boolean {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > maxNameWords || /\d/.test(text)) return false;
  const capital = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return capital >= words.length * minWordShare;
}

function countSameStart(texts: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const word = text.split(' ', 1)[0] ?? '';
    if (!/\d/.test(word) && word !== text) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** Most texts lack the beginning that a word has in the plural too, so that few are taken apart. */
function sharesWord(texts: readonly string[], word: string): boolean {
  const least = Math.max(2, texts.length * minWordShare);
  const start = word.slice(0, -1);
  const alike = texts.filter((text) => text.toLowerCase().includes(start));
  if (word === '' || alike.length < least) return false;
  return (
    alike.filter((text) => splitWords(text).some((other) => toSingular(other) === word)).length >=
    least
  );
}
