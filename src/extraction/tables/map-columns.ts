import { addAll, getOrMake } from '../../runtime/collections.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import { atLeast } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { foldLabel, joinName, splitWords, toNameKey, toSingular } from '../lexicon/fold-label.ts';
import { listAskedWords } from '../lexicon/prompt-words.ts';
import { readDate } from '../values/dates/read-date.ts';
import { leadsToRecords } from './column-links.ts';
import { isConstant, isSpare, minAlike, shapeOf } from './column-shape.ts';
import { isCalled } from './class-words.ts';
import type { Column } from './column.ts';
import { isBody, isCalledSo, isLink, isNamedBy, isTitle, namesOf } from './field-names.ts';
import { formScore, isNameless, listScore, scoreFit } from './fit-column.ts';
import { isPartTitle } from './parts-of-list.ts';
import { readNames } from './read-names.ts';
import { isCountedRating } from '../values/ratings.ts';
import { type ValueForm, formOf } from './value-forms.ts';
import { isReducedPrice } from '../values/money/choose-prices.ts';

export interface ColumnMapping {
  readonly columns: ReadonlyMap<FieldPlan, Column>;
  readonly score: number;
  /** The same with the headings above the parts of a list, which say nothing of what the list is. */
  readonly fullScore: number;
  /** Share of the fields whose name is a column's header, word for word. */
  readonly exactShare: number;
  /** Whether the headers of its columns name so many fields that the table is about these. */
  readonly isNamed: boolean;
  /** Share of the required fields that have a column; 1 where none is required. */
  readonly requiredShare: number;
}

interface Fit {
  readonly plan: FieldPlan;
  readonly column: Column;
  readonly score: number;
}

const exactScore = 3;
export const minScore = 0.5;
/** Added to the column that the prompt names of several that fit alike. */
const askedGain = 0.001;
const sparseShare = 0.5;
/** Fields that the headings of a table must name to be about these, and their share of those that it fills. */
const minNamed = 3;
const minNamedShare = 0.5;
/** Least gain, and least share of its former score for the other field, for which two fields share a cell. */
const minSharedGain = 0.2;
const minRestShare = 0.7;

/** Assigns columns to fields, best fits first, each column and field once; a text and a part of it are one column. */
export function mapColumns(
  plans: readonly FieldPlan[],
  candidates: readonly Column[],
  page: PageIndex,
  tellingWords: ReadonlySet<string> = new Set(),
): ColumnMapping {
  const names = nameColumns(candidates);
  const named = new Set(names);
  const shortened = candidates.map((column) => findShortened(plans, column, named));
  const fits: Fit[] = [];
  for (const plan of plans) {
    const wanted = nameOf(plan);
    const own: Fit[] = [];
    candidates.forEach((candidate, at) => {
      const isWhole = candidate.cuts === 0 && isTitle(plan);
      const column = isWhole ? readNames(page, candidate) : candidate;
      const isExact = names[at] === wanted;
      const isShort = !isExact && shortened[at] === plan;
      const asked = isShort ? { ...column, header: plan.name } : column;
      const fit = isExact ? exactScore : scoreFit(plan, asked, page.reading.url);
      const isAsked = !isExact && fit > 0 && namesApart(column.header, tellingWords);
      const score = fit + (isAsked ? askedGain : 0);
      if (score >= minScore) own.push({ plan, column, score });
    });
    const most = plan.shape === 'list' ? listScore : formOf(plan) === undefined ? 0 : formScore;
    if (!isOpen(own, most)) addAll(fits, preferFits(plan, own));
  }
  fits.sort((a, b) => b.score - a.score);
  const chosen = new Map<FieldPlan, Fit>();
  for (const fit of fits) {
    if (!chosen.has(fit.plan) && findTaken(chosen, fit).length === 0) chosen.set(fit.plan, fit);
  }
  for (const fit of fits) if (!chosen.has(fit.plan)) shareCell(chosen, fits, fit);
  const name = findOnlyName(plans, candidates, chosen);
  if (name !== undefined) chosen.set(name.plan, name);
  for (const [plan, fit] of chosen) {
    const column = isAddress(plan) ? findTitleLink(chosen, fit) : undefined;
    if (column !== undefined) chosen.set(plan, { ...fit, column });
  }
  const taken = [...chosen.values()].filter(({ column }) => !isPartTitle(column));
  const telling = taken.filter((fit) => isNamedBy(fit.plan, fit.column)).length;
  const exact = taken.filter((fit) => fit.score === exactScore).length;
  // They count for what the list is about, but say nothing.
  const columns = new Map(
    taken.length === 0 ? [] : Array.from(chosen, ([plan, { column }]) => [plan, column]),
  );
  dropEmptyTexts(columns);
  return {
    columns,
    score: sumScores(taken),
    fullScore: taken.length === 0 ? 0 : sumScores([...chosen.values()]),
    exactShare: exact / Math.max(1, plans.length),
    isNamed: telling >= minNamed && telling >= minNamedShare * taken.length,
    requiredShare: shareRequired(plans, columns),
  };
}

