import type { ContentSource } from '../../page/page-reading.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import { joinName } from '../analysis/fold-label.ts';
import { atLeast } from '../fields/candidate.ts';
import type { Filled } from '../fields/filled.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { findRepeats, type Repeat } from './blocks/find-repeats.ts';
import { readValue } from '../fields/read-value.ts';
import type { Scope } from '../fields/scope.ts';
import { parseDate } from '../values/parse-date.ts';
import { joinTables } from './join-tables.ts';
import { type ColumnMapping, mapColumns } from './columns/map-columns.ts';
import { type PageParts, readPageParts } from './blocks/list-atoms.ts';
import { readColumns } from './blocks/read-columns.ts';
import { readTables } from './read-tables.ts';
import { refineRegion } from './refine-region.ts';
import type { Cell, Column, Region } from './region.ts';

/** Longer listings are cut. */
export const maxRecords = 5_000;
/** Values of all records together; an answer may hold 50,000 in all. */
const maxValues = 45_000;
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
/** Regions whose columns are taken apart. */
const maxRefined = 5;

/** The records that the page shows in a table or another part that repeats; none when nothing fits the fields. */
export function readRecords(plans: readonly FieldPlan[], scope: Scope): readonly Filled[] {
  const best = findRegion(plans, scope);
  if (best === undefined) return [];
  const { region, mapping } = best;
  const records: Filled[] = [];
  const limit = Math.min(maxRecords, Math.floor(maxValues / (plans.length + 1)));
  if (region.size > limit) {
    scope.facts.cuts.add(`Only the first ${limit} of ${region.size} records were read.`);
  }
  for (let row = 0; row < Math.min(region.size, limit); row += 1) {
    const value = new Map<string, unknown>();
    const sources = new Map<string, ContentSource>();
    for (const plan of plans) {
      const cell = mapping.columns.get(plan)?.cells[row];
      const read = cell === undefined ? undefined : readCell(plan, cell, scope, region.kind);
      if (read !== undefined && cell !== undefined) {
        value.set(plan.name, read);
        sources.set(toJsonPointer([plan.name]), cell.source);
      } else if (plan.nullable) value.set(plan.name, null);
    }
    if (sources.size > 0 && hasRequired(plans, sources, mapping.columns)) {
      records.push({ value: Object.fromEntries(value), sources, found: sources.size, missing: [] });
    }
  }
  return records;
}

interface RankedRegion {
  readonly region: Region;
  readonly mapping: ColumnMapping;
  readonly score: number;
}

/** The region whose columns fit the fields best. */
function findRegion(plans: readonly FieldPlan[], scope: Scope): RankedRegion | undefined {
  const [best] = rankRegions(plans, scope);
  return best !== undefined && best.mapping.score >= minRegionScore ? best : undefined;
}

/** The page's regions, those that fit the fields best first; these are looked at in their parts. */
export function rankRegions(plans: readonly FieldPlan[], scope: Scope): readonly RankedRegion[] {
  const { page } = scope.facts;
  const wanted = new Set(
    plans.flatMap(({ name, labels }) => [name, ...labels]).map((name) => joinName(name)),
  );
  const parts = readPageParts(page);
  const regions = [
    ...joinTables(page, readTables(page, wanted), scope.prompt),
    ...findRepeats(page, parts.steps).map((repeat) => toRegion(parts, repeat)),
  ];
  const byScore = (a: RankedRegion, b: RankedRegion): number => b.score - a.score;
  const ranked = regions.map((region) => rank(plans, scope, region)).sort(byScore);
  if (ranked[0]?.mapping.exactShare === 1) return ranked;
  return ranked
    .slice(0, maxRefined)
    .map(({ region }) => rank(plans, scope, refineRegion(parts, region)))
    .sort(byScore);
}

function toRegion(parts: PageParts, { parents, starts, blocks }: Repeat): Region {
  const element = parents[0] ?? parts.page.elements[0];
  if (element === undefined) throw new TypeError('A repeat has no parent.');
  return {
    kind: 'repeat',
    columns: readColumns(parts, blocks),
    size: blocks.length,
    element,
    starts,
    blocks,
  };
}

function rank(plans: readonly FieldPlan[], scope: Scope, region: Region): RankedRegion {
  const { page, zones } = scope.facts;
  const mapping = mapColumns(plans, region, page.reading.url);
  const boost = 1 + exactBoost * mapping.exactShare ** 2;
  const size = Math.log2(1 + region.size) ** sizeExponent;
  const required = atLeast(optionalShare, mapping.requiredShare);
  const aside = zones.isAside(region.element) ? asideShare : 1;
  return { region, mapping, score: mapping.score * size * boost * required * aside };
}

/** Whether a record has what it must have; a field that no column gives does not count. */
function hasRequired(
  plans: readonly FieldPlan[],
  sources: ReadonlyMap<string, ContentSource>,
  columns: ReadonlyMap<FieldPlan, Column>,
): boolean {
  return plans.every(
    (plan) => !plan.required || !columns.has(plan) || sources.has(toJsonPointer([plan.name])),
  );
}

/** Returns a cell's value in the schema's type; a text field takes the whole text of the cell. */
function readCell(plan: FieldPlan, cell: Cell, scope: Scope, kind: Region['kind']): unknown {
  const isText = plan.types.length === 0 || plan.types.includes('string');
  const isLink = plan.kind === 'url' || plan.kind === 'image';
  const text = isLink
    ? (cell.href ?? '')
    : plan.kind === 'money'
      ? (cell.price ?? cell.text)
      : cell.text;
  if (text === '') return isText && !isLink && !plan.nullable ? '' : undefined;
  // In a listing the date is surrounded by other words; a table cell holds only the date.
  if (isText && kind === 'repeat' && plan.kind === 'date' && plan.format === undefined) {
    return parseDate(text, scope.facts.monthFirst)?.text ?? text;
  }
  if (isText && !isLink && plan.format === undefined && plan.enumMembers.length === 0) return text;
  const read = readValue(plan, text, {
    machine: isLink,
    needsCurrency: false,
    baseUrl: scope.facts.page.reading.url,
    monthFirst: scope.facts.monthFirst,
  });
  return read?.value;
}
