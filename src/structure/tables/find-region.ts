import { joinName } from '../analysis/fold-label.ts';
import { atLeast } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/scope.ts';
import { findRepeats, type Repeat } from './blocks/find-repeats.ts';
import { type PageParts, readPageParts } from './blocks/read-page-parts.ts';
import { readColumns } from './blocks/read-columns.ts';
import { type ColumnMapping, mapColumns } from './columns/map-columns.ts';
import { joinTables } from './join-tables.ts';
import { readTables } from './read-tables.ts';
import { refineColumns } from './refine-columns.ts';
import type { Column, Region } from './region.ts';

/** Least score of a region; below it the region is about something else. */
const minRegionScore = 0.8;
/** Boost for headers that equal the fields' names: with all of them a region's score is multiplied by four. */
const exactBoost = 3;
/**
 * Exponent of the number of records in a region's score: less than proportional, since a long navigation is not a
 * listing.
 */
const sizeExponent = 0.8;
/** Share of the score of a region beside the content. */
const asideShare = 0.5;
/** Share of the score of a region without the required fields. */
const optionalShare = 0.5;
/**
 * Regions whose columns are taken apart, and the share of the best one's score that they must have: on 112 listings of
 * bench/records.ts the one chosen at last had at least .45 of it.
 */
const maxRefined = 4;
const minRivalShare = 0.4;
/** Records of a region by which it is compared with others; the chosen one is read whole. */
const sampleSize = 30;

/** A region, and the column that fills each field. */
export interface FoundRegion {
  readonly region: Region;
  readonly columns: ReadonlyMap<FieldPlan, Column>;
}

interface RankedRegion {
  readonly region: Region;
  readonly columns: readonly Column[];
  readonly mapping: ColumnMapping;
  readonly score: number;
}

/**
 * Returns the table or listing whose columns fit the fields best. All are compared by some of their records; those that
 * fit best also by the parts of their columns.
 */
export function findRegion(plans: readonly FieldPlan[], scope: Scope): FoundRegion | undefined {
  const { page } = scope.facts;
  const names = plans.flatMap(({ name, labels }) => [name, ...labels]);
  const tables = readTables(page, new Set(names.map((name) => joinName(name))), scope.facts.cuts);
  const rankedTables = joinTables(page, tables, scope.prompt)
    .map((region) => rank(plans, scope, region, pickRows(region, sampleRows(region))))
    .toSorted(byScore);
  const [table] = rankedTables;
  // A table whose headers are the fields' names is what is asked for: nothing is compared with it.
  if (table?.mapping.exactShare === 1) {
    const { region } = table;
    return { region, columns: rank(plans, scope, region, region.columns).mapping.columns };
  }
  const parts = readPageParts(page);
  const listings = findRepeats(page, parts.steps)
    .map((repeat) => toRegion(parts, repeat))
    .map((region) => rank(plans, scope, region, readRows(parts, region, sampleRows(region))));
  const best = [...rankedTables, ...listings]
    .toSorted(byScore)
    .slice(0, maxRefined)
    .filter(({ score }, _, [first]) => score >= (first?.score ?? 0) * minRivalShare)
    .map(({ region, columns }) =>
      rank(plans, scope, region, refineColumns(parts, region, sampleRows(region), columns)),
    )
    .toSorted(byScore)[0];
  if (best === undefined || best.mapping.score < minRegionScore) return undefined;
  const { region } = best;
  if (region.size <= sampleSize) return { region, columns: best.mapping.columns };
  const rows = region.blocks.map((_, row) => row);
  const wanted = new Set([...best.mapping.columns.values()].map(({ key }) => key));
  const columns = refineColumns(parts, region, rows, readRows(parts, region, rows), wanted);
  return { region, columns: rank(plans, scope, region, columns).mapping.columns };
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
function sampleRows({ size }: Region): readonly number[] {
  const count = Math.min(size, sampleSize);
  return Array.from({ length: count }, (_, at) => Math.floor((at * size) / count));
}

/** The columns of some rows: those of a table picked, those of a listing read. */
function readRows(parts: PageParts, region: Region, rows: readonly number[]): readonly Column[] {
  if (region.kind === 'table') return pickRows(region, rows);
  return readColumns(
    parts,
    rows.map((row) => region.blocks[row]),
  );
}

function pickRows(region: Region, rows: readonly number[]): readonly Column[] {
  return region.columns.map((column) => ({
    ...column,
    cells: rows.map((row) => column.cells[row]),
  }));
}

function rank(
  plans: readonly FieldPlan[],
  scope: Scope,
  region: Region,
  columns: readonly Column[],
): RankedRegion {
  const { page, zones } = scope.facts;
  const mapping = mapColumns(plans, columns, page.reading.url);
  const boost = 1 + exactBoost * mapping.exactShare ** 2;
  const size = Math.log2(1 + region.size) ** sizeExponent;
  const required = atLeast(optionalShare, mapping.requiredShare);
  const aside = zones.isAside(region.element) ? asideShare : 1;
  return { region, columns, mapping, score: mapping.score * size * boost * required * aside };
}
