import { isTag } from 'domhandler';
import { maxOf } from '../../runtime/collections.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { isNumeric } from '../fields/value-read.ts';
import { foldLabel, joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { isPlainWord } from '../lexicon/prompt-words.ts';
import { type Cell, type Column, type Region, orderColumns } from './column.ts';
import { listStarts } from './find-repeats.ts';
import { isHeadedBy } from './parts-of-list.ts';
import {
  describeChoice,
  findSectionPlan,
  findTitle,
  listOuterHeadings,
  nameTitles,
  withoutDates,
} from './section-titles.ts';

/** Gives the headings of a table's sections to the field that asks for them; where none does, a sentence names them. */
export function fillSections(region: Region, plans: readonly FieldPlan[]): Region {
  const { sections, columns } = region;
  if (sections === undefined) return region;
  const titles = [...new Set(sections.map((cell) => cell?.text ?? ''))].filter(Boolean);
  const plan = findSectionPlan(
    plans,
    new Set(columns.map(({ header }) => foldLabel(header))),
    titles.map((title) => splitWords(title.toLowerCase())),
  );
  if (plan !== undefined) {
    const label = findLabels(plan, plans, columns);
    if (label === undefined)
      return { ...region, columns: [...columns, toSectionColumn(plan, sections)] };
    const named = columns.map((column) =>
      column === label ? { ...column, header: plan.name } : column,
    );
    return fillSections({ ...region, columns: named }, plans);
  }
  if (region.note !== undefined) return region;
  const note = `The rows of a table stand under ${nameTitles(titles)}. A field named "section" takes these headings.`;
  return { ...region, note };
}

/**
 * The names of the rows below a blank corner, where a field that could be their section is the only one for a text, and is called more
 * than that: nothing else would tell the classes of assets from each other.
 */
function findLabels(
  plan: FieldPlan,
  plans: readonly FieldPlan[],
  [first]: readonly Column[],
): Column | undefined {
  if (first?.header !== '' || splitWords(plan.name).length < 2) return undefined;
  if (!plans.every((other) => other === plan || isNumeric(other))) return undefined;
  const texts = new Set(first.cells.map((cell) => cell?.text ?? ''));
  return texts.size === first.cells.length && !texts.has('') ? first : undefined;
}

function toSectionColumn(plan: FieldPlan, cells: Column['cells']): Column {
  const words = new Set<string>();
  return { key: 'heading', header: plan.name, words, ownWords: words, cells, within: [], cuts: 0 };
}

/** Headers that two tables have, at least, where one of them has one more. */
const minSameHeaders = 2;

/** Tables whose columns have the same headers, in any order, or of which one has one more. */
function groupByHeaders(tables: readonly Region[]): readonly (readonly Region[])[] {
  const groups = new Map<string, { readonly names: ReadonlySet<string>; tables: Region[] }>();
  for (const table of tables) {
    const names = listNames(table);
    const all = new Set(names);
    const isDistinct = all.size === names.length;
    const key = (isDistinct ? names.toSorted() : names).join('|');
    const known =
      groups.get(key) ??
      (isDistinct
        ? [...groups.values()].find((group) => differByOne(group.names, all))
        : undefined);
    if (known === undefined)
      groups.set(key, { names: isDistinct ? all : new Set(), tables: [table] });
    else known.tables.push(table);
  }
  return Array.from(groups.values(), (group) => group.tables);
}

function listNames({ columns }: Region): readonly string[] {
  return columns.map(({ header }) => joinName(header));
}

function differByOne(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  const [less, more] = first.size < second.size ? [first, second] : [second, first];
  return (
    less.size >= minSameHeaders &&
    more.size === less.size + 1 &&
    [...less].every((name) => more.has(name))
  );
}

interface TitledTable {
  readonly table: Region;
  readonly title: Cell | undefined;
}

interface JoinRequest {
  readonly prompt: string;
  readonly plans: readonly FieldPlan[];
  /** That of the list. */
  readonly name: string;
}

/**
 * Joins tables of the same headers unless their headings differ by more than dates; of those, the ones that the list's name or the
 * prompt names. Where a field asks for the heading, all are joined, and each row has that of its table. Of the one that is headed by
 * the name of the list nothing is open.
 */
export function joinTables(
  page: PageIndex,
  tables: readonly Region[],
  { prompt, plans, name }: JoinRequest,
): readonly Region[] {
  // A field that is a column of any table is none of another's heading.
  const headers = new Set(
    tables.flatMap(({ columns }) => columns.map(({ header }) => foldLabel(header))),
  );
  const asked = new Set(splitWords(prompt.toLowerCase()).filter((word) => !isPlainWord(word)));
  const own = splitWords(name.toLowerCase()).map(toSingular);
  return groupByHeaders(tables).flatMap((group) => {
    if (group.length < 2) return group;
    const titled = addTitles(page, group);
    const titles = titled.map(({ title }) => splitWords(title?.text.toLowerCase() ?? ''));
    const isHeaded = group[0]?.columns.some(({ header }) => header !== '') === true;
    const plan = isHeaded ? findSectionPlan(plans, headers, titles) : undefined;
    const around = listAround(page, titled);
    const called = plan === undefined ? findCalled(titles, around, own) : [];
    const named = preferAsked(titles, {
      called,
      named: findNamed(titles, around, asked),
      asked,
      name: own,
    });
    if (named.length > 0)
      return joinAlike(
        named.flatMap((at) => titled[at] ?? []),
        plan,
      );
    if (plan !== undefined) return joinAlike(titled, plan);
    const forms = Map.groupBy(titled, (_, at) => withoutDates(titles[at] ?? []));
    const joined = [...forms.values()].flatMap((alike) => joinAlike(alike, undefined));
    if (joined.length < 2) return joined;
    const note = `${describeChoice(listTitles(titled))} A field named "section" takes their headings, and all are read.`;
    return joined.map((region) => (isHeadedBy(page, region, name) ? region : { ...region, note }));
  });
}

/** Most characters between two tables of which the second goes on with the first. */
const maxBetween = 200;
/** A sentence, or nothing: other words between two tables call the second one something. */
const nothingOrSentence = /^(?:\S+(?:\s+\S+){2,}[.:!?…])?$/u;

/** Tables with what calls each; one that follows on another of the same columns, with at most a sentence between them, goes on under its heading. */
function addTitles(page: PageIndex, group: readonly Region[]): readonly TitledTable[] {
  const titled: TitledTable[] = [];
  for (const table of group) {
    const before = titled.at(-1);
    const { end = Infinity, textEnd = 0 } = before?.table.element ?? {};
    const { position, textStart } = table.element;
    const isNext =
      table.columns.some(({ header }) => header !== '') &&
      end <= position &&
      textStart - textEnd <= maxBetween &&
      nothingOrSentence.test(page.text.slice(textEnd, textStart).trim());
    const title = table.title ?? findTitle(page, table.element);
    titled.push({ table, title: title ?? (isNext ? before?.title : undefined) });
  }
  return titled;
}

function listTitles(titled: readonly TitledTable[]): readonly string[] {
  return titled.map(({ title }) => title?.text ?? '');
}

/**
 * The titles that have all words of the list's name and fewest others, where some have not, and those in the part of the page below
 * them.
 */
function findCalled(
  titles: readonly (readonly string[])[],
  around: readonly (readonly string[])[],
  name: readonly string[],
): readonly number[] {
  const own = titles.map((title) => countBeside(title, name));
  const inherited = around.map((words, at) => own[at] === undefined && hasAll(words, name));
  const isOne = own.includes(undefined);
  if (name.length === 0 || !isOne) return [];
  const least = own.reduce<number>((best, count = Infinity) => Math.min(best, count), Infinity);
  return titles.flatMap((_, at) =>
    (own[at] !== undefined && own[at] === least) || inherited[at] === true ? at : [],
  );
}

/** How many words stand beside those of a name; `undefined` where it lacks one of these. */
function countBeside(title: readonly string[], name: readonly string[]): number | undefined {
  return hasAll(title, name) ? title.length - name.length : undefined;
}

function hasAll(words: readonly string[], name: readonly string[]): boolean {
  const singular = new Set(words.map(toSingular));
  return name.every((word) => singular.has(word));
}

interface ChosenTitles {
  /** Those that are called as the list is. */
  readonly called: readonly number[];
  /** Those that the prompt names. */
  readonly named: readonly number[];
  readonly asked: ReadonlySet<string>;
  readonly name: readonly string[];
}

/** Of the titles called as the list is those that the prompt names too; the prompt's alone where it names these and others alike, beside the list. */
function preferAsked(
  titles: readonly (readonly string[])[],
  { called, named, asked, name }: ChosenTitles,
): readonly number[] {
  if (called.length === 0 || named.length === 0) return called.length > 0 ? called : named;
  const [isCalled, isNamed] = [new Set(called), new Set(named)];
  const both = called.filter((at) => isNamed.has(at));
  if (both.length === 0) return named;
  const others = named.filter((at) => !isCalled.has(at));
  const wordsBeside = (places: readonly number[]): readonly string[] =>
    places
      .flatMap((at) => titles[at] ?? [])
      .filter((word) => asked.has(word) && !name.includes(toSingular(word)));
  const [own, other] = [wordsBeside(both), wordsBeside(others)];
  const areAskedAlike =
    own.some((word) => !other.includes(word)) && other.some((word) => !own.includes(word));
  return areAskedAlike ? named : both;
}

/** The words of the titles of tables, and of those of other ones that they stand in the same part of the page with: "More" below "Opinions". */
function listAround(
  page: PageIndex,
  titled: readonly TitledTable[],
): readonly (readonly string[])[] {
  const headings = titled.map(({ title }) =>
    title === undefined || !isTag(title.source.node)
      ? undefined
      : page.elementOf(title.source.node),
  );
  const own = new Set(headings);
  return titled.map(({ title }, at) => {
    const outer = listOuterHeadings(page, headings[at]).filter((heading) => own.has(heading));
    const texts = [title?.text ?? '', ...outer.map((heading) => page.lineOf(heading))];
    return texts.flatMap((text) => splitWords(text.toLowerCase()));
  });
}

/** The titles with most words of the prompt, their own or around them, among those that not all of them have; none where no such word is asked for. */
function findNamed(
  titles: readonly (readonly string[])[],
  around: readonly (readonly string[])[],
  asked: ReadonlySet<string>,
): readonly number[] {
  const counts = around.map(
    (words) =>
      new Set(
        words.filter((word) => asked.has(word) && !titles.every((other) => other.includes(word))),
      ).size,
  );
  const most = maxOf(counts);
  return most === 0 ? [] : counts.flatMap((count, at) => (count === most ? [at] : []));
}

/** Says that tables were joined; `undefined` where the same heading is that of all. */
function describeJoin(titled: readonly TitledTable[]): string | undefined {
  const places = titled.map(({ title }) => title?.source.node);
  if (places.every((place) => place === undefined))
    return `${titled.length} tables with the same columns, which no heading names, were joined.`;
  const headings = new Set(places).size;
  if (headings < 2) return undefined;
  const titles = new Set(listTitles(titled));
  const under = titles.size < headings ? `${headings} headings, of which some are alike: ` : '';
  return `${titled.length} tables were joined that stand under ${under}${nameTitles(titles)}. A field named "section" takes their headings.`;
}

function joinAlike(titled: readonly TitledTable[], plan: FieldPlan | undefined): readonly Region[] {
  const tables = titled.map(({ table }) => table);
  const [first] = tables;
  if (first === undefined || (tables.length < 2 && plan === undefined)) return tables;
  const columns = joinColumns(tables);
  const blocks = tables.flatMap((table) => table.blocks);
  const starts = listStarts(tables.map(({ size }) => size));
  const sections = tables.some((table) => table.sections !== undefined)
    ? tables.flatMap((table) => table.sections ?? table.blocks.map(() => undefined))
    : undefined;
  const sums = tables.flatMap((table) => table.sums ?? []);
  const joined = { ...first, columns, starts, blocks, size: blocks.length, sections, sums };
  if (plan === undefined) {
    const note = describeJoin(titled);
    return [note === undefined ? joined : { ...joined, note }];
  }
  const cells = titled.flatMap(({ table: { size }, title }) =>
    Array.from({ length: size }, () => title),
  );
  return [{ ...joined, sections: undefined, columns: [...columns, toSectionColumn(plan, cells)] }];
}

/** The columns of all tables: by their headers where these differ, else by their places. */
function joinColumns(tables: readonly Region[]): readonly Column[] {
  const widest = tables.reduce((most, table) =>
    table.columns.length > most.columns.length ? table : most,
  );
  const names = listNames(widest);
  const isSame = tables.every((table) => listNames(table).every((name, at) => name === names[at]));
  const orders = tables.map((table) =>
    isSame ? undefined : orderColumns(names, listNames(table)),
  );
  return widest.columns.map((column, at) => ({
    ...column,
    cells: tables.flatMap(({ columns, size }, table) => {
      const place = orders[table] === undefined ? at : orders[table][at];
      return columns[place ?? -1]?.cells ?? Array.from({ length: size }, () => undefined);
    }),
  }));
}
