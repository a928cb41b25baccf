import { isTag } from 'domhandler';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { isNumberKind } from '../fields/value-read.ts';
import { findConceptByLabel } from '../lexicon/find-concept.ts';
import { foldLabel, joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { findWeekdays } from '../values/dates/month-names.ts';
import { findNumberLocale } from '../values/numbers/number-locale.ts';
import { shapeOf } from './column-shape.ts';
import type { Cell, Column, Region } from './column.ts';
import { isLink, isTitle, namesOf } from './field-names.ts';
import { isNameless } from './fit-column.ts';
import { isRefuted } from './refute-column.ts';
import { splitMarked } from './split-column.ts';
import { formOf } from './value-forms.ts';

type Columns = ReadonlyMap<FieldPlan, Column>;

interface PlacedList {
  readonly region: Region;
  /** That of the list. */
  readonly name: string;
  readonly facts: PageFacts;
  /** Whether what stands around the list calls it by its name. */
  readonly isCalled: () => boolean;
}

/** Fewer records are too few to tell that all of them have two texts. */
const minRecords = 3;
/** Most characters that the texts beside names have on average; longer ones say more than one thing. */
const maxMeanLength = 40;
/** Share of the names that may be what other things have as well. */
const maxLabelShare = 0.3;
/** Concepts of texts that are told by their place as well: where something is. Others have a form of their own. */
const placeConcepts: ReadonlySet<string> = new Set(['location', 'city', 'country', 'region']);

/**
 * The columns of records that are two texts each, and nothing else: a name beside an amount or a day, whatever marks it, and in a list
 * that is called as the records are asked for, a name and the one other thing that is asked of each. `undefined` where more than one
 * reading is left.
 */
export function mapByPlace(
  plans: readonly FieldPlan[],
  candidates: readonly Column[],
  chosen: Columns,
  list: PlacedList,
): Columns | undefined {
  const { region } = list;
  const asked = plans.filter((plan) => !isLink(plan));
  const name = findName(asked, list.name);
  if (name === undefined || region.size < minRecords) return undefined;
  const pair = findPair(candidates);
  if (pair === undefined) return undefined;
  const typed = findTyped(asked, pair);
  if (typed !== undefined) return isTitle(name) ? placeTyped(name, typed, chosen, list) : undefined;
  return asked.length === 2 ? placeTexts(name, asked, pair, chosen, list) : undefined;
}

/** The field for what a record is called: the only one of names, or the first where it is called as one of the records is. */
function findName(asked: readonly FieldPlan[], list: string): FieldPlan | undefined {
  const [title, another] = asked.filter(isTitle);
  if (title !== undefined) return another === undefined ? title : undefined;
  const [first] = asked;
  const isOne = first !== undefined && joinName(first.name) === joinName(toSingular(list));
  return isOne && first.kind === 'text' ? first : undefined;
}

type Pair = readonly [Column, Column];

/** The only two texts of each record, in their order: two parts of it, or what a mark parts the only one into. */
function findPair(candidates: readonly Column[]): Pair | undefined {
  const whole = candidates.filter(
    (column) => column.cuts === 0 && column.isList !== true && shapeOf(column).pictures === 0,
  );
  const around = new Set(whole.flatMap(({ within }) => within));
  const [first, second, another] = whole.filter((column) => !around.has(column));
  if (first === undefined || another !== undefined) return undefined;
  if (second !== undefined) return [first, second];
  const parts = splitMarked(first);
  const pairs = parts.flatMap((part) =>
    parts.flatMap((rest): readonly Pair[] =>
      part !== rest && areHalves(first, part, rest) ? [[part, rest]] : [],
    ),
  );
  const kinds = new Set(pairs.map(([{ cells }]) => cells.map((cell) => cell?.text).join('\n')));
  return kinds.size === 1 ? pairs[0] : undefined;
}

/** Whether two parts of texts are all that these say, one behind the other. */
function areHalves(whole: Column, part: Column, rest: Column): boolean {
  return whole.cells.every((cell, row) => {
    const [before, behind] = [toLetters(part, row), toLetters(rest, row)];
    return before !== '' && behind !== '' && before + behind === toLetters({ cells: [cell] }, 0);
  });
}

function toLetters({ cells }: Pick<Column, 'cells'>, row: number): string {
  return (cells[row]?.text ?? '').replace(/[^\p{L}\p{N}]+/gu, '');
}

interface Typed {
  readonly plan: FieldPlan;
  readonly column: Column;
  readonly rest: Column;
}

/** The one text of two that is an amount or a day in each record, where one field asks for such. */
function findTyped(asked: readonly FieldPlan[], [first, second]: Pair): Typed | undefined {
  const kinds = ['money', 'date'] as const;
  const found = kinds.flatMap((kind) => {
    const [plan, another] = asked.filter((one) => one.kind === kind);
    if (plan === undefined || another !== undefined) return [];
    const are = ({
      dates,
      amounts,
    }: {
      readonly dates: number;
      readonly amounts: number;
    }): boolean => (kind === 'money' ? amounts : dates) === 1;
    const [isFirst, isSecond] = [are(shapeOf(first)), are(shapeOf(second))];
    if (isFirst === isSecond) return [];
    return { plan, column: isFirst ? first : second, rest: isFirst ? second : first };
  });
  return found.length === 1 ? found[0] : undefined;
}

function placeTyped(
  name: FieldPlan,
  { plan, column, rest }: Typed,
  chosen: Columns,
  { facts, isCalled }: PlacedList,
): Columns | undefined {
  if (!mayTake(chosen, name, rest) || !mayTake(chosen, plan, column)) return undefined;
  if (areSame(chosen.get(name), rest) || !mayName(name, rest) || areLabels(rest, [plan], facts))
    return undefined;
  const named = isCalled() ? rest : { ...rest, isPlaced: true };
  return new Map([...chosen, [name, named], [plan, column]]);
}

/** A name and what else is asked of each record: named by a label of its own, else by its place alone, which is told. */
function placeTexts(
  name: FieldPlan,
  asked: readonly FieldPlan[],
  [first, second]: Pair,
  chosen: Columns,
  list: PlacedList,
): Columns | undefined {
  const other = asked.find((plan) => plan !== name);
  if (other === undefined || asked[0] !== name) return undefined;
  if (!mayTake(chosen, name, first) || !mayTake(chosen, other, second)) return undefined;
  const [hasName, hasOther] = [
    areSame(chosen.get(name), first),
    areSame(chosen.get(other), second),
  ];
  if ((hasName && hasOther) || (!hasName && !mayName(name, first))) return undefined;
  if (shapeOf(first).questions > 0 || first.cells.some((cell) => isQuoted(cell?.text)))
    return undefined;
  if (!hasOther && !mayHold(other, second)) return undefined;
  if (areLabels(first, asked, list.facts) || isOfNext(list, second) || !list.isCalled())
    return undefined;
  const placed = hasOther ? second : { ...second, isPlaced: true };
  return new Map([...chosen, [name, first], [other, placed]]);
}

/** Whether short texts may be what records are called. */
function mayName(plan: FieldPlan, column: Column): boolean {
  return isNameless(column) && !isRefuted(namesOf(plan), column, shapeOf(column));
}

/** Whether a field has no column yet, or that one, or one of which it is a part. */
function mayTake(chosen: Columns, plan: FieldPlan, column: Column): boolean {
  const own = chosen.get(plan);
  return own === undefined || areSame(own, column) || column.within.includes(own);
}

/** Whether two columns are one, or parts of a text that say the same. */
function areSame(one: Column | undefined, other: Column): boolean {
  const { cells = [] } = one ?? {};
  return other.cells.every((cell, row) => cell?.text === cells[row]?.text);
}

/** Whether short texts, or bare numbers, may be what a field holds that has no form of its own. */
function mayHold(plan: FieldPlan, column: Column): boolean {
  const shape = shapeOf(column);
  const isPlain = column.header === '' && shape.fill === 1 && shape.dates + shape.amounts === 0;
  if (!isPlain || formOf(plan) !== undefined || column.words.has('heading')) return false;
  if (isNumberKind(plan))
    return plan.kind === 'number' && column.cells.every(isBareNumber) && !areCounted(column);
  const isAny = plan.concept === undefined || placeConcepts.has(plan.concept.name);
  return (
    plan.kind === 'text' &&
    isAny &&
    plan.shape === 'scalar' &&
    plan.fits === undefined &&
    shape.meanLength <= maxMeanLength &&
    // What begins with a small letter goes on with a sentence.
    column.cells.every((cell) => !/^\p{Ll}/u.test(cell?.text ?? '')) &&
    !/\p{Nd}/u.test(column.cells.map((cell) => cell?.text ?? '').join('')) &&
    shape.sentences + shape.citations + shape.questions === 0
  );
}

/** Whether a text is what somebody says. */
const isQuoted = (text = ''): boolean => /^["'“”„«‘‚「]/u.test(text);

const isBareNumber = (cell: Cell | undefined): boolean =>
  /^\p{Nd}[\p{Nd}.,'’\s]{0,20}$/u.test(cell?.text ?? '');

/** Whether numbers are those of the records themselves: 1, 2, 3. */
function areCounted({ cells }: Column): boolean {
  const [first, ...others] = cells.map((cell) => Number(cell?.text));
  return first !== undefined && others.every((number, at) => number === first + at + 1);
}

/** Whether some names are days of the week, or labels of what any thing may have: the rows of a table of hours, or of properties. */
function areLabels({ cells }: Column, asked: readonly FieldPlan[], { place }: PageFacts): boolean {
  const tag = findNumberLocale(place)?.tag ?? 'en';
  const days = new Set(Array.from(findWeekdays(tag), (day) => foldLabel(day)));
  const own = asked.flatMap(({ labels }) => [...labels]);
  const names = new Set(own);
  const labels = cells.filter((cell) => {
    const label = foldLabel(cell?.text ?? '');
    const isDay = splitWords(label).some((word) => days.has(word));
    return isDay || names.has(label) || findConceptByLabel(label) !== undefined;
  });
  return labels.length > maxLabelShare * cells.length;
}

/** Whether what stands before a list is alike its second texts: each belongs to the name before it, and not behind it. */
function isOfNext({ facts: { page }, region }: PlacedList, second: Column): boolean {
  const first = page.elements[region.blocks[0]?.start ?? -1];
  const node = second.cells.find((cell) => cell !== undefined)?.source.node;
  if (first === undefined || node === undefined || region.kind === 'table') return false;
  const parent = page.elements[first.parent];
  const before = parent && page.childrenOf(parent).findLast(({ end }) => end <= first.position);
  return (
    before !== undefined &&
    isTag(node) &&
    before.node.name === node.name &&
    before.node.attribs['class'] === node.attribs['class'] &&
    page.lineOf(before).length <= maxMeanLength
  );
}
