import { getOrMake } from '../../runtime/collections.ts';
import { foldLabel, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { atLeast } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { readValue } from '../fields/read-value.ts';
import { isNumeric } from '../fields/value-read.ts';
import { countStars } from '../values/ratings.ts';
import { statesOtherUnit } from '../values/stated-unit.ts';
import { amountTextOf, asksBesidePrice } from './cell-amounts.ts';
import { isOfOwnSense, isPartial } from './column-amounts.ts';
import { bodyWords, makerWords, saidWords, titleWords, isCalled } from './class-words.ts';
import { leadsToRecords, namesUsers } from './column-links.ts';
import {
  type ColumnShape,
  isConstant,
  isProse,
  minAlike,
  minProseLength,
  shapeOf,
} from './column-shape.ts';
import type { Column } from './column.ts';
import {
  asksForOther,
  citationNouns,
  classLikenessScore,
  type FieldNames,
  fitHeader,
  fitWords,
  headerLikenessScore,
  isBody,
  isCodeField,
  isNamedBody,
  isTitle,
  namesOf,
  otherThingShare,
  wrapperShare,
} from './field-names.ts';
import { findCounted, isRefuted } from './refute-column.ts';
import { findDateText } from './text-kinds.ts';
import type { ValueForm } from './value-forms.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

/** Shorter texts are labels and buttons, unless the page marks them as names. */
const minTitleLength = 8;
const minNameLength = 2;
const shortShare = 0.5;
/** Share of the likeness of a text of a record by its class that is left for phrases. */
const phraseShare = 0.8;
/** Share of the likeness of a text of a record by its name that is left for a word or two, or the same in each record. */
const markShare = 0.5;
/** Likeness of the text of a record to a field that asks for its summary, comment or the like. */
const bodyLikeness = 0.7;
/** A word of the field's name in most of its values: "Circuit Court", "Judge Smith". */
const valueWordScore = 0.6;
/** How much values of the right type raise a score from words, and other values lower it. */
const typeWeight = 0.4;
/** Share of a score from words that is left where the values are of another kind: a number under "Case" is no name. */
const mismatchShare = 0.35;
const sparseShare = 0.4;
const minDistinct = 0.7;
const minLetters = 0.6;

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
  sayer: 0.6,
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
/** Taken from titles with the day of what they name: a part without it is the title where it looks like one. */
const datedLoss = 0.05;
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
/** All paragraphs are the text, and not the first, which is as much like it. */
const paragraphsShare = 1.01;
/** What stands in a table of the record belongs to what the record lists: the number of an article is not that of the order. */
const innerShare = 0.6;
/** The first of a list of links is what the record lists, and leads there, and not to the record. */
const listItemShare = 0.5;
/** A link in the sentences of a record leads to what these speak of, where the record has another one. */
const proseLinkShare = 0.97;
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
/** The day on which its author joined is that of a post where the post says no other. */
const memberShare = 0.7;
const memberLabel =
  /^(?:joined|join date|registered|registration date|member since|founded|beigetreten|registriert(?: seit| am)?|mitglied seit|dabei seit|inscrit(?: le| depuis)?|inscription|membre depuis|registrado|miembro desde|iscritto(?: dal)?|membro desde|lid sinds|medlem sedan|зарегистрирован|регистрация)$/u;
/** A text that was cut is taken where the whole fits less well. */
const cutShare = 0.9;

/** How well a column fits a field by its header, its class words and its values; 0 when the values speak against it. */
export function scoreFit(plan: FieldPlan, column: Column, baseUrl: string): number {
  const shape = shapeOf(column);
  if (shape.fill === 0) return 0;
  if (statesOtherUnit(plan.asked, column.header)) return 0;
  if (column.isList === true && (plan.shape !== 'list' || column.cuts > 0)) return 0;
  const names = namesOf(plan);
  const named = fitHeader(names, column.header);
  const isOther =
    asksForOther(names) && named < headerLikenessScore && isPlain(names, column, shape);
  const header = isOther ? 0 : named;
  // "text" is also how pages call what buttons and badges say.
  const isShort =
    shape.meanLength < minTitleLength || (shape.wholeLinks > minAlike && !isProse(shape));
  const isMark = isBody(plan) && (isShort || isConstant(shape));
  const likeness = fitWords(names, column) * (isMark ? markShare : 1);
  let words = Math.max(header, likeness, fitBodyWords(names, column, shape));
  const sharesNoun =
    plan.kind !== 'organization' &&
    !isOther &&
    (shape.sharesWord(names.noun) ||
      (names.noun === 'court' && shape.shareOf(courtForm) > minAlike));
  if (shape.meanLength < minProseLength && (sharesNoun || countsRooms(names, shape)))
    words = Math.max(words, valueWordScore);
  if (words > 0) words *= isMismatch(names, column, shape) ? mismatchShare : 1;
  const { form } = names;
  const hasForm =
    form !== undefined &&
    (column.cuts === 0 || !form.isOfWhole || isOfBrackets(column)) &&
    shape.shareOf(form) > minAlike;
  const own = hasForm
    ? formScore
    : isOnlyList(plan, column, shape)
      ? listScore
      : shapeFit(names, column, shape);
  // Values are read last, and only for what something speaks for: of all columns few are that.
  const type = words === 0 && own === 0 ? 0 : typeFit(names, shape, baseUrl);
  if (type === 0 || isRefuted(names, column, shape)) return 0;
  const stated = words + (words > 0 ? typeWeight * (type - 0.5) : 0);
  // What the words say and what the values are like speak for each other.
  const both = Math.max(stated, own) + 0.25 * Math.min(stated, own);
  return weighScore(both, plan, column, shape);
}

/** Whether values stand in brackets of their own in a longer text: the year of "Metropolis (1927)". */
function isOfBrackets({ cells, within: [whole] }: Column): boolean {
  const filled = cells.flatMap((cell, row) =>
    cell === undefined ? [] : whole?.cells[row]?.text.includes(`(${cell.text})`) === true,
  );
  return filled.filter(Boolean).length > minAlike * filled.length;
}

/** What is left of a score by where the column stands in the record, and what its values lack. */
function weighScore(score: number, plan: FieldPlan, column: Column, shape: ColumnShape): number {
  return (
    score *
    (isTitle(plan) && isCalledOther(column) ? otherThingShare : 1) *
    atLeast(sparseShare, shape.fill) *
    (isOfParagraphs(plan, column) ? paragraphsShare : column.within.length > 0 ? partShare : 1) *
    (isBody(plan) && isConstant(shape) ? sameTextShare : 1) *
    (isBody(plan) ? 1 - quoteLoss * shape.quotes : 1) *
    (isBody(plan) && column.words.has('signature') ? signatureShare : 1) *
    (column.isInner === true ? innerShare : 1) *
    (column.isListItem === true && (['url', 'date'].includes(plan.kind) || isTitle(plan))
      ? listItemShare
      : 1) *
    (plan.kind === 'date' && isOfMembers(column) ? memberShare : 1) *
    (plan.kind === 'money' && isPartial(shape) ? partialShare : 1) *
    (plan.kind === 'persons' && shape.pictures > minAlike ? pictureShare : 1) *
    (plan.concept?.name === 'rating' && shape.codes > minAlike && !shape.hasDecimals
      ? wholeRatingShare
      : 1) *
    cutShare ** column.cuts
  );
}

/** Whether the label of the values, above or before each, says that they are of those who wrote the records. */
function isOfMembers({ header, cells }: Column): boolean {
  const text = cells.find((cell) => cell !== undefined)?.text ?? '';
  return [header, text.split(':', 1)[0] ?? ''].some((label) => memberLabel.test(foldLabel(label)));
}

/** Whether values are parts of sentences, as the links in a text are. */
function isOfProse({ within }: Column): boolean {
  return within.some((whole) => isProse(shapeOf(whole)));
}

/** Whether links are such parts, or are those of a column of sentences that they are parts of. */
function isInProse(column: Column): boolean {
  const shape = shapeOf(column);
  return isOfProse(column) || (shape.partLinks > minAlike && isProse(shape));
}

/** Whether a column holds the paragraphs of its records as one text, of which the first is a part, for a field that asks for a text. */
function isOfParagraphs(plan: FieldPlan, { key }: Column): boolean {
  return isBody(plan) && /\/prose#\d+$/.test(key);
}

/** Whether values are what the last word of a field's name means alone: those of the court whose list it is, or under "Appellate Court". */
function isPlain(names: FieldNames, { header }: Column, shape: ColumnShape): boolean {
  if (isConstant(shape)) return true;
  return fitHeader(names, header) === 0 && splitWords(header).map(toSingular).includes(names.noun);
}

/** Whether values count the rooms that a field does, in the short word for them: "2 baths". */
function countsRooms({ noun, room }: FieldNames, shape: ColumnShape): boolean {
  if (room === undefined) return false;
  const test = (text: string): boolean => findCounted(text) === room;
  return shape.shareOf({ name: `counts ${noun}`, test, isOfWhole: false }) > minAlike;
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

/** What class words such as `body` say for the text of a record: less for what is no sentence, such as the rank of who wrote the message. */
function fitBodyWords(names: FieldNames, { words, ownWords }: Column, shape: ColumnShape): number {
  if (!isNamedBody(names)) return 0;
  const score = classLikenessScore * bodyLikeness;
  if (isCalled(ownWords, bodyWords)) return isProse(shape) ? score : score * phraseShare;
  return isProse(shape) && isCalled(words, bodyWords) ? score * wrapperShare : 0;
}

/** Courts are also called by their district, and tribunals a board (28 U.S.C. §§ 81–131): "Eastern District of Texas". */
const courtForm: ValueForm = {
  name: 'court',
  test: (text) =>
    /(?<!\p{L})(?:courts?|tribunals?|USDC|districts? of|board of [\p{L}'’ ]{1,40} appeals)(?!\p{L})/iu.test(
      text,
    ),
  isOfWhole: false,
};

/** When something was written is no part of who wrote it: "Posted May 2, 2026 by ada". */
const datedForm: ValueForm = {
  name: 'text with a day',
  test: (text) => hasDigit(text) && findDateText(text) !== undefined,
  isOfWhole: false,
};

/** Whether the values are plainly of another kind than the field: dates as names, sentences as numbers. */
function isMismatch(names: FieldNames, column: Column, shape: ColumnShape): boolean {
  const { plan } = names;
  if (isTitle(plan)) {
    // A whole heading is a title whatever it says; what all records have of their headings is not.
    if (column.words.has('heading')) return column.cuts > 0 && isConstant(shape);
    return shape.dates > minAlike || shape.codes > minAlike || shape.amounts > minAlike;
  }
  if (isCodeField(names)) {
    return shape.numbers < minAlike || shape.meanLength > minProseLength;
  }
  // "2 hours ago" is a date too.
  if (plan.kind === 'date') return Math.max(shape.dates, shape.numbers) < minReadable;
  if (plan.kind === 'persons')
    return (
      shape.names < minReadable &&
      (shape.dates + shape.codes > minAlike ||
        shape.shareOf(datedForm) > minAlike ||
        shape.parties > minAlike ||
        shape.meanLength > minProseLength)
    );
  return false;
}

/** Whether a value is called another thing of its record, and not its name: of `title__brand` the last word counts. */
function isCalledOther({ ownWords }: Column): boolean {
  const called = [...ownWords];
  const maker = called.findLastIndex((word) => makerWords.has(word));
  return maker > called.findLastIndex((word) => titleWords.has(word));
}

/** How far the values alone say what they are: by the field's kind, or by what its name ends in. */
function shapeFit(names: FieldNames, column: Column, shape: ColumnShape): number {
  const { plan, noun } = names;
  if (plan.kind === 'money') {
    if (isOfOwnSense(plan, shape)) return shapeScores.money + saidBonus;
    // What stands beside the price is called so: an amount of which nothing is said is the price.
    return shape.amounts > minAlike && !asksBesidePrice(plan) ? shapeScores.money : 0;
  }
  if (plan.kind === 'currency') return shape.amounts > minAlike ? shapeScores.money : 0;
  if (plan.kind === 'image') return shape.pictures > minAlike ? shapeScores.image : 0;
  if (plan.kind === 'date') return shape.dates > minAlike ? shapeScores.date : 0;
  // Whom a text mentions has not written it.
  if (plan.kind === 'persons') {
    if (namesUsers(shape) && !isOfProse(column)) return shapeScores.user;
    return isBoldName(column, shape) && isCalled(column.words, saidWords) ? shapeScores.sayer : 0;
  }
  if (plan.kind === 'url') {
    // The link of an author is called so: any other is that of the record.
    if (names.words.some((word) => makerWords.has(word))) return 0;
    const bonus = column.words.has('title') ? titledLinkBonus : 0;
    const share = isInProse(column) ? proseLinkShare : 1;
    return shape.linked > minAlike && leadsToRecords(column)
      ? (shapeScores.link + bonus) * share
      : 0;
  }
  if (citationNouns.has(noun)) return shape.citations > minAlike ? shapeScores.citation : 0;
  if (isTitle(plan)) return titleFit(column, shape);
  if (isCodeField(names)) {
    const isCode = shape.codes >= minAlike && shape.citations < minAlike;
    if (!isCode || shape.distinct < minDistinct) return 0;
    return shapeScores.code - labelledLoss * shape.labelled;
  }
  if (isBody(plan)) {
    if (shape.meanLength > minProseLength) return shapeScores.body;
    const isHeading = column.words.has('heading') || shape.wholeLinks > minAlike;
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
    innerOfLinkLoss * shape.innerOfLinks -
    (shape.shareOf(datedForm) > minAlike ? datedLoss : 0) +
    (isCase ? partiesBonus : 0) -
    (isCase ? compoundLoss * shape.compounds + mixtureLoss * shape.mixtures : 0)
  );
}

/** Whether a column holds short words, of which nothing says what they are, a few of them to each record and others to the next. */
export function isNameless(column: Column): boolean {
  const shape = shapeOf(column);
  return (
    column.header === '' &&
    shape.fill === 1 &&
    shape.distinct === 1 &&
    shape.letters >= minLetters &&
    shape.meanLength >= minNameLength &&
    shape.meanLength < minProseLength &&
    Math.max(shape.dates, shape.codes, shape.amounts, shape.sentences, shape.citations) === 0
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

/** 0 when the values cannot be what the field holds, up to 1 when all are. */
function typeFit({ plan, readable }: FieldNames, shape: ColumnShape, baseUrl: string): number {
  if (shape.samples.length === 0) return 0;
  if (plan.kind === 'image') return shape.pictures;
  if (plan.kind === 'url') return Math.max(shape.linked, shape.addresses);
  if (['text', 'title', 'body', 'keywords'].includes(plan.kind)) return anyTextType;
  if (plan.kind === 'date' && !isNumeric(plan)) return Math.max(unreadableType, shape.dates);
  if (plan.kind === 'code' && !isNumeric(plan))
    return Math.max(unreadableType, shape.codes, anyTextType * shape.numbers);
  if (plan.kind === 'persons') return Math.max(unreadableType, shape.names);
  // Whether the samples can be read, not what they are.
  const place = { language: 'en-US', ownCell: true };
  const context = { machine: false, needsCurrency: false, baseUrl, place };
  // A row of stars is read beside the others alone.
  const rated = plan.concept?.name === 'rating' ? shape.samples.map(({ text }) => text) : [];
  const read = shape.samples.filter((cell) => {
    if (rated.length > 0 && countStars(cell.text, rated) !== undefined) return true;
    const text = plan.kind === 'money' ? amountTextOf(cell, plan) : cell.text;
    return getOrMake(readable, text, () => readValue(plan, text, context) !== undefined);
  }).length;
  const share = read / shape.samples.length;
  return isNumeric(plan) || share > minReadable ? share : unreadableType;
}
