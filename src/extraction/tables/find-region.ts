import { addAll } from '../../runtime/collections.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import { atLeast } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { joinName } from '../lexicon/fold-label.ts';
import { asksBesidePrice } from './cell-amounts.ts';
import { leadsToRecords } from './column-links.ts';
import { shapeOf } from './column-shape.ts';
import type { Column, FoundRegion, Region } from './column.ts';
import { type Repeat, findRepeats } from './find-repeats.ts';
import { holdsEntries } from './fit-column.ts';
import { namesPartsAlone } from './headed-lists.ts';
import { freeListedAmounts, isFilled, joinAmounts } from './column-amounts.ts';
import { fillSections, joinTables } from './join-tables.ts';
import { isHeadedBy, readTitles } from './parts-of-list.ts';
import { type PageParts, countRuns } from './list-runs.ts';
import { type ColumnMapping, mapColumns, minScore } from './map-columns.ts';
import { nameRows } from './name-rows.ts';
import { readColumns } from './read-columns.ts';
import { readPageParts } from './read-page-parts.ts';
import { readTables } from './read-tables.ts';
import { isOfNoPersons, isOfSentences, isOfVisitors } from './refute-list.ts';
import { splitColumn } from './split-column.ts';

/** Share of the fields that a list has at least for its heading to say that it is the one that is asked for. */
const minHeadedShare = 0.5;
/** Least score of a region; below it the region is about something else. */
const minRegionScore = 0.8;
/** Boost for headers that equal the fields' names: with all of them a region's score is multiplied by four. */
const exactBoost = 3;
/** Exponent of the number of records: less than proportional, since a long navigation is not a listing. */
const sizeExponent = 0.8;
const asideShare = 0.5;
/** Share of the fields that a list in a menu, a side bar or the like has at least to be what is asked for. */
const minAsideShare = 0.75;
const optionalShare = 0.5;

/**
 * Regions whose columns are taken apart: on 112 listings of bench/records.ts the chosen one had at least .45 of the best score.
 */
const maxRefined = 3;

const minRivalShare = 0.45;
const sampleSize = 30;

/**
 * Records by which all listings of a page are compared first, and the listings that are read further. Reading 30 records of each took
 * half of the time; no answer on bench/records.ts differs.
 */
const firstSampleSize = 6;

const maxFinalists = 4;
const minFinalistShare = 0.4;
/** The score for each field that a table must have for listings of fewer records not to be compared with it. */
const usualFit = 0.8;
/** Listings that are compared by records: those with most text, and of the others some that may have all that is asked for. */
const maxCompared = 16;
const maxFurtherCompared = 4;
/** Blocks whose texts are counted. */
const countedBlocks = 4;

function isLinked(column: Column): boolean {
  return shapeOf(column).linked >= minLinked && leadsToRecords(column);
}

/** Fields from which on a list with one of them is not what is asked for. */
const minWanted = 3;
const minLinked = 0.5;

interface RankedRegion {
  readonly region: Region;
  readonly columns: readonly Column[];
  readonly mapping: ColumnMapping;
  readonly score: number;
}

interface RegionChoice {
  readonly mayBe?: (region: Region) => boolean;
  /** Whether the lists in the records of another one are looked for, all of them as one. */
  readonly isInner?: boolean;
}

