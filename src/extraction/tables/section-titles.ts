import { getOrMake, toWordSet } from '../../runtime/collections.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { joinName, splitWords } from '../lexicon/fold-label.ts';
import { findMonth } from '../values/dates/month-names.ts';
import type { Cell, Region } from './column.ts';

/** Names of fields for what tables stand under. */
const sectionNouns: ReadonlySet<string> = toWordSet(
  'section category group year period season region division class type kind heading department chapter part ' +
    'abschnitt kategorie gruppe jahr bereich rubrique catégorie groupe année sección categoría grupo año sezione categoria gruppo anno',
);

/** Names of fields for a time, which take headings that tell one. */
export const timeNouns: ReadonlySet<string> = toWordSet(
  'day date month week weekday tag datum monat woche jour mois semaine fecha día mes giorno data mese',
);

/** The field that asks for the heading of a table: it is no column, and named for a part, or as all of the headings are. */
export function findSectionPlan(
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
    if (titles.every((title) => title.includes(noun))) return true;
    return timeNouns.has(noun) ? titles.every(tellsTime) : sectionNouns.has(noun);
  });
}

/** Whether the words of a text tell a month and a number: a day of it, or the year. */
export function tellsTime(title: readonly string[]): boolean {
  return (
    title.some((word) => findMonth(word) !== undefined) && title.some((word) => /\d/.test(word))
  );
}

export function withoutDates(title: readonly string[]): string {
  return title.filter((word) => !/\d/.test(word) && findMonth(word) === undefined).join(' ');
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

/** A sentence about several tables with the columns that are asked for, of which one was read. */
export function describeChoice(titles: readonly string[]): string {
  const under = titles.every((title) => title === '') ? '' : `, under ${nameTitles(titles)}`;
  return `The page has ${titles.length} tables with these columns${under}: one was read.`;
}

/** What the caption of a table or the heading before a list calls it. */
export function findRegionTitle(page: PageIndex, { kind, element, blocks }: Region): string {
  if (kind === 'table') return findTitle(page, element)?.text ?? '';
  const first = page.elements[blocks[0]?.start ?? -1];
  const heading = first === undefined ? undefined : findHeading(page, first, 0);
  return heading === undefined ? '' : page.lineOf(heading);
}

/** The caption of a table, or the heading before it; `undefined` when another table stands between. */
export function findTitle(page: PageIndex, table: IndexedElement): Cell | undefined {
  const caption = page.childrenOf(table).find(({ node }) => node.name === 'caption');
  if (caption !== undefined) return toTitle(page, caption);
  const heading = findHeading(page, table, 0);
  return heading === undefined ? undefined : toTitle(page, heading);
}

const maxTitleDistance = 40;

/** The nearest heading before an element, as far as no row of a table stands between. */
export function findHeading(
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

const outerHeadings = new WeakMap<
  PageIndex,
  ReadonlyMap<IndexedElement, readonly IndexedElement[]>
>();

/** The headings of the parts of a page that the part under a heading is itself a part of; all of a page is below its title, which is none. */
export function listOuterHeadings(
  page: PageIndex,
  heading: IndexedElement | undefined,
): readonly IndexedElement[] {
  const outer = getOrMake(outerHeadings, page, () => readOuterHeadings(page));
  return heading === undefined ? [] : (outer.get(heading) ?? []);
}

function readOuterHeadings(
  page: PageIndex,
): ReadonlyMap<IndexedElement, readonly IndexedElement[]> {
  const outer = new Map<IndexedElement, readonly IndexedElement[]>();
  let open: readonly IndexedElement[] = [];
  for (const element of page.elements) {
    const level = headingLevel(element);
    if (level === undefined) continue;
    open = open.filter((other) => (headingLevel(other) ?? 0) < level);
    outer.set(element, open);
    if (level > 1) open = [...open, element];
  }
  return outer;
}

function toTitle(page: PageIndex, element: IndexedElement): Cell | undefined {
  const text = page.lineOf(element);
  return text === '' ? undefined : { text, source: { node: element.node }, href: undefined };
}