function shareRequired(
  plans: readonly FieldPlan[],
  columns: ReadonlyMap<FieldPlan, Column>,
): number {
  const required = plans.filter((plan) => plan.required);
  return required.length === 0
    ? 1
    : required.filter((plan) => columns.has(plan)).length / required.length;
}

/** A mapping with the columns that are told by their place: each field that gets one counts as the least that fits. */
export function withPlaced(
  mapping: ColumnMapping,
  columns: ReadonlyMap<FieldPlan, Column>,
  plans: readonly FieldPlan[],
): ColumnMapping {
  const gain = (columns.size - mapping.columns.size) * minScore;
  return {
    ...mapping,
    columns,
    score: mapping.score + gain,
    fullScore: mapping.fullScore + gain,
    requiredShare: shareRequired(plans, columns),
  };
}

/**
 * The column that is the name of records that have none otherwise: the only one of texts that are no value of another kind, where all
 * others are those of other fields. Short words without a heading, a link or a class are names nowhere else.
 */
function findOnlyName(
  plans: readonly FieldPlan[],
  candidates: readonly Column[],
  chosen: ReadonlyMap<FieldPlan, Fit>,
): Fit | undefined {
  const [plan, another] = plans.filter(isTitle);
  if (plan === undefined || another !== undefined || chosen.has(plan)) return undefined;
  // Labels of a table stand beside values of any kind.
  const areThings = Array.from(chosen.values()).some(({ plan: { kind }, column }) => {
    const { amounts, dates } = shapeOf(column);
    return (kind === 'money' ? amounts : kind === 'date' ? dates : 0) > minAlike;
  });
  if (!areThings) return undefined;
  const taken = new Set(Array.from(chosen.values(), ({ column }) => column.key));
  const open = candidates.filter(
    ({ key, cuts, within }) => cuts === 0 && within.length === 0 && !taken.has(key),
  );
  const [column, more] = open;
  const isOnly = column !== undefined && more === undefined && isNameless(column);
  return isOnly ? { plan, column, score: minScore } : undefined;
}

/** Words of a prompt that tell columns for one field apart: not what the list and its fields are called. */
export function listTellingWords(
  prompt: string,
  plans: readonly FieldPlan[],
  listName: string,
): ReadonlySet<string> {
  const words = new Set(listAskedWords(prompt));
  for (const word of splitWords(listName)) words.delete(toSingular(word));
  for (const plan of plans) for (const word of namesOf(plan).words) words.delete(word);
  return words;
}

/** Whether a header has one of the words that tell columns for one field apart: the year of "Population 2020". */
export function namesApart(header: string, tellingWords: ReadonlySet<string>): boolean {
  return (
    tellingWords.size > 0 && splitWords(header).some((word) => tellingWords.has(toSingular(word)))
  );
}

function sumScores(fits: readonly Fit[]): number {
  return fits.reduce(
    (sum, { column, score }) => sum + score * atLeast(sparseShare, shapeOf(column).fill),
    0,
  );
}

/** The fits of a field, without those that another one shows to be of something else. */
function preferFits(plan: FieldPlan, fits: readonly Fit[]): readonly Fit[] {
  if (plan.kind === 'date') return preferOrdered(preferMarked(plan, fits));
  // Where something is called a company the names of the jobs are not those of companies.
  const called =
    plan.kind === 'organization'
      ? fits.filter(({ column }) => isCalledSo(plan, column) || isNamedBy(plan, column))
      : [];
  return called.length > 0 ? called : fits;
}

/** Share of the best score from which on a date by which the records are ordered is theirs: beside it may stand when their authors joined. */
const minOrderedShare = 0.5;

/** Puts a date by which the records are ordered before one that is as it comes. */
function preferOrdered(fits: readonly Fit[]): readonly Fit[] {
  const [best, ...others] = fits.toSorted((a, b) => b.score - a.score);
  if (best === undefined || best.score >= exactScore || isOrdered(best.column)) return fits;
  const ordered = others.find(
    ({ column, score }) => score >= best.score * minOrderedShare && isOrdered(column),
  );
  return ordered === undefined ? fits : exchange(fits, best, ordered);
}

/** The fits with the scores of two of them exchanged. */
function exchange(fits: readonly Fit[], one: Fit, other: Fit): readonly Fit[] {
  return fits.map((fit) =>
    fit === one
      ? { ...fit, score: other.score }
      : fit === other
        ? { ...fit, score: one.score }
        : fit,
  );
}

