import { headingLevel } from '../analysis/find-zones.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { foldLabel, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { isPlainWord } from '../lexicon/prompt-words.ts';
import { readDate } from '../values/dates/read-date.ts';
import { isCalled } from './class-words.ts';
import { shapeOf } from './column-shape.ts';
import type { Cell, Column, FoundRegion, Region } from './column.ts';
import { type PageParts, type TextRun, sliceRuns } from './list-runs.ts';
import {
  findHeading,
  findRegionTitle,
  findSectionPlan,
  nameTitles,
  tellsTime,
  timeNouns,
  withoutDates,
} from './section-titles.ts';
import { isDate } from './text-kinds.ts';

/** The parts of a list whose headings are asked for; all of it where none is, which a sentence says. */
export function takeAskedParts(
  found: FoundRegion,
  { facts, prompt }: Scope,
  name: string,
): FoundRegion {
  const { region, columns } = found;
  if (region.kind === 'table' || region.starts.length < 2) return found;
  const titles = listPartTitles(facts.page, region);
  const byName = findAskedParts(titles, name);
  const parts = new Set(byName.length > 0 ? byName : findAskedParts(titles, prompt));
  if (parts.size === 0) {
    const hasHeadings = Array.from(columns.values()).some(isPartTitle);
    const note = hasHeadings ? undefined : nameParts(titles);
    if (note !== undefined) facts.cuts.add(note);
    return found;
  }
  const rows = region.blocks.flatMap((_, row) =>
    parts.has(region.starts.findLastIndex((start) => start <= row)) ? row : [],
  );
  const [read, others] = [true, false].map((isRead) =>
    nameTitles(
      titles.flatMap(({ text }, at) => (parts.has(at) === isRead && text !== '' ? text : [])),
    ),
  );
  facts.cuts.add(`Of a list the part under ${read} was read; it goes on under ${others}.`);
  const pick = <Item>(items: readonly Item[]): readonly Item[] =>
    rows.flatMap((row) => items.slice(row, row + 1));
  const blocks = pick(region.blocks);
  return {
    region: { ...region, blocks, size: blocks.length, starts: [0] },
    columns: new Map(
      Array.from(columns, ([plan, column]) => [plan, { ...column, cells: pick(column.cells) }]),
    ),
  };
}

/** Whether the heading of a list, or of a part of it, or of a column of a table is the name that is asked for, word for word. */
export function isHeadedBy(page: PageIndex, region: Region, name: string): boolean {
  const wanted = toKey(name);
  if (wanted === '') return false;
  if (region.kind === 'table')
    return (
      toKey(findRegionTitle(page, region)) === wanted ||
      region.columns.some(({ header }) => namesRecords(header, wanted))
    );
  return listPartTitles(page, region).some(({ text }) => toKey(text) === wanted);
}

/** Whether a header is what all records are called, by all words of the name: "Cat Breed" for `cat_breeds`. */
function namesRecords(header: string, wanted: string): boolean {
  return wanted.includes(' ') && toKey(header) === wanted;
}

function toKey(title: string): string {
  return splitWords(title)
    .map((word) => toSingular(word.toLowerCase()))
    .join(' ');
}

interface PartTitle {
  readonly text: string;
  /** 1 for that of the page. */
  readonly level: number;
}

/** Lower than any heading. */
const noLevel = 7;

/** The headings of the parts of a list, in their order; empty for a part without one. */
function listPartTitles(page: PageIndex, { starts, blocks }: Region): readonly PartTitle[] {
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
function findAskedParts(titles: readonly PartTitle[], asked: string): readonly number[] {
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

/** "A", "A-C", "0–9". */
const maxRegisterLength = 3;

/** A sentence about a list that goes on under other headings, unless these differ by dates or are those of a register. */
function nameParts(titles: readonly PartTitle[]): string | undefined {
  const texts = titles.map(({ text }) => text);
  if (texts.includes('')) return undefined;
  const forms = new Set(texts.map((title) => withoutDates(splitWords(title.toLowerCase()))));
  if (forms.size < 2 || texts.every((title) => title.length <= maxRegisterLength)) return undefined;
  return `The list goes on under several headings, and all of it was read: ${nameTitles(texts)}.`;
}

/** Runs before a section that may be its title, and characters of each. */
const maxTitleRuns = 8;
const maxTitleLength = 120;
/** The keys of columns of the headings above the parts of a list begin with it. */
const headingKey = 'section ';

/** Whether a column holds the headings above the parts of a list, which say nothing of what the list is. */
export function isPartTitle({ key }: Column): boolean {
  return key.startsWith(headingKey);
}

/** The title and the date before each section of a list, as values of its records: "June 2014" over June's rulings. */
export function readTitles(
  plans: readonly FieldPlan[],
  parts: PageParts,
  region: Region,
  rows: readonly number[],
  columns: readonly Column[],
): readonly Column[] {
  const titles = region.blocks.map((): Cell | undefined => undefined);
  const dates = region.blocks.map((): Cell | undefined => undefined);
  region.starts.forEach((start, at) => {
    const before = region.blocks[start - 1]?.to ?? 0;
    const from = region.blocks[start]?.from ?? 0;
    const end = region.starts[at + 1] ?? region.size;
    const runs = sliceRuns(parts.runs, before, from)
      .slice(-maxTitleRuns)
      .filter(({ text }) => text.length <= maxTitleLength);
    const title = runs.at(-1);
    if (title !== undefined) titles.fill(toCell(title, title.text), start, end);
    const dated = runs.findLast(({ text }) => isDate(findDate(text)));
    if (dated !== undefined) dates.fill(toCell(dated, findDate(dated.text)), start, end);
  });
  const texts = region.starts.map((start) => titles[start]?.text ?? '');
  const plan = findPartPlan(plans, columns, texts);
  return [titles, dates].map((cells, at) => ({
    key: `${headingKey}${at}`,
    header: at === 0 && plan !== undefined ? plan.name : '',
    words: new Set(),
    ownWords: new Set(),
    cells: rows.map((row) => cells[row]),
    within: [],
    cuts: 1,
  }));
}

function toCell({ parent }: TextRun, text: string): Cell {
  return { text, source: { node: parent.node }, href: undefined };
}

function findDate(text: string): string {
  return readDate(text, {})?.text ?? '';
}

/** The field that asks for the headings of the parts of a list. */
function findPartPlan(
  plans: readonly FieldPlan[],
  columns: readonly Column[],
  titles: readonly string[],
): FieldPlan | undefined {
  const headers = new Set(columns.map(({ header }) => foldLabel(header)).filter(Boolean));
  // Records with a day of their own are not of that of the heading: "Mar 1" below "March 2024".
  const asked = columns.some(tellsOwnTime) ? plans.filter(({ kind }) => kind !== 'date') : plans;
  const words = titles.map((title) => splitWords(title.toLowerCase()));
  return findSectionPlan(asked, headers, words);
}

/** Whether the values of a column are called a date or the like, and tell a day and its month. */
function tellsOwnTime(column: Column): boolean {
  return (
    isCalled(column.ownWords, timeNouns) &&
    shapeOf(column).isMostly(({ text }) => tellsTime(splitWords(text.toLowerCase())))
  );
}
