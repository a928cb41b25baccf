import { findAmountOffsets, isPartialSense } from '../values/find-money.ts';
import { countAll, getOrMake } from '../../runtime/collections.ts';
import { foldLabel, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { atLeast } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { isNumeric, readValue } from '../fields/read-value.ts';
import {
  type Column,
  type ColumnShape,
  amountTextOf,
  asksBesidePrice,
  isOfSense,
  isUser,
  shapeOf,
} from './column-shape.ts';
import { findRatings, isBeyondScale } from '../values/ratings.ts';
import { statesOtherUnit } from '../values/stated-unit.ts';
import { readDate } from '../values/dates/read-date.ts';
import { type ValueForm, formOf } from './value-forms.ts';

/** Shorter texts are labels and buttons, unless the page marks them as names. */
const minTitleLength = 8;
const minNameLength = 2;
const shortShare = 0.5;
/** Longer texts are sentences. */
const minProseLength = 80;
/** Last words of the names of fields that hold a record's title, its number, or a text about it. */
const titleNouns: ReadonlySet<string> = new Set('name title heading caption headline'.split(' '));
const codeNouns: ReadonlySet<string> = new Set('number no code id reference ref'.split(' '));
const bodyNouns: ReadonlySet<string> = new Set(
  'summary description definition abstract text snippet excerpt teaser body content message comment answer'.split(
    ' ',
  ),
);
/** Class words of the text of a record, whatever it is called: `review-body` holds the text of a review. */
const bodyWords: ReadonlySet<string> = new Set('text body content message'.split(' '));
const citationNouns: ReadonlySet<string> = new Set(['citation', 'cite']);

/** What says that a column holds a field, set by hand on the tables of bench/records.ts: labels, then likeness, then shape. */
const labelScore = 1.6;
const headerLikenessScore = 1.2;
const classLikenessScore = 0.9;
/** Share of the likeness by a wrapper's words where the value is called otherwise: the rank of an author in `author`. */
const wrapperShare = 0.6;
/** Share of the likeness of a text of a record by its class that is left for phrases. */
const phraseShare = 0.8;
/** Share of the likeness of a text of a record by its name that is left for a word or two, or the same in each record. */
const markShare = 0.5;
/** Share of the likeness of "court number" that is left for a court. */
const otherThingShare = 0.5;
/** Likeness when the column's words include all words of one of the field's names. */
const aliasLikeness = 0.9;
/** Likeness of the text of a record to a field that asks for its summary, comment or the like. */
const bodyLikeness = 0.7;
/** A word of the field's name in most of its values: "Circuit Court", "Judge Smith". */
const valueWordScore = 0.6;
/** How much values of the right type raise a score from words, and other values lower it. */
const typeWeight = 0.4;
/** Share of a score from words that is left where the values are of another kind: a number under "Case" is no name. */
const mismatchShare = 0.35;
const sparseShare = 0.4;
/** Share of the values that must be of the type, or alike, for the shape to count. */
const minAlike = 0.6;
const minDistinct = 0.7;
const minLetters = 0.6;
/** Of the characters of a text about a record. */
const minProseLetters = 0.3;
const shapeScores = {
  user: 1.2,
  money: 0.9,
  image: 0.8,
  date: 0.8,
  code: 0.7,
  citation: 0.7,
  link: 0.6,
  body: 0.6,
  sentence: 0.5,
  title: 0.4,
} as const;
/** That of a column whose values alone say what they are. */
export const formScore = 0.8;
/** That of a column of lists for a field that is named otherwise. */
export const listScore = 0.6;
/** Added to a link that is called a title, to titles of which most are linked, to titles that are headings. */
const titledLinkBonus = 0.3;
const linkedTitleBonus = 0.3;
const headingBonus = 0.5;
const boldBonus = 0.2;
/** Taken from titles of which the link says a part: that part is the title where it looks like one. */
const partLinkLoss = 0.05;
/** Taken from texts with several parts in a link that holds more: one of the parts may be the title, and another a badge. */
const innerOfLinkLoss = 0.05;
/** Added to amounts of which the page says that they are what the field asks for beside the price. */
const saidBonus = 0.2;
/** Added to names of two parties, which are the title of what is about them. */
const partiesBonus = 0.6;
/** Taken from titles that still hold other values. */
const compoundLoss = 0.25;
const mixtureLoss = 0.4;
/** Taken from codes that all have a word before them: "No. 12". */
const labelledLoss = 0.2;
/** Type fit of plain texts, which fit any text field. */
const anyTextType = 0.6;
/** Share of the values that must be of the field's kind for a text field; with fewer, little speaks for the column. */
const minReadable = 0.3;
const unreadableType = 0.2;
/** A part of a cell has the cell's header only at second hand. */
const partShare = 0.95;
/** What stands in a table of the record belongs to what the record lists: the number of an article is not that of the order. */
const innerShare = 0.6;
/** The first of a list of links is what the record lists, and leads there, and not to the record. */
const listItemShare = 0.5;
/** An amount without the tax, or of a unit, is taken where the record states no other. */
const partialShare = 0.7;
/** Whole numbers may be how many have rated, where the record has the rating with its decimals, too. */
const wholeRatingShare = 0.7;
/** What all records say is the text of a button where another says more. */
const sameTextShare = 0.75;
/** The name of a picture is that of what it shows: of a person, or of the rank that a person has. */
const pictureShare = 0.5;
/** What stands in a quote is what another has said, unless nothing else is said; below a text stands what its author says of himself. */
const quoteLoss = 0.3;
const signatureShare = 0.5;
/** Records that show an order, and are looked at for it. */
const minOrdered = 4;
const maxOrdered = 30;
/** A text that was cut is taken where the whole fits less well. */
const cutShare = 0.9;

/** How well a column fits a field by its header, its class words and its values; 0 when the values speak against it. */
export function scoreFit(plan: FieldPlan, column: Column, baseUrl: string): number {
  const shape = shapeOf(column);
  if (shape.fill === 0) return 0;
  if (statesOtherUnit(plan.asked, column.header)) return 0;
  if (column.isList === true && (plan.shape !== 'list' || column.cuts > 0)) return 0;
  const names = namesOf(plan);
  const { noun } = names;
  const header = fitHeader(plan, names, column.header);
  // "text" is also how pages call what buttons and badges say.
  const isShort = shape.meanLength < minTitleLength || (shape.linked > minAlike && !isProse(shape));
  const isMark = isBody(plan) && (isShort || isConstant(shape));
  const likeness = fitWords(names, column) * (isMark ? markShare : 1);
  let words = Math.max(header, likeness, fitBodyWords(names, column, shape));
  const sharesNoun = plan.kind !== 'organization' && shape.sharesWord(noun);
  if (shape.meanLength < minProseLength && (sharesNoun || countsRooms(plan, shape)))
    words = Math.max(words, valueWordScore);
  if (words > 0) words *= isMismatch(plan, noun, column, shape) ? mismatchShare : 1;
  const { form } = names;
  const hasForm =
    form !== undefined && (column.cuts === 0 || !form.isOfWhole) && shape.shareOf(form) > minAlike;
  const own = hasForm
    ? formScore
    : isOnlyList(plan, column, shape)
      ? listScore
      : shapeFit(plan, noun, column, shape);
  // Values are read last, and only for what something speaks for: of all columns few are that.
  const type = words === 0 && own === 0 ? 0 : typeFit(plan, names, shape, baseUrl);
  if (type === 0 || isRefuted(plan, names, column, shape)) return 0;
  const stated = words + (words > 0 ? typeWeight * (type - 0.5) : 0);
  // What the words say and what the values are like speak for each other.
  const both = Math.max(stated, own) + 0.25 * Math.min(stated, own);
  return (
    both *
    (isTitle(plan) && isCalledOther(column) ? otherThingShare : 1) *
    atLeast(sparseShare, shape.fill) *
    (column.within.length > 0 ? partShare : 1) *
    (isBody(plan) && isConstant(shape) ? sameTextShare : 1) *
    (isBody(plan) ? 1 - quoteLoss * shape.quotes : 1) *
    (isBody(plan) && column.words.has('signature') ? signatureShare : 1) *
    (column.isInner === true ? innerShare : 1) *
    (column.isListItem === true && (['url', 'date'].includes(plan.kind) || isTitle(plan))
      ? listItemShare
      : 1) *
    (plan.kind === 'money' && isPartial(shape) ? partialShare : 1) *
    (plan.kind === 'persons' && shape.pictures > minAlike ? pictureShare : 1) *
    (plan.concept?.name === 'rating' && shape.codes > minAlike && !shape.hasDecimals
      ? wholeRatingShare
      : 1) *
    cutShare ** column.cuts
  );
}

/** Whether the values are plainly something else, whatever they are called. */
function isRefuted(
  plan: FieldPlan,
  names: FieldNames,
  column: Column,
  shape: ColumnShape,
): boolean {
  if (plan.kind === 'persons') return isLabel(shape) || shape.labels > minAlike;
  if (isTitle(plan)) return namesNoRecord(plan, names, column, shape);
  if (plan.kind === 'organization') return shape.amounts > minAlike || saysNothing(shape);
  if (plan.kind === 'money') return isNoAmount(plan, names, column, shape);
  if (plan.kind === 'image') return showsOther(names, column, shape);
  if (plan.concept?.name === 'section')
    return [column, ...column.within].map(shapeOf).some(isRemark);
  if (plan.kind === 'count') return countsOthers(plan, names, column);
  return countsRatings(plan, column) || (isBody(plan) && (saysNothing(shape) || namesUsers(shape)));
}

/** Whether values are sentences, or stand in brackets: they say something of another value. */
function isRemark({ meanLength, bracketed }: ColumnShape): boolean {
  return meanLength > minProseLength || bracketed > minAlike;
}

const portraitWords: ReadonlySet<string> = new Set(
  'avatar gravatar author user profile'.split(' '),
);

/** Whether pictures are not those of the records: the same icon in most, or who wrote them. */
function showsOther(names: FieldNames, column: Column, { samples }: ColumnShape): boolean {
  const pictures = samples.flatMap(({ href }) => href ?? []);
  if (pictures.length > 2 && new Set(pictures).size < minDistinctLinks * pictures.length)
    return true;
  const isPortrait = [...column.ownWords].some((word) => portraitWords.has(word));
  return isPortrait && !names.words.some((word) => portraitWords.has(word) || word === 'photo');
}

/** Whether values count the same other thing: "13 colors" are no reviews. */
function countsOthers(plan: FieldPlan, names: FieldNames, column: Column): boolean {
  if (column.within.some((outer) => countsOthers(plan, names, outer))) return true;
  const shape = shapeOf(column);
  const { form, words, tokens } = names;
  if (fitHeader(plan, names, column.header) > 0) return false;
  if (form !== undefined && shape.shareOf(form) > minAlike) return false;
  const own = new Set([...words, ...tokens.flat()].map(toSingular));
  const counts = countAll(
    shape.samples.map(({ text }) => toSingular(counted.exec(text)?.[1]?.toLowerCase() ?? '')),
  );
  return [...counts].some(
    ([word, count]) => word !== '' && !own.has(word) && count > minAlike * shape.samples.length,
  );
}

/** Bare numbers are amounts where something calls them so, and a number in a name is none. */
const bareNumber = /^[-+]?\p{Nd}[\p{Nd}\s.,'’]*(?:-|,-|:-)?$/u;
const formerWords: ReadonlySet<string> = new Set(
  'old was former previous original regular list rrp msrp uvp strike striked through compare before retail'.split(
    ' ',
  ),
);
const deliveryWords: ReadonlySet<string> = new Set('shipping delivery postage freight'.split(' '));

/** Whether values are no amounts, or not those that a field asks for beside the price. */
function isNoAmount(
  plan: FieldPlan,
  names: FieldNames,
  column: Column,
  shape: ColumnShape,
): boolean {
  if (fitHeader(plan, names, column.header) > 0) return false;
  if (shape.shareOf(amountForm) <= minAlike) return true;
  if (asksBesidePrice(plan) && !isOfOwnSense(plan, shape)) {
    const asked = plan.concept?.name === 'oldPrice' ? formerWords : deliveryWords;
    return ![...column.ownWords].some((word) => asked.has(word));
  }
  return false;
}

const amountForm: ValueForm = {
  name: 'amount or bare number',
  test: (text) => findAmountOffsets(text, 1).length > 0 || bareNumber.test(text),
  isOfWhole: false,
};

/** Whether values count the rooms that a field does, in the short word for them: "2 baths". */
function countsRooms(plan: FieldPlan, shape: ColumnShape): boolean {
  const { noun, room } = namesOf(plan);
  if (room === undefined) return false;
  const test = (text: string): boolean =>
    toSingular(counted.exec(text)?.[1]?.toLowerCase() ?? '') === room;
  return shape.shareOf({ name: `counts ${noun}`, test, isOfWhole: false }) > minAlike;
}

const counted = /^\d{1,3}(?:[.,]\d)?\s?(\p{L}+)\.?$/u;

/** Whether the records stand in the order of their dates, of which some differ. */
export function isOrdered({ cells }: Column): boolean {
  const dates = cells
    .slice(0, maxOrdered)
    .flatMap((cell) => (cell === undefined ? [] : (readDate(cell.text, {})?.day ?? [])));
  if (dates.length < minOrdered || new Set(dates).size < 2) return false;
  const isAfter = (date: string, at: number): boolean => at === 0 || date >= (dates[at - 1] ?? '');
  return dates.every(isAfter) || dates.reverse().every(isAfter);
}

/** Whether a column holds amounts of which the page says what the field asks for: former prices, or the cost of delivery. */
function isOfOwnSense(plan: FieldPlan, { samples }: ColumnShape): boolean {
  return (
    samples.filter((cell) => isOfSense(cell, plan)).length > minAlike * Math.max(1, samples.length)
  );
}

/** Whether a column holds amounts without the tax, or of a unit. */
export function isPartial({ samples }: ColumnShape): boolean {
  return (
    samples.filter((cell) => isPartialSense(cell.findSense?.())).length > minAlike * samples.length
  );
}

/** Whether a column holds lists of texts, which a field that holds a list may be whatever it is called; lists of links have other names. */
function isOnlyList(plan: FieldPlan, column: Column, shape: ColumnShape): boolean {
  return (
    column.isList === true &&
    plan.shape === 'list' &&
    plan.concept === undefined &&
    shape.linked < minAlike
  );
}

interface FieldNames {
  readonly noun: string;
  readonly form: ValueForm | undefined;
  /** The kind of rooms that a number counts: `bath`. */
  readonly room: string | undefined;
  readonly words: readonly string[];
  readonly tokens: readonly (readonly string[])[];
  readonly headers: Map<string, number>;
  readonly classes: WeakMap<ReadonlySet<string>, number>;
  /** Whether a text can be read as the field: the listings of a page share their texts. */
  readonly readable: Map<string, boolean>;
}

/** Class words of who wrote a post, an answer or a review. */
const userTokens: FieldPlan['tokens'] = [['username'], ['poster']];

/** `sales2024` */
const yearAtEnd = /^(\p{L}+)((?:19|20)\d\d)$/u;

/** By field, since columns by the hundred are compared with each: parts of a cell have the cell's header and words. */
const namesByPlan = new WeakMap<FieldPlan, FieldNames>();

function namesOf(plan: FieldPlan): FieldNames {
  return getOrMake(namesByPlan, plan, () => {
    const words = splitWords(plan.name)
      .flatMap((word) => yearAtEnd.exec(word)?.slice(1) ?? word)
      .map(toSingular);
    const called = plan.concept?.name === 'author' ? [...plan.tokens, ...userTokens] : plan.tokens;
    const tokens = called.map((token) => token.map(toSingular));
    const noun = words.at(-1) ?? '';
    return {
      noun,
      form: formOf(plan),
      room: isNumeric(plan) ? /^(\p{L}+)room$/u.exec(noun)?.[1] : undefined,
      words,
      tokens,
      headers: new Map(),
      classes: new WeakMap(),
      readable: new Map(),
    };
  });
}

/** What a header says for a field; one that ends in "number" names a number and not the thing that has it. */
function fitHeader(plan: FieldPlan, names: FieldNames, header: string): number {
  return getOrMake(names.headers, header, () => {
    const label = foldLabel(header);
    if (label === '') return 0;
    if (plan.labels.has(label)) return labelScore;
    const words = splitWords(header.replaceAll('%', ' percent percentage ')).map(toSingular);
    const isNumber = codeNouns.has(words.at(-1) ?? '') || /[#№]\s*$/.test(header);
    const isOther = isNumber && !codeNouns.has(names.noun) && plan.kind !== 'code';
    const likeness = compareNames(names, isNumber ? [...words, 'number'] : words);
    return headerLikenessScore * likeness * (isOther ? otherThingShare : 1);
  });
}

/** Whether the header of a column is a name of a field, or has all words of one. */
export function isNamedBy(plan: FieldPlan, { header }: Column): boolean {
  return fitHeader(plan, namesOf(plan), header) >= headerLikenessScore * aliasLikeness;
}

function fitWords(names: FieldNames, { words, ownWords }: Column): number {
  return getOrMake(names.classes, words, () => {
    const likeness = compareNames(names, [...words].map(toSingular));
    // The name in `author` is the author's.
    const own = [...ownWords].filter((word) => word !== 'name' || names.noun === 'name');
    const isWrappers = own.length > 0 && compareNames(names, own.map(toSingular)) === 0;
    return classLikenessScore * likeness * (isWrappers ? wrapperShare : 1);
  });
}

/** What class words such as `body` say for the text of a record: less for what is no sentence, such as the rank of who wrote the message. */
function fitBodyWords(
  { noun }: FieldNames,
  { words, ownWords }: Column,
  shape: ColumnShape,
): number {
  if (!bodyNouns.has(noun)) return 0;
  const score = classLikenessScore * bodyLikeness;
  if ([...ownWords].some((word) => bodyWords.has(word)))
    return isProse(shape) ? score : score * phraseShare;
  const isInBody = isProse(shape) && [...words].some((word) => bodyWords.has(word));
  return isInBody ? score * wrapperShare : 0;
}

function isProse(shape: ColumnShape): boolean {
  return shape.meanLength > minProseLength || shape.sentences > minAlike;
}

/** Whether the values are plainly of another kind than the field: dates as names, sentences as numbers. */
function isMismatch(plan: FieldPlan, noun: string, column: Column, shape: ColumnShape): boolean {
  if (isTitle(plan)) {
    // A whole heading is a title whatever it says; what all records have of their headings is not.
    if (column.words.has('heading')) return column.cuts > 0 && isConstant(shape);
    return shape.dates > minAlike || shape.codes > minAlike || shape.amounts > minAlike;
  }
  if (plan.kind === 'code' || codeNouns.has(noun)) {
    return shape.numbers < minAlike || shape.meanLength > minProseLength;
  }
  // "2 hours ago" is a date too.
  if (plan.kind === 'date') return Math.max(shape.dates, shape.numbers) < minReadable;
  if (plan.kind === 'persons')
    return (
      shape.names < minReadable &&
      (shape.dates + shape.codes > minAlike ||
        shape.parties > minAlike ||
        shape.meanLength > minProseLength)
    );
  return false;
}

/** Whether a field holds what is said about a record. */
export function isBody(plan: FieldPlan): boolean {
  return plan.kind === 'body' || bodyNouns.has(namesOf(plan).noun);
}

/** Whether values say nothing in words: counts, dates, and what pictures show. */
function saysNothing(shape: ColumnShape): boolean {
  const plain = shape.codes + shape.dates + shape.bracketed;
  return plain > minAlike || shape.pictures > minAlike || shape.letters < minProseLetters;
}

/** Whether all records have the same single word, without a link: "Joined", "Comment". */
function isLabel(shape: ColumnShape): boolean {
  const { samples, linked } = shape;
  return (
    samples.length >= minSameLabels &&
    isConstant(shape) &&
    linked < minAlike &&
    !/\s/.test(samples[0]?.text.trim() ?? '')
  );
}

/** Records from which on the same word in each is not their author's. */
const minSameLabels = 4;

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

/** How pages call what records are marked with: their stars, prices and tags. */
const markWords: ReadonlySet<string> = new Set(
  'rating ratings score stars price prices tag tags badge badges rank sku'.split(' '),
);
/** How pages call who made a record. */
const makerWords: ReadonlySet<string> = new Set(
  'manufacturer brand maker vendor author byline company publisher'.split(' '),
);

/** Whether a value is called another thing of its record, and not its name: of `title__brand` the last word counts. */
function isCalledOther({ ownWords }: Column): boolean {
  const called = [...ownWords];
  const maker = called.findLastIndex((word) => makerWords.has(word));
  return maker > called.findLastIndex((word) => titleNouns.has(word));
}

/** Records from which on what all of them say is the label of something that they have. */
const minSameNames = 2;

/** Whether texts cannot be what records are called: the same word in each, unless it is a heading or a header names it, or questions. */
function namesNoRecord(
  plan: FieldPlan,
  names: FieldNames,
  column: Column,
  shape: ColumnShape,
): boolean {
  if (shape.bracketed > minAlike) return true;
  const called = [...column.ownWords];
  if (called.some((word) => markWords.has(word)) && !called.some((word) => titleNouns.has(word)))
    return true;
  const isLabel =
    shape.samples.length >= minSameNames &&
    isConstant(shape) &&
    shape.linked < minAlike &&
    !column.words.has('heading') &&
    fitHeader(plan, names, column.header) === 0;
  return isLabel || (names.noun === 'name' && [column, ...column.within].some(asksQuestions));
}

function asksQuestions(column: Column): boolean {
  return shapeOf(column).questions > minAlike;
}

/** Least share of links that differ, and most of links to pictures, where each is that of its record. */
const minDistinctLinks = 0.5;

/** Whether the links of a column differ, and lead to pages. */
export function leadsToRecords(column: Column): boolean {
  const { samples } = shapeOf(column);
  const links = samples.flatMap(({ href }) => href ?? []);
  const pictures = links.filter((link) => pictureLink.test(link)).length;
  return (
    new Set(links).size >= minDistinctLinks * links.length &&
    (links.length < 2 || new Set(links).size > 1) &&
    pictures <= links.length * (1 - minAlike)
  );
}

/** An enlarged picture, or where nothing leads to. */
const pictureLink = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)|^#?$/i;

/** Whether texts are linked to the pages of those who write, and are not what all such links say: "Profile". */
function namesUsers(shape: ColumnShape): boolean {
  const { samples } = shape;
  if (shape.meanLength > minProseLength || shape.dates > 1 - minAlike) return false;
  if (samples.filter(isUser).length <= samples.length * minAlike) return false;
  return !isConstant(shape) || new Set(samples.map(({ href }) => href)).size === 1;
}

/** Whether all records have the same text. */
export function isConstant({ samples }: ColumnShape): boolean {
  return samples.length > 1 && samples.every(({ text }) => text === samples[0]?.text);
}

/** How far the values alone say what they are: by the field's kind, or by what its name ends in. */
function shapeFit(plan: FieldPlan, noun: string, column: Column, shape: ColumnShape): number {
  if (plan.kind === 'money') {
    if (isOfOwnSense(plan, shape)) return shapeScores.money + saidBonus;
    // What stands beside the price is called so: an amount of which nothing is said is the price.
    return shape.amounts > minAlike && !asksBesidePrice(plan) ? shapeScores.money : 0;
  }
  if (plan.kind === 'currency') return shape.amounts > minAlike ? shapeScores.money : 0;
  if (plan.kind === 'image') return shape.pictures > minAlike ? shapeScores.image : 0;
  if (plan.kind === 'date') return shape.dates > minAlike ? shapeScores.date : 0;
  if (plan.kind === 'persons') return namesUsers(shape) ? shapeScores.user : 0;
  if (plan.kind === 'url') {
    // The link of an author is called so: any other is that of the record.
    if (namesOf(plan).words.some((word) => makerWords.has(word))) return 0;
    const bonus = column.words.has('title') ? titledLinkBonus : 0;
    return shape.linked > minAlike && leadsToRecords(column) ? shapeScores.link + bonus : 0;
  }
  if (citationNouns.has(noun)) return shape.citations > minAlike ? shapeScores.citation : 0;
  if (isTitle(plan)) return titleFit(column, shape);
  if (plan.kind === 'code' || codeNouns.has(noun)) {
    const isCode = shape.codes >= minAlike && shape.citations < minAlike;
    if (!isCode || shape.distinct < minDistinct) return 0;
    return shapeScores.code - labelledLoss * shape.labelled;
  }
  if (isBody(plan)) {
    if (shape.meanLength > minProseLength) return shapeScores.body;
    const isHeading = column.words.has('heading') || shape.linked > minAlike;
    return shape.sentences > minAlike && !isHeading ? shapeScores.sentence : 0;
  }
  return 0;
}

/** Titles differ, are linked or headings, and are words rather than numbers. */
function titleFit(column: Column, shape: ColumnShape): number {
  if (shape.meanLength > 2 * minProseLength) return 0;
  // A heading, or what a link says, is a name however short it is: "Ada", "Pen". So are the entries of a menu, so that the link adds less.
  const isShort = shape.meanLength < minTitleLength;
  const isLinked = shape.linked > minAlike;
  const isMarked = isLinked || column.words.has('heading') || isBoldName(column, shape);
  if (isShort && !(shape.meanLength >= minNameLength && isMarked)) return 0;
  const isCase = shape.parties > minAlike;
  if (!isCase && (shape.distinct < minDistinct || shape.letters < minLetters)) return 0;
  if (shape.dates > minAlike || shape.citations > minAlike) return 0;
  return (
    shapeScores.title +
    (isLinked ? linkedTitleBonus * (isShort ? shortShare : 1) : 0) +
    (column.words.has('heading') ? headingBonus : 0) +
    (isBoldName(column, shape) ? boldBonus : 0) -
    partLinkLoss * shape.partLinks -
    innerOfLinkLoss * shape.innerOfLinks +
    (isCase ? partiesBonus : 0) -
    (isCase ? compoundLoss * shape.compounds + mixtureLoss * shape.mixtures : 0)
  );
}

/** Whether names of persons or the like stand out by their type alone. */
function isBoldName(column: Column, shape: ColumnShape): boolean {
  return column.words.has('bold') && shape.names > minAlike && shape.linked < minAlike;
}

/** Whether a column holds the entries of a menu: short words that nothing but their link marks as names. */
export function holdsEntries(plan: FieldPlan, column: Column): boolean {
  return (
    isTitle(plan) && shapeOf(column).meanLength < minTitleLength && !column.words.has('heading')
  );
}

/** Whether a field holds what a record is called. */
export function isTitle(plan: FieldPlan): boolean {
  return plan.kind === 'title' || titleNouns.has(namesOf(plan).noun);
}

export function isLink({ kind }: FieldPlan): boolean {
  return kind === 'url' || kind === 'image';
}

function compareNames(names: FieldNames, words: readonly string[]): number {
  const others = new Set(words);
  if (names.words.length === 0 || others.size === 0) return 0;
  // The sales of a year are not those of another.
  if (names.words.some((word) => /^\d{4}$/.test(word) && !others.has(word))) return 0;
  const share = names.words.filter((word) => others.has(word)).length / names.words.length;
  const isAlias = names.tokens.some((token) => token.every((word) => others.has(word)));
  return isAlias ? Math.max(share, aliasLikeness) : share;
}

/** 0 when the values cannot be what the field holds, up to 1 when all are. */
function typeFit(
  plan: FieldPlan,
  { readable }: FieldNames,
  shape: ColumnShape,
  baseUrl: string,
): number {
  if (shape.samples.length === 0) return 0;
  if (plan.kind === 'image') return shape.pictures;
  if (plan.kind === 'url') return shape.linked;
  if (['text', 'title', 'body', 'keywords'].includes(plan.kind)) return anyTextType;
  if (plan.kind === 'date' && !isNumeric(plan)) return Math.max(unreadableType, shape.dates);
  if (plan.kind === 'code' && !isNumeric(plan))
    return Math.max(unreadableType, shape.codes, anyTextType * shape.numbers);
  if (plan.kind === 'persons') return Math.max(unreadableType, shape.names);
  // Whether the samples can be read, not what they are.
  const place = { language: 'en-US', ownCell: true };
  const context = { machine: false, needsCurrency: false, baseUrl, place };
  const read = shape.samples.filter((cell) => {
    const text = plan.kind === 'money' ? amountTextOf(cell, plan) : cell.text;
    return getOrMake(readable, text, () => readValue(plan, text, context) !== undefined);
  }).length;
  const share = read / shape.samples.length;
  return isNumeric(plan) || share > minReadable ? share : unreadableType;
}