/** Puts a date that the page marks as one before another whose label says more than a field asks for: "Date of experience". */
function preferMarked(plan: FieldPlan, fits: readonly Fit[]): readonly Fit[] {
  const [best, ...others] = fits.toSorted((a, b) => b.score - a.score);
  if (best === undefined || best.score >= exactScore || !saysMore(plan, best.column)) return fits;
  const marked = others.find(
    ({ column }) =>
      column.header === '' &&
      column.cuts === 0 &&
      isCalled(column.ownWords, momentWords) &&
      shapeOf(column).dates > minAlike &&
      shapeOf(column).fill >= shapeOf(best.column).fill,
  );
  return marked === undefined ? fits : exchange(fits, best, marked);
}

/** What the element for a date or a time is called. */
const momentWords: ReadonlySet<string> = new Set(['time']);
/** Letters of a word that is more than one between others. */
const minTellingLength = 4;

/** Whether a header names a field, and says of what else it is. */
function saysMore(plan: FieldPlan, { header }: Column): boolean {
  if (plan.labels.has(foldLabel(header))) return false;
  const asked = new Set([...splitWords(plan.name), ...plan.tokens.flat()]);
  return splitWords(header.toLowerCase()).some(
    (word) => word.length >= minTellingLength && !asked.has(word),
  );
}

/** Records that show an order, and are looked at for it. */
const minOrdered = 4;
const maxOrdered = 30;

/** Whether the records stand in the order of their dates, of which some differ. */
function isOrdered({ cells }: Column): boolean {
  const dates = cells
    .slice(0, maxOrdered)
    .flatMap((cell) => (cell === undefined ? [] : (readDate(cell.text, {})?.day ?? [])));
  if (dates.length < minOrdered || new Set(dates).size < 2) return false;
  const isAfter = (date: string, at: number): boolean => at === 0 || date >= (dates[at - 1] ?? '');
  return dates.every(isAfter) || dates.reverse().every(isAfter);
}

/**
 * Whether nothing but their form speaks for the columns of a field, which gives them `most`, and two of them have it: the hours at which
 * something begins and ends.
 */
function isOpen(fits: readonly Fit[], most: number): boolean {
  const [first, ...others] = fits.toSorted((a, b) => b.score - a.score);
  return (
    first !== undefined &&
    first.score <= most &&
    others.some(({ score, column }) => score === first.score && differ(column, first.column))
  );
}

/** Whether two columns are no parts of each other, and say other things; a text may be cut out of a longer one in two ways. */
function differ(a: Column, b: Column): boolean {
  if (overlap(a, b)) return false;
  return a.cells.some(
    (cell, row) => joinName(cell?.text ?? '') !== joinName(b.cells[row]?.text ?? ''),
  );
}

/** Letters of a header that may be short for a field's name. */
const minShortLength = 3;

/** The field whose name begins with a header, where it is the only one and no column has that name: "Pos" for `position`. */
function findShortened(
  plans: readonly FieldPlan[],
  { header }: Column,
  names: ReadonlySet<string | undefined>,
): FieldPlan | undefined {
  const short = joinName(header);
  if (short.length < minShortLength || /\d/.test(short)) return undefined;
  const [plan, another] = plans.filter((each) => nameOf(each).startsWith(short));
  if (plan === undefined || another !== undefined || names.has(nameOf(plan))) return undefined;
  return isOfWholeWords(plan, short) ? undefined : plan;
}

/** Whether a beginning of a field's name is some of its words: "Country" is not short for `country_code`. */
function isOfWholeWords({ name }: FieldPlan, short: string): boolean {
  const words = splitWords(name);
  return words.some((_, at) => at > 0 && joinName(words.slice(0, at).join(' ')) === short);
}

/** Whether a field has a part of what another field's cell says: its link, or the currency of its amount. */
function sharesCell(plan: FieldPlan): boolean {
  return isLink(plan) || plan.kind === 'currency';
}

/** Takes out texts about the records that say nothing of them: the same in each, all of a record, or its name again. */
function dropEmptyTexts(columns: Map<FieldPlan, Column>): void {
  const title = [...columns].find(([plan]) => isTitle(plan))?.[1];
  for (const [plan, column] of columns) {
    if (!isBody(plan)) continue;
    const pairs = column.cells.flatMap((cell, row) => {
      const name = title?.cells[row]?.text ?? '';
      return cell === undefined || name === '' ? [] : [cell.text.startsWith(name)];
    });
    const same = pairs.filter(Boolean).length;
    const isNamed = same > 1 && same > maxSameStarts * pairs.length;
    if (isNamed || isConstant(shapeOf(column))) columns.delete(plan);
  }
}

