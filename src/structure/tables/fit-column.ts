import { foldLabel, splitWords, toSingular } from '../analysis/fold-label.ts';
import { atLeast } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { isNumeric, readValue } from '../fields/read-value.ts';
import type { Column } from './region.ts';
import { parseDate } from '../values/parse-date.ts';
import { findMoney } from '../values/find-money.ts';

/** Values by which the type of a column is judged. */
const sampleSize = 14;
/** Shorter texts are labels and buttons. */
const minTitleLength = 8;
/** Longer texts are sentences. */
const minProseLength = 80;
/** Last words of the names of fields that hold a record's title, or its number. */
const titleNouns: ReadonlySet<string> = new Set([
  'name',
  'title',
  'heading',
  'caption',
  'headline',
]);
const codeNouns: ReadonlySet<string> = new Set(['number', 'no', 'code', 'id', 'reference', 'ref']);

/**
 * What says that a column holds a field, strongest first; set by hand on the tables of bench/records.ts. A header that
 * is one of the field's labels beats any likeness of words, and words beat the shape of the values.
 */
const labelScore = 1.6;
const headerLikenessScore = 1.2;
const classLikenessScore = 0.9;
/** Likeness when the column's words include all words of one of the field's names. */
const aliasLikeness = 0.9;
/** How much values of the right type raise a score from words, and other values lower it. */
const typeWeight = 0.4;
/** Share of the score of a nearly empty column. */
const sparseShare = 0.4;
/** Share of the values that must be of the type, or alike, for the shape to count. */
const minAlike = 0.6;
/** Share of different values that titles and codes have. */
const minDistinct = 0.7;
/** Share of letters in titles, of digits in codes. */
const minLetters = 0.6;
const minDigits = 0.3;
const maxCodeLength = 40;
/** Score of a column by the shape of its values. */
const shapeScores = {
  money: 0.9,
  image: 0.8,
  date: 0.8,
  code: 0.7,
  link: 0.6,
  body: 0.6,
  title: 0.4,
} as const;
/** Added to a link that is called a title, to titles of which most are linked, to titles that are headings. */
const titledLinkBonus = 0.3;
const linkedTitleBonus = 0.3;
const headingBonus = 0.5;
/** Type fit of plain texts, which fit any text field. */
const anyTextType = 0.6;
/** Share of the values that must be of the field's kind for a text field; with fewer, little speaks for the column. */
const minReadable = 0.3;
const unreadableType = 0.2;

/** How well a column fits a field by its header, its class words and its values; 0 when the values speak against it. */
export function scoreFit(plan: FieldPlan, column: Column, baseUrl: string): number {
  const fill = fillOf(column);
  if (fill === 0) return 0;
  const header = foldLabel(column.header);
  let words = 0;
  if (header !== '' && plan.labels.has(header)) words = labelScore;
  else if (header !== '') words = headerLikenessScore * likeness(plan, splitWords(column.header));
  words = Math.max(words, classLikenessScore * likeness(plan, [...column.words]));
  const type = typeFit(plan, column, baseUrl);
  if (type === 0) return 0;
  const stated = words + (words > 0 ? typeWeight * (type - 0.5) : 0);
  return Math.max(stated, shapeFit(plan, column, type)) * atLeast(sparseShare, fill);
}

/** How far the values alone say what they are: by the field's kind, or by what its name ends in. */
function shapeFit(plan: FieldPlan, column: Column, type: number): number {
  const noun = toSingular(splitWords(plan.name).at(-1) ?? '');
  if (plan.kind === 'money')
    return type > minAlike && showsCurrency(column) ? shapeScores.money : 0;
  if (plan.kind === 'image') return type > minAlike ? shapeScores.image : 0;
  // A date stands alone or nearly so; longer texts only mention one.
  if (plan.kind === 'date')
    return type > minAlike && meanLength(listTexts(column)) < minProseLength / 2
      ? shapeScores.date
      : 0;
  if (plan.kind === 'url') {
    const bonus = column.words.has('title') ? titledLinkBonus : 0;
    return type > minAlike ? shapeScores.link + bonus : 0;
  }
  if (plan.kind === 'title' || titleNouns.has(noun)) return titleFit(column);
  if (plan.kind === 'code' || codeNouns.has(noun)) return codeFit(column);
  if (plan.kind === 'body')
    return meanLength(listTexts(column)) > minProseLength ? shapeScores.body : 0;
  return 0;
}

