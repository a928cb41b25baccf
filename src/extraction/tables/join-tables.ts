import { maxOf } from '../../runtime/collections.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { foldLabel, joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { isPlainWord } from '../lexicon/prompt-words.ts';
import { findMonth } from '../values/dates/month-names.ts';
import type { Cell, Column, Region } from './column-shape.ts';
import { listStarts } from './find-repeats.ts';

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
  if (plan !== undefined)
    return { ...region, columns: [...columns, toSectionColumn(plan, sections)] };
  if (region.note !== undefined) return region;
  const note = `The rows of a table stand under ${nameTitles(titles)}. A field named "section" takes these headings.`;
  return { ...region, note };
}

function toSectionColumn(plan: FieldPlan, cells: Column['cells']): Column {
  const words = new Set<string>();
  return { key: 'heading', header: plan.name, words, ownWords: words, cells, within: [], cuts: 0 };
}

const maxTitleDistance = 40;

interface TitledTable {
  readonly table: Region;
  readonly title: Cell | undefined;
}

/**
 * Joins tables of equal headers unless their headings differ by more than dates; of those, the ones that the prompt names. Where a
 * field asks for the heading, all are joined, and each row has that of its table.
 */
export function joinTables(
  page: PageIndex,
  tables: readonly Region[],
  prompt: string,
  plans: readonly FieldPlan[],
): readonly Region[] {
  const groups = Map.groupBy(tables, ({ columns }) =>
    [columns.length, ...columns.map(({ header }) => joinName(header))].join('|'),
  );
  // A field that is a column of any table is none of another's heading.
  const headers = new Set(
    tables.flatMap(({ columns }) => columns.map(({ header }) => foldLabel(header))),
  );
  const asked = new Set(splitWords(prompt.toLowerCase()).filter((word) => !isPlainWord(word)));
  return [...groups.values()].flatMap((group) => {
    if (group.length < 2) return group;
    const titled = group.map((table) => ({ table, title: findTitle(page, table.element) }));
    const titles = titled.map(({ title }) => splitWords(title?.text.toLowerCase() ?? ''));
    const named = findNamed(titles, asked);
    const isHeaded = group[0]?.columns.some(({ header }) => header !== '') === true;
    const plan = isHeaded ? findSectionPlan(plans, headers, titles) : undefined;
    if (named.length > 0)
      return joinAlike(
        named.flatMap((at) => titled[at] ?? []),
        plan,
      );
    if (plan !== undefined) return joinAlike(titled, plan);
    const forms = Map.groupBy(titled, (_, at) => withoutDates(titles[at] ?? []));
    const joined = [...forms.values()].flatMap((alike) => joinAlike(alike, undefined));
    if (joined.length < 2) return joined;
    const note = `The page has ${group.length} tables with these columns, under ${nameTitles(listTitles(titled))}: one was read. A field named "section" takes their headings, and all are read.`;
    return joined.map((region) => ({ ...region, note }));
  });
}

function withoutDates(title: readonly string[]): string {
  return title.filter((word) => !/\d/.test(word) && findMonth(word) === undefined).join(' ');
}

interface PartTitle {
  readonly text: string;
  /** 1 for that of the page. */
  readonly level: number;
}

/** Lower than any heading. */
const noLevel = 7;

/** The headings of the parts of a list, in their order; empty for a part without one. */
export function listPartTitles(page: PageIndex, { starts, blocks }: Region): readonly PartTitle[] {
  return starts.map((start) => {
    const first = page.elements[blocks[start]?.start ?? -1];
    const from = page.elements[blocks[start - 1]?.start ?? -1]?.end ?? 0;
    const heading = first === undefined ? undefined : findHeading(page, first, from);
    return heading === undefined
      ? { text: '', level: noLevel }
      : { text: page.lineOf(heading), level: headingLevel(heading) ?? noLevel };
  });
}

/**
 * The parts of a list whose whole heading is among the words of a request, with those under lower headings behind them; none where all
 * of them are, or none.
 */
export function findAskedParts(titles: readonly PartTitle[], asked: string): readonly number[] {
  const wanted = new Set(splitWords(asked).map(toSingular));
  let above: number | undefined;
  const parts = titles.flatMap(({ text, level }, at) => {
    const words = splitWords(text.toLowerCase()).filter((word) => !isPlainWord(word));
    const isAsked = words.length > 0 && words.every((word) => wanted.has(toSingular(word)));
    if (isAsked) above = level;
    else if (above !== undefined && level <= above) above = undefined;
    return above === undefined ? [] : at;
  });
  return parts.length < titles.length ? parts : [];
}

/** A sentence about a list that goes on under other headings, unless these differ by dates or are those of a register. */
export function nameParts(titles: readonly PartTitle[]): string | undefined {
  const texts = titles.map(({ text }) => text);
  if (texts.includes('')) return undefined;
  const forms = new Set(texts.map((title) => withoutDates(splitWords(title.toLowerCase()))));
  if (forms.size < 2 || texts.every((title) => title.length <= maxRegisterLength)) return undefined;
  return `The list goes on under several headings, and all of it was read: ${nameTitles(texts)}.`;
}

/** "A", "A-C", "0–9". */
const maxRegisterLength = 3;

function listTitles(titled: readonly TitledTable[]): readonly string[] {
  return titled.map(({ title }) => title?.text ?? '');
}

/** Titles that a warning names, and characters of each. */
const maxNamedTitles = 4;
const maxNamedTitle = 40;

/** Some of several titles, quoted. */
export function nameTitles(all: Iterable<string>): string {
  const titles = new Set(all);
  const named = [...titles]
    .slice(0, maxNamedTitles)
    .map((title) => `"${title.slice(0, maxNamedTitle)}"`);
  return named.join(', ') + (titles.size > named.length ? ' and others' : '');
}