/** The table or listing, of those that may be it, whose columns fit the fields best, compared by some records, the best also by parts of columns. */
export function findRegion(
  plans: readonly FieldPlan[],
  scope: Scope,
  name: string,
  { mayBe = () => true, isInner = false }: RegionChoice = {},
): FoundRegion | undefined {
  const { page } = scope.facts;
  const names = plans.flatMap(({ name, labels }) => [name, ...labels]);
  const tables = isInner
    ? []
    : readTables(page, new Set(names.map((name) => joinName(name))), scope.facts.cuts);
  const rankedTables = joinTables(page, tables, scope.prompt, plans)
    .map((region) => fillSections(region, plans))
    .map((region) => nameRows(region, name))
    .filter(mayBe)
    .map((region) => rank(plans, scope, region, pickRows(region, sampleRows(region))))
    .toSorted(byScore);
  const isAsked = ({ region, mapping, score }: RankedRegion): boolean =>
    score > 0 &&
    mapping.columns.size >= minHeadedShare * plans.length &&
    isHeadedBy(page, region, name);
  const table = preferHeaded(rankedTables, isAsked);
  // A table whose headers are the fields' names is what is asked for: nothing is compared with it.
  if (table?.mapping.exactShare === 1) {
    const { region } = table;
    return { region, columns: rank(plans, scope, region, region.columns).mapping.columns };
  }
  const isNamed =
    table !== undefined &&
    table.mapping.isNamed &&
    table.score >= usualFit * plans.length * weighSize(table.region.size) &&
    !scope.facts.zones.isAside(table.region.element);
  const mostNamed = isNamed ? table.region.size : 0;
  const parts = readPageParts(page);
  const listings = chooseRepeats(parts, scope, plans.length, isInner)
    .filter(({ blocks }) => blocks.length > mostNamed)
    .map((repeat) => toRegion(parts, repeat))
    .filter(mayBe)
    .map((region) => {
      const rows = sampleRows(region, firstSampleSize);
      return rank(plans, scope, region, readRows(parts, region, rows));
    });
  const readFurther = (listing: RankedRegion): RankedRegion => {
    const { region } = listing;
    if (region.size <= firstSampleSize) return listing;
    return rank(plans, scope, region, readRows(parts, region, sampleRows(region)));
  };
  const refine = ({ region, columns }: RankedRegion): RankedRegion =>
    rank(plans, scope, region, refineColumns(plans, parts, region, sampleRows(region), columns));
  const finalists = new Set(
    listings
      .toSorted(byScore)
      .slice(0, maxFinalists)
      .filter(({ score }, _, [first]) => score >= (first?.score ?? 0) * minFinalistShare),
  );
  const asked = listings.toSorted(byScore).find(isAsked);
  if (asked !== undefined) finalists.add(asked);
  // Of equal ones the first of the page wins.
  const finals = listings.filter((listing) => finalists.has(listing)).map(readFurther);
  const rivals = [...rankedTables, ...finals].toSorted(byScore);
  const leading = rivals
    .slice(0, maxRefined)
    .filter(({ score }, _, [first]) => score >= (first?.score ?? 0) * minRivalShare);
  const headed = rivals.find(isAsked);
  const refined = [...new Set([...leading, ...(headed === undefined ? [] : [headed])])]
    .map(refine)
    .toSorted(byScore);
  const chosen = preferHeaded(refined, isAsked);
  if (chosen === undefined || chosen.score === 0) return undefined;
  // One of several things that are asked for is found anywhere; what leads somewhere is one of a list.
  const isAnyText = plans.length >= minWanted && chosen.region.kind === 'repeat';
  if (isAnyText && chosen.mapping.columns.size < 2 && !chosen.columns.some(isLinked))
    return undefined;
  // Of a list of linked names nothing but the names can be asked for.
  const isOfNames = plans.length === 1 && !scope.facts.zones.isAside(chosen.region.element);
  if (chosen.mapping.fullScore < (isOfNames ? minScore : minRegionScore)) return undefined;
  const best = findWhole(chosen, listings, ({ region }) => {
    const rows = sampleRows(region);
    return refine(rank(plans, scope, region, readRows(parts, region, rows, rareFill)));
  });
  const { region } = best;
  if (region.size <= sampleSize) return { region, columns: best.mapping.columns };
  const rows = region.blocks.map((_, row) => row);
  const wanted = new Set([...best.mapping.columns.values()].map(({ key }) => key));
  const read = readRows(parts, region, rows, best === chosen ? undefined : rareFill);
  const columns = refineColumns(plans, parts, region, rows, read, wanted);
  return { region, columns: rank(plans, scope, region, columns).mapping.columns };
}

