import { countAll } from '../../runtime/collections.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { isNumeric } from '../fields/value-read.ts';
import { foldLabel, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { findConceptByLabel, findMeaning } from '../lexicon/find-concept.ts';
import { isOpposite } from '../lexicon/opposite-names.ts';
import { readDate } from '../values/dates/read-date.ts';
import { findAmountOffsets } from '../values/money/find-money.ts';
import { parseStockLine } from '../values/parse-availability.ts';
import { findRatings, isBeyondScale, isRating } from '../values/ratings.ts';
import { asksBesidePrice, isCalledBeside } from './cell-amounts.ts';
import { markWords, portraitWords, standingWords, titleWords, isCalled } from './class-words.ts';
import { isOfOwnSense } from './column-amounts.ts';
import { minDistinctLinks, namesUsers, saysSameOfLinks } from './column-links.ts';
import {
  type ColumnShape,
  isCitation,
  isConstant,
  minAlike,
  minProseLength,
  shapeOf,
} from './column-shape.ts';
import type { Column } from './column.ts';
import {
  type FieldNames,
  citationNouns,
  codeNouns,
  fitHeader,
  isCodeField,
  isBody,
  isNamedBy,
  isTitle,
} from './field-names.ts';
import type { ValueForm } from './value-forms.ts';

/** Whether the values are plainly something else than what a kind of fields holds, whatever they are called. */
export function isRefuted(names: FieldNames, column: Column, shape: ColumnShape): boolean {
  const { plan } = names;
  if (isOfWriter(names, column) || isButton(names, shape)) return true;
  if (isNumeric(plan) && isOpposite(plan.name, column.header)) return true;
  if (plan.kind === 'date' && isOtherEnd(names, column, shape)) return true;
  if (isName(plan) && shape.shareOf(ratingForm) > minAlike) return true;
  if (plan.kind === 'persons')
    return isLabel(shape) || shape.labels > minAlike || saysSameOfLinks(shape);
  if (isTitle(plan)) return namesNoRecord(names, column, shape);
  if (plan.kind === 'organization') return shape.amounts > minAlike || saysNothing(shape);
  if (plan.kind === 'money') return isNoAmount(names, column, shape);
  if (plan.kind === 'image') return showsOther(names, column, shape);
  if (plan.concept?.name === 'section') return isOfAny(column, isRemark);
  if (plan.kind === 'count') return isOfAny(column, (of) => countsOthers(names, of));
  if (isCodeField(names) && (isOfCitations(names, column) || isOtherNumber(names, column)))
    return true;
  return countsRatings(plan, column) || (isBody(plan) && describesNothing(shape));
}

/** Whether a number is that of who wrote the record, which is asked for by its name alone: `reputation-score`. */
function isOfWriter({ words }: FieldNames, { ownWords }: Column): boolean {
  return isCalled(ownWords, standingWords) && !isCalled(words, standingWords);
}

/** Whether all records have a link that says no more than what the field is called: "Like", which tells of no likes. */
function isButton({ plan, words }: FieldNames, shape: ColumnShape): boolean {
  // Of an address the link says where it leads.
  if (plan.kind !== 'count' && (plan.kind !== 'text' || plan.concept !== undefined)) return false;
  const { samples } = shape;
  if (samples.length < minSameNames || shape.linked < minAlike || !isConstant(shape)) return false;
  const said = splitWords(foldLabel(samples[0]?.text ?? '')).map(toSingular);
  const own = new Set(words.map(toSingular));
  return said.length > 0 && said.every((word) => own.has(word));
}

/** Whether the days of a column are the end of something and a field asks for another one, or the other way round. */
function isOtherEnd(names: FieldNames, column: Column, shape: ColumnShape): boolean {
  const { concept, labels } = names.plan;
  const label = foldLabel(column.header);
  if (labels.has(label)) return false;
  const isEnd = findConceptByLabel(label)?.name === 'endDate' || isCalled(column.words, endWords);
  if (concept?.name !== 'endDate') return isEnd && concept !== undefined;
  return !isEnd && !isNamedBy(names.plan, column) && shape.shareOf(rangeForm) === 0;
}

/** The labels of an end in one word, with a date or without: "deadline", "closing date". */
const endWords: ReadonlySet<string> = new Set(
  (findMeaning('endDate')?.concept.labels ?? []).flatMap(
    (label) => /^(\p{L}+)(?: date)?$/u.exec(label)?.[1] ?? [],
  ),
);

const rangeForm: ValueForm = {
  name: 'days from and until',
  test: (text) => readDate(text, {})?.until !== undefined,
  isOfWhole: false,
};

/** Whether a field holds what somebody or something is called. */
function isName(plan: FieldPlan): boolean {
  return plan.kind === 'persons' || plan.kind === 'organization' || isTitle(plan);
}

const ratingForm: ValueForm = { name: 'rating', test: isRating, isOfWhole: false };

/** Whether a test holds for a column, or one whose texts hold its values. */
function isOfAny(column: Column, test: (column: Column) => boolean): boolean {
  return [column, ...column.within].some(test);
}

/** What a part of a citation is called. */
const citationWords: ReadonlySet<string> = new Set([
  ...citationNouns,
  'volume',
  'reporter',
  'series',
  'page',
]);

const citedForm: ValueForm = {
  name: 'citation',
  test: (text) => isCitation(text.replace(/^[^:]{1,40}:\s*/, '')),
  isOfWhole: false,
};

/** Whether numbers are cut out of citations: 18 of "3 N.W.3d 18" is a page, and no number of a case. */
function isOfCitations({ words }: FieldNames, { cuts, within }: Column): boolean {
  return (
    cuts > 0 &&
    within.some((whole) => shapeOf(whole).shareOf(citedForm) > minAlike) &&
    !words.some((word) => citationWords.has(word))
  );
}

/** Whether a word says of what a number is. */
const isQualifier = (word: string): boolean => !codeNouns.has(word);

/** Whether a header says of what its numbers are, and a field asks for those of something else: an opinion's, for a docket's. */
function isOtherNumber(names: FieldNames, { header }: Column): boolean {
  const said = splitWords(header).map(toSingular);
  const isNumber = codeNouns.has(said.at(-1) ?? '') || /[#№]\s*$/.test(header);
  if (!isNumber || names.plan.labels.has(foldLabel(header))) return false;
  const asked = new Set([...names.words, ...names.tokens.flat()].filter(isQualifier));
  const qualifiers = said.filter(isQualifier);
  return asked.size > 0 && qualifiers.length > 0 && !qualifiers.some((word) => asked.has(word));
}

/** Records from which on the same word in each is not their author's. */
const minSameLabels = 4;

/** Whether all records have the same single word, without a link: "Joined", "Comment". */
function isLabel(shape: ColumnShape): boolean {
  return isSameText(shape, minSameLabels) && !/\s/.test(shape.samples[0]?.text.trim() ?? '');
}

/** Records from which on what all of them say is the label of something that they have. */
const minSameNames = 2;

/** Whether texts cannot be what records are called: the same word in each, unless it is a heading or a header names it, or questions. */
function namesNoRecord(names: FieldNames, column: Column, shape: ColumnShape): boolean {
  const { words, ownWords, header } = column;
  if (shape.bracketed > minAlike) return true;
  if (isCalled(ownWords, markWords) && !isCalled(ownWords, titleWords)) return true;
  const isMarked = words.has('heading') || fitHeader(names, header) > 0;
  if (!isMarked && isSameText(shape, minSameNames)) return true;
  return names.noun === 'name' && isOfAny(column, (of) => shapeOf(of).questions > minAlike);
}

/** Whether so many records or more have the same text, without a link. */
function isSameText(shape: ColumnShape, least: number): boolean {
  return shape.samples.length >= least && isConstant(shape) && shape.linked < minAlike;
}

/** Bare numbers are amounts where something calls them so, and a number in a name is none. */
const bareNumber = /^[-+]?\p{Nd}[\p{Nd}\s.,'’]*(?:-|,-|:-)?$/u;

const amountForm: ValueForm = {
  name: 'amount or bare number',
  test: (text) => findAmountOffsets(text, 1).length > 0 || bareNumber.test(text),
  isOfWhole: false,
};

/** Whether values are no amounts, or not those that a field asks for beside the price. */
function isNoAmount(names: FieldNames, column: Column, shape: ColumnShape): boolean {
  const { plan } = names;
  if (fitHeader(names, column.header) > 0) return false;
  if (shape.shareOf(amountForm) <= minAlike) return true;
  const isUnsaid = asksBesidePrice(plan) && !isOfOwnSense(plan, shape);
  return isUnsaid && !isCalledBeside(plan, column.ownWords);
}

/** Whether pictures are not those of the records: the same icon in most, or who wrote them. */
function showsOther(names: FieldNames, column: Column, { samples }: ColumnShape): boolean {
  const pictures = samples.flatMap(({ href }) => href ?? []);
  if (pictures.length > 2 && new Set(pictures).size < minDistinctLinks * pictures.length)
    return true;
  const isPortrait = isCalled(column.ownWords, portraitWords);
  return isPortrait && !names.words.some((word) => portraitWords.has(word) || word === 'photo');
}

/** Whether values are sentences, or stand in brackets: they say something of another value. */
function isRemark(column: Column): boolean {
  const { meanLength, bracketed } = shapeOf(column);
  return meanLength > minProseLength || bracketed > minAlike;
}

const counted = /^\d{1,3}(?:[.,]\d)?\s?(\p{L}+)\.?$/u;

/** What a text of a number and a word counts: "bath" of "2 baths"; empty for any other text. */
export function findCounted(text: string): string {
  return toSingular(counted.exec(text)?.[1]?.toLowerCase() ?? '');
}

/** Whether values count the same other thing: "13 colors" are no reviews. */
function countsOthers(names: FieldNames, column: Column): boolean {
  const shape = shapeOf(column);
  const { form, words, tokens } = names;
  if (fitHeader(names, column.header) > 0) return false;
  if (form !== undefined && shape.shareOf(form) > minAlike) return false;
  const own = new Set([...words, ...tokens.flat()].map(toSingular));
  const counts = countAll(shape.samples.map(({ text }) => findCounted(text)));
  return [...counts].some(
    ([word, count]) => word !== '' && !own.has(word) && count > minAlike * shape.samples.length,
  );
}

/** Whether numbers of which one is beyond the scale of ratings count them, as all of their column do. */
function countsRatings(plan: FieldPlan, { cells }: Column): boolean {
  if (plan.concept?.name !== 'rating' || !isNumeric(plan)) return false;
  return cells.some((cell) => {
    const { text } = cell ?? { text: '' };
    const [rated] = findRatings(text);
    const number = /\p{Nd}[\p{Nd},]*/u.exec(rated?.rating ?? text)?.[0].replaceAll(',', '');
    return number !== undefined && isBeyondScale(plan.name, text, Number(number));
  });
}

/** Of the characters of a text about a record. */
const minProseLetters = 0.3;

/** Whether values say nothing in words: counts, dates, and what pictures show. */
/** Whether texts tell nothing of what they stand in: codes, names of visitors, amounts, what is in stock. */
function describesNothing(shape: ColumnShape): boolean {
  const stands = shape.amounts > minAlike || shape.shareOf(stockForm) > minAlike;
  return stands || saysNothing(shape) || namesUsers(shape);
}

/** Most characters of a line that says no more than what is in stock. */
const maxStockLine = 40;
const stockForm: ValueForm = {
  name: 'stock',
  test: (text) => text.length <= maxStockLine && parseStockLine(text) !== undefined,
  isOfWhole: false,
};

function saysNothing(shape: ColumnShape): boolean {
  const plain = shape.codes + shape.dates + shape.bracketed;
  return plain > minAlike || shape.pictures > minAlike || shape.letters < minProseLetters;
}