/** Names of fields for what tables stand under. */
const sectionNouns: ReadonlySet<string> = new Set(
  (
    'section category group year period season region division class type kind heading department chapter part ' +
    'abschnitt kategorie gruppe jahr bereich rubrique catégorie groupe année sección categoría grupo año sezione categoria gruppo anno'
  ).split(' '),
);

/** Names of fields for a time, which take headings that tell one. */
const timeNouns: ReadonlySet<string> = new Set(
  'day date month week weekday tag datum monat woche jour mois semaine fecha día mes giorno data mese'.split(
    ' ',
  ),
);

/** The field that asks for the headings of the parts of a list. */
export function findPartPlan(
  plans: readonly FieldPlan[],
  columns: readonly Column[],
  titles: readonly string[],
): FieldPlan | undefined {
  const headers = new Set(columns.map(({ header }) => foldLabel(header)).filter(Boolean));
  const words = titles.map((title) => splitWords(title.toLowerCase()));
  return findSectionPlan(plans, headers, words);
}

/** The field that asks for the heading of a table: it is no column, and named for a part, or as all of the headings are. */
function findSectionPlan(
  plans: readonly FieldPlan[],
  headers: ReadonlySet<string>,
  titles: readonly (readonly string[])[],
): FieldPlan | undefined {
  const areNamed = titles.every((title) => title.length > 0);
  if (!areNamed || new Set(titles.map((title) => title.join(' '))).size < 2) return undefined;
  const joined = new Set(Array.from(headers, joinName));
  return plans.find(({ name, labels }) => {
    const noun = splitWords(name).at(-1) ?? '';
    if (headers.has(noun) || joined.has(joinName(name))) return false;
    if ([...labels].some((label) => headers.has(label))) return false;
    if (timeNouns.has(noun)) return titles.every(tellsTime);
    return sectionNouns.has(noun) || titles.every((title) => title.includes(noun));
  });
}

function tellsTime(title: readonly string[]): boolean {
  return (
    title.some((word) => findMonth(word) !== undefined) && title.some((word) => /\d/.test(word))
  );
}

/** The titles with most words of the prompt among those that not all of them have; none where no such word is asked for. */
function findNamed(
  titles: readonly (readonly string[])[],
  asked: ReadonlySet<string>,
): readonly number[] {
  const counts = titles.map(
    (title) =>
      new Set(
        title.filter((word) => asked.has(word) && !titles.every((other) => other.includes(word))),
      ).size,
  );
  const most = maxOf(counts);
  return most === 0 ? [] : counts.flatMap((count, at) => (count === most ? [at] : []));
}

function joinAlike(titled: readonly TitledTable[], plan: FieldPlan | undefined): readonly Region[] {
  const tables = titled.map(({ table }) => table);
  const [first] = tables;
  if (first === undefined || (tables.length < 2 && plan === undefined)) return tables;
  const columns: Column[] = first.columns.map((column, at) => ({
    ...column,
    cells: tables.flatMap((table) => table.columns[at]?.cells ?? []),
  }));
  const blocks = tables.flatMap((table) => table.blocks);
  const starts = listStarts(tables.map(({ size }) => size));
  const sections = tables.some((table) => table.sections !== undefined)
    ? tables.flatMap((table) => table.sections ?? table.blocks.map(() => undefined))
    : undefined;
  const sums = tables.flatMap((table) => table.sums ?? []);
  const joined = { ...first, columns, starts, blocks, size: blocks.length, sections, sums };
  const titles = new Set(titled.map(({ title }) => title?.text));
  if (plan === undefined) {
    const note = `${tables.length} tables were joined that stand under ${nameTitles(listTitles(titled))}. A field named "section" takes their headings.`;
    return [titles.size < 2 ? joined : { ...joined, note }];
  }
  const cells = titled.flatMap(({ table: { size }, title }) =>
    Array.from({ length: size }, () => title),
  );
  return [{ ...joined, sections: undefined, columns: [...columns, toSectionColumn(plan, cells)] }];
}

/** What the caption of a table or the heading before a list calls it. */
export function findRegionTitle(page: PageIndex, { kind, element, blocks }: Region): string {
  if (kind === 'table') return findTitle(page, element)?.text ?? '';
  const first = page.elements[blocks[0]?.start ?? -1];
  const heading = first === undefined ? undefined : findHeading(page, first, 0);
  return heading === undefined ? '' : page.lineOf(heading);
}

/** The caption of a table, or the heading before it; `undefined` when another table stands between. */
function findTitle(page: PageIndex, table: IndexedElement): Cell | undefined {
  const caption = page.childrenOf(table).find(({ node }) => node.name === 'caption');
  if (caption !== undefined) return toTitle(page, caption);
  const heading = findHeading(page, table, 0);
  return heading === undefined ? undefined : toTitle(page, heading);
}

/** The nearest heading before an element, as far as no row of a table stands between. */
function findHeading(
  page: PageIndex,
  { position }: IndexedElement,
  from: number,
): IndexedElement | undefined {
  const first = Math.max(from, position - maxTitleDistance);
  for (let at = position - 1; at >= first; at -= 1) {
    const element = page.elements[at];
    if (element === undefined || element.node.name === 'tr') break;
    if (headingLevel(element) !== undefined)
      return page.lineOf(element) === '' ? undefined : element;
  }
  return undefined;
}

function toTitle(page: PageIndex, element: IndexedElement): Cell | undefined {
  const text = page.lineOf(element);
  return text === '' ? undefined : { text, source: { node: element.node }, href: undefined };
}