/** The first region that stands under the heading that is asked for and fills all fields of the best one; else the best one. */
function preferHeaded(
  ranked: readonly RankedRegion[],
  isAsked: (region: RankedRegion) => boolean,
): RankedRegion | undefined {
  const [first] = ranked;
  const wanted = [...(first?.mapping.columns.keys() ?? [])];
  return (
    ranked.find(
      (region) => wanted.every((plan) => region.mapping.columns.has(plan)) && isAsked(region),
    ) ?? first
  );
}

/**
 * The listings that are worth reading, told without reading them: a few short records have less text than each of many menus, whose
 * entries have one text each and stand aside.
 */
function chooseRepeats(
  parts: PageParts,
  { facts: { zones } }: Scope,
  wanted: number,
  isInner: boolean,
): readonly Repeat[] {
  const all = findRepeats(parts.page, parts.steps, isInner);
  const further = all.slice(maxCompared).filter(({ parents, blocks }) => {
    if (parents.every((parent) => zones.isAside(parent))) return false;
    const counted = blocks.slice(0, countedBlocks);
    const texts = counted.reduce((sum, { from, to }) => sum + countRuns(parts.runs, from, to), 0);
    return texts >= wanted * counted.length;
  });
  return [...all.slice(0, maxCompared), ...further.slice(0, maxFurtherCompared)];
}

/** Least share of the records of a whole list that have what all of a part of it have: a former price. */
const rareFill = 0.1;

/**
 * Records that lack a value are records: returns the list that holds all blocks of the chosen one and some more, where it fills the
 * same fields; else the chosen one.
 */
function findWhole(
  chosen: RankedRegion,
  listings: readonly RankedRegion[],
  refine: (region: RankedRegion) => RankedRegion,
): RankedRegion {
  const { region, mapping } = chosen;
  if (region.kind !== 'repeat') return chosen;
  const starts = new Set(region.blocks.map(({ start }) => start));
  const whole = listings
    .filter(
      (other) =>
        other.region.size > region.size &&
        other.region.size * rareFill <= region.size &&
        other.region.blocks.filter(({ start }) => starts.has(start)).length === region.size,
    )
    .toSorted(byScore)[0];
  if (whole === undefined) return chosen;
  const refined = refine(whole);
  const isAsFull = [...mapping.columns.keys()].every((plan) => refined.mapping.columns.has(plan));
  const columns = Array.from(mapping.columns.keys()).flatMap(
    (plan) => refined.mapping.columns.get(plan) ?? [],
  );
  const areRecords = sampleRows(refined.region).every((row, at) => {
    const filled = columns.filter(({ cells }) => isFilled(cells[at])).length;
    return starts.has(refined.region.blocks[row]?.start ?? -1) || filled * 2 >= columns.length;
  });
  return isAsFull && areRecords ? refined : chosen;
}

function byScore(a: RankedRegion, b: RankedRegion): number {
  return b.score - a.score;
}

function toRegion(parts: PageParts, { parents, starts, blocks }: Repeat): Region {
  const element = parents[0] ?? parts.page.elements[0];
  if (element === undefined) throw new TypeError('A repeat has no parent.');
  return { kind: 'repeat', columns: [], size: blocks.length, element, starts, blocks };
}

/** Rows spread over a region; all of a small one. */
function sampleRows({ size }: Region, most = sampleSize): readonly number[] {
  const count = Math.min(size, most);
  return Array.from({ length: count }, (_, at) => Math.floor((at * size) / count));
}

/** The columns of some rows: those of a table picked, those of a listing read. */
function readRows(
  parts: PageParts,
  region: Region,
  rows: readonly number[],
  minFill?: number,
): readonly Column[] {
  if (region.kind === 'table') return pickRows(region, rows);
  const blocks = rows.map((row) => region.blocks[row]);
  const columns = readColumns(parts, blocks, minFill);
  return [...columns, ...joinAmounts(columns)];
}