/** Titles differ, are linked or headings, and are words rather than numbers. */
function titleFit(column: Column): number {
  const texts = listTexts(column);
  if (distinctShare(texts) < minDistinct || meanLength(texts) < minTitleLength) return 0;
  if (meanLength(texts) > 2 * minProseLength) return 0;
  const letters = texts.join('').replace(/[^\p{L}]/gu, '').length / texts.join('').length;
  if (letters < minLetters || texts.every((text) => parseDate(text) !== undefined)) return 0;
  const links = column.cells.filter((cell) => cell?.href !== undefined).length;
  return (
    shapeScores.title +
    (links > texts.length / 2 ? linkedTitleBonus : 0) +
    (column.words.has('heading') ? headingBonus : 0)
  );
}

/** Codes differ, are short, hold digits, and are neither dates nor money. */
function codeFit(column: Column): number {
  const texts = listTexts(column).slice(0, sampleSize);
  if (distinctShare(texts) < minDistinct) return 0;
  const codes = texts.filter(
    (text) =>
      text.length <= maxCodeLength &&
      /\d/.test(text) &&
      text.replace(/\D/g, '').length >= text.length * minDigits &&
      parseDate(text) === undefined &&
      findMoney(text, true).length === 0,
  );
  return codes.length >= texts.length * minAlike ? shapeScores.code : 0;
}

function distinctShare(texts: readonly string[]): number {
  return new Set(texts).size / Math.max(1, texts.length);
}

function meanLength(texts: readonly string[]): number {
  return texts.join('').length / Math.max(1, texts.length);
}

function showsCurrency(column: Column): boolean {
  const texts = listTexts(column).slice(0, sampleSize);
  return texts.filter((text) => findMoney(text, true).length > 0).length > texts.length * minAlike;
}

function listTexts(column: Column): readonly string[] {
  return column.cells.map((cell) => cell?.text ?? '').filter((text) => text !== '');
}

/** Whether a field holds an address rather than a text. */
export function isLink({ kind }: FieldPlan): boolean {
  return kind === 'url' || kind === 'image';
}

/** Share of the field's words among a column's, plurals aside. */
function likeness(plan: FieldPlan, words: readonly string[]): number {
  const own = splitWords(plan.name).map(toSingular);
  const others = new Set(words.map(toSingular));
  if (own.length === 0 || others.size === 0) return 0;
  let best = own.filter((word) => others.has(word)).length / own.length;
  for (const token of plan.tokens) {
    if (token.every((word) => others.has(toSingular(word)))) best = Math.max(best, aliasLikeness);
  }
  return best;
}

/** 0 when the values cannot be what the field holds, up to 1 when all are. */
function typeFit(plan: FieldPlan, column: Column, baseUrl: string): number {
  const cells = column.cells.filter((cell) => isFilled(cell)).slice(0, sampleSize);
  if (cells.length === 0) return 0;
  if (isLink(plan)) {
    const isImage = plan.kind === 'image';
    const links = cells.filter(
      (cell) => cell?.href !== undefined && (cell.source.attribute === 'src') === isImage,
    ).length;
    return links / cells.length;
  }
  if (
    plan.kind === 'text' ||
    plan.kind === 'title' ||
    plan.kind === 'body' ||
    plan.kind === 'keywords'
  )
    return anyTextType;
  const context = { machine: false, needsCurrency: false, baseUrl, monthFirst: true };
  const read = cells.filter(
    (cell) => readValue(plan, cell?.text ?? '', context) !== undefined,
  ).length;
  const share = read / cells.length;
  return isNumeric(plan) || share > minReadable ? share : unreadableType;
}

/** Returns the share of the records in which the column has text. */
export function fillOf(column: Column): number {
  const filled = column.cells.filter((cell) => isFilled(cell)).length;
  return filled / Math.max(1, column.cells.length);
}

function isFilled(cell: Column['cells'][number]): boolean {
  return cell !== undefined && (cell.text !== '' || cell.href !== undefined);
}