/** Of the texts about records: some begin with its name as sentences do. */
const maxSameStarts = 0.8;

/** Whether a field holds where a record leads, and not its author or its maker. */
function isAddress(plan: FieldPlan): boolean {
  return plan.kind === 'url' && addressNames.test(plan.name);
}

const addressNames =
  /^(?:(?:page|detail|details|item|source|full|web)?[-_\s]?(?:url|uri|link|href|permalink)|address)$/i;
/** Least share of titles that are linked for their links to be those of the records. */
const minLinkedTitles = 0.6;
/** Of the records with a link, the share that the titles must have. */
const minLinkFill = 0.9;

/** The column of titles, or around it, whose links lead to the records: beside it their authors are linked, too. */
function findTitleLink(chosen: ReadonlyMap<FieldPlan, Fit>, link: Fit): Column | undefined {
  const title = [...chosen.values()].find(({ plan }) => isTitle(plan))?.column;
  if (title === undefined || isNamedBy(link.plan, link.column)) return undefined;
  const { fill } = shapeOf(link.column);
  return [title, ...title.within].find((column) => {
    const shape = shapeOf(column);
    const isWhole = shape.linked >= minLinkedTitles && shape.fill >= minLinkFill * fill;
    return isWhole && leadsToRecords(column);
  });
}

/** The chosen columns that a column would share text with, unless it may share its cell. */
function findTaken(chosen: ReadonlyMap<FieldPlan, Fit>, { plan, column }: Fit): readonly Fit[] {
  if (sharesCell(plan)) return [];
  return [...chosen.values()].filter(
    (other) =>
      !sharesCell(other.plan) &&
      overlap(other.column, column) &&
      !sharesText(plan, other.plan, [column, other.column]),
  );
}

/** Two concepts whose values stand in one text, and what such a text is. */
interface SharedText {
  readonly concepts: ReadonlySet<string>;
  readonly form: ValueForm;
}

const sharedTexts: readonly SharedText[] = [
  {
    concepts: new Set(['rating', 'ratingCount']),
    form: { name: 'rating and how many have rated', test: isCountedRating, isOfWhole: false },
  },
  {
    concepts: new Set(['price', 'oldPrice']),
    form: { name: 'price and what it was', test: isReducedPrice, isOfWhole: false },
  },
];

/** Whether each text of both columns has the values of two fields: "4.1 out of 5 stars. 146 reviews", "Was £20, now £15". */
function sharesText(one: FieldPlan, two: FieldPlan, columns: readonly Column[]): boolean {
  const names = [one.concept?.name ?? '', two.concept?.name ?? ''];
  const shared = sharedTexts.find(({ concepts }) => names.every((name) => concepts.has(name)));
  return (
    shared !== undefined &&
    names[0] !== names[1] &&
    columns.every((column) => shapeOf(column).shareOf(shared.form) > minAlike)
  );
}

/** Gives a field a part of another's column where both fit better: "Smith v. Jones, 2021 S.D. 69" is a name and a citation. */
function shareCell(chosen: Map<FieldPlan, Fit>, fits: readonly Fit[], wanted: Fit): void {
  const [whole, ...others] = findTaken(chosen, wanted);
  if (whole === undefined || others.length > 0) return;
  const left = new Map([...chosen].filter(([plan]) => plan !== whole.plan));
  left.set(wanted.plan, wanted);
  const rest = fits.find((fit) => fit.plan === whole.plan && findTaken(left, fit).length === 0);
  if (rest === undefined || rest.score < whole.score * minRestShare) return;
  if (wanted.score + rest.score < whole.score + minSharedGain) return;
  chosen.set(wanted.plan, wanted);
  chosen.set(rest.plan, rest);
}

function overlap(a: Column, b: Column): boolean {
  return a === b || a.within.includes(b) || b.within.includes(a);
}

/** Headers of whole columns in the form of names: a repeated one gets its number, an empty one its place. */
function nameColumns(columns: readonly Column[]): readonly (string | undefined)[] {
  const seen = new Map<string, number>();
  const bases = columns.map(({ header, within }, at) =>
    within.length > 0 ? undefined : toNameKey(header) || `column${at + 1}`,
  );
  return columns.map((_, at) => {
    const base = bases[at];
    if (base === undefined) return undefined;
    if (isSpare(columns, at)) return `${base}empty`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return count === 1 ? base : `${base}${count}`;
  });
}

const planNames = new WeakMap<FieldPlan, string>();

function nameOf(plan: FieldPlan): string {
  return getOrMake(planNames, plan, () => toNameKey(plan.name));
}