function pickRows(region: Region, rows: readonly number[]): readonly Column[] {
  return region.columns.map((column) => ({
    ...column,
    cells: rows.map((row) => column.cells[row]),
  }));
}

function weighSize(size: number): number {
  return Math.log2(1 + size) ** sizeExponent;
}

function rank(
  plans: readonly FieldPlan[],
  scope: Scope,
  region: Region,
  columns: readonly Column[],
): RankedRegion {
  const { page, zones } = scope.facts;
  const mapping = mapWithListedAmounts(plans, columns, page);
  const isOther =
    namesPartsAlone(plans, mapping.columns, region, page) ||
    isOfVisitors(plans, scope, region) ||
    isOfSentences(scope, region) ||
    isOfNoPersons(mapping.columns, scope, region);
  if (isOther) return { region, columns, mapping, score: 0 };
  const boost = 1 + exactBoost * mapping.exactShare ** 2;
  const size = weighSize(region.size);
  const required = atLeast(optionalShare, mapping.requiredShare);
  const isAside = zones.isAside(region.element);
  const isMenu =
    isAside &&
    region.kind === 'repeat' &&
    Array.from(mapping.columns).some(([plan, column]) => holdsEntries(plan, column));
  const lacksMuch = mapping.columns.size < minAsideShare * plans.length;
  const aside =
    isAside && (isMenu || (region.kind === 'repeat' && lacksMuch)) ? 0 : isAside ? asideShare : 1;
  return { region, columns, mapping, score: mapping.score * size * boost * required * aside };
}

/** As `mapColumns`; where the page calls every amount of a list usual, they are its prices. */
function mapWithListedAmounts(
  plans: readonly FieldPlan[],
  columns: readonly Column[],
  page: PageIndex,
): ColumnMapping {
  const mapping = mapColumns(plans, columns, page);
  const lacksPrice = plans.some(
    (plan) => plan.kind === 'money' && !asksBesidePrice(plan) && !mapping.columns.has(plan),
  );
  const freed = lacksPrice ? freeListedAmounts(columns) : undefined;
  return freed === undefined ? mapping : mapColumns(plans, freed, page);
}

const maxColumns = 240;
/** Between the key of a column and that of what stands inside of its cells. */
const insideMark = ' > ';

/** Columns of rows and what stands inside of their cells and texts; with `wanted`, only these are taken apart. */
function refineColumns(
  plans: readonly FieldPlan[],
  parts: PageParts,
  region: Region,
  rows: readonly number[],
  columns: readonly Column[],
  wanted?: ReadonlySet<string>,
): readonly Column[] {
  const opened = new Set(Array.from(wanted ?? [], (key) => key.split(insideMark, 1)[0]));
  const inner =
    region.kind === 'table'
      ? columns
          .filter(({ key }) => wanted === undefined || opened.has(key))
          .flatMap((column) => openCells(parts, column))
      : [];
  const titles = region.starts.length > 1 ? readTitles(plans, parts, region, rows, columns) : [];
  const whole = [...columns, ...inner, ...titles].slice(0, maxColumns);
  const refined = [...whole];
  for (const column of whole) {
    if (refined.length >= maxColumns) break;
    if (wanted === undefined || wanted.has(column.key)) addAll(refined, splitColumn(column));
  }
  return refined;
}

/** The runs and elements inside of a column's cells, lined up as the blocks of a listing are. */
function openCells(parts: PageParts, column: Column): readonly Column[] {
  const blocks = column.cells.map((cell) => cell?.block);
  return readColumns(parts, blocks)
    .filter(({ cells }) =>
      cells.some((cell, row) => cell !== undefined && cell.text !== column.cells[row]?.text),
    )
    .map((part) => ({
      ...part,
      key: `${column.key}${insideMark}${part.key}`,
      header: part.header === '' ? column.header : part.header,
      within: [...part.within, column],
    }));
}
