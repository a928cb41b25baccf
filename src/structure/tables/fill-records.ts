import type { ContentSource } from '../../page/page-reading.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import { joinName, foldLabel } from '../analysis/fold-label.ts';
import { atLeast } from '../fields/candidate.ts';
import type { Filled } from '../fields/filled.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { findRepeats } from './find-repeats.ts';
import { readRepeat } from './read-repeat.ts';
import { readValue } from '../fields/read-value.ts';
import { readTables } from './read-tables.ts';
import type { Cell, Column, Region } from './region.ts';
import type { Scope } from '../fields/scope.ts';
import { parseDate } from '../values/parse-date.ts';
import { fillOf, isLink, scoreFit } from './fit-column.ts';

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
/** Share of the score of a nearly empty column. */
const sparseShare = 0.5;

/** The records that the page shows in a table or another part that repeats; none when nothing fits the fields. */
export function readRecords(plans: readonly FieldPlan[], scope: Scope): readonly Filled[] {
  const { page, zones } = scope.facts;
  const wanted = new Set(plans.map(({ name }) => joinName(name)));
  const baseUrl = page.reading.url;
  let best: { region: Region; mapping: ReturnType<typeof mapColumns>; score: number } | undefined;
  const regions = [
    ...readTables(page, wanted),
    ...findRepeats(page).map((repeat) => readRepeat(page, repeat)),
  ];
  for (const region of regions) {
    const mapping = mapColumns(plans, region, baseUrl);
    if (mapping.score < minRegionScore) continue;
    const boost = 1 + exactBoost * mapping.exactShare ** 2;
    const size = Math.log2(1 + region.size) ** sizeExponent;
    const score = mapping.score * size * boost * (zones.isAside(region.element) ? asideShare : 1);
    if (best === undefined || score > best.score) best = { region, mapping, score };
  }
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
  const text = isLink ? (cell.href ?? '') : cell.text;
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

/** Which column fills which field. */
interface ColumnMapping {
  readonly columns: ReadonlyMap<FieldPlan, Column>;
  /** Sum of how well the columns fit. */
  readonly score: number;
  /** Share of the fields whose name is a column's header, word for word. */
  readonly exactShare: number;
}

const exactScore = 3;
/** Least score of a column for a field; a column below it is not used, even if it is the last one left. */
const minScore = 0.5;

/** Assigns columns to fields, best fits first, each column and field once. */
function mapColumns(plans: readonly FieldPlan[], region: Region, baseUrl: string): ColumnMapping {
  const names = nameColumns(region.columns);
  const fits: { plan: FieldPlan; column: Column; score: number }[] = [];
  for (const plan of plans) {
    region.columns.forEach((column, at) => {
      const score = names[at] === nameOf(plan) ? exactScore : scoreFit(plan, column, baseUrl);
      if (score >= minScore) fits.push({ plan, column, score });
    });
  }
  fits.sort((a, b) => b.score - a.score);
  const columns = new Map<FieldPlan, Column>();
  const taken = new Set<Column>();
  let score = 0;
  let exact = 0;
  for (const fit of fits) {
    // One column may serve a link and its text.
    if (columns.has(fit.plan) || (taken.has(fit.column) && !isLink(fit.plan))) continue;
    columns.set(fit.plan, fit.column);
    if (!isLink(fit.plan)) taken.add(fit.column);
    score += fit.score * atLeast(sparseShare, fillOf(fit.column));
    if (fit.score === exactScore) exact += 1;
  }
  return { columns, score, exactShare: exact / Math.max(1, plans.length) };
}

/** Headers in the form of names: a repeated one gets its number, an empty one its place. */
function nameColumns(columns: readonly Column[]): readonly string[] {
  const seen = new Map<string, number>();
  const bases = columns.map(
    ({ header }, at) => joinName(header) || foldLabel(header) || header.trim() || `column${at + 1}`,
  );
  return columns.map((column, at) => {
    const base = bases[at] ?? '';
    // A header over two columns of which one is empty (a colour, a flag) is the header of the other.
    const isSpare = fillOf(column) === 0 && bases.indexOf(base) !== bases.lastIndexOf(base);
    if (isSpare) return `${base}empty`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return count === 1 ? base : `${base}${count}`;
  });
}

function nameOf(plan: FieldPlan): string {
  return joinName(plan.name) || foldLabel(plan.name) || plan.name.trim();
}
