import type { ContentSource } from '../../page/page-reading.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { Filled } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { readValue } from '../fields/read-value.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { parseDate } from '../values/parse-date.ts';
import { findRegion } from './find-region.ts';
import type { Cell, Column, Region } from './column-shape.ts';

export const maxRecords = 5_000;
/** Values of all records together; an answer may hold 50,000 in all. */
const maxValues = 45_000;
/** The records that the page shows in a table or another part that repeats; none when nothing fits the fields. */
export function readRecords(plans: readonly FieldPlan[], scope: Scope): readonly Filled[] {
  const best = findRegion(plans, scope);
  if (best === undefined) return [];
  const { region, columns } = best;
  const records: Filled[] = [];
  const limit = Math.min(maxRecords, Math.floor(maxValues / (plans.length + 1)));
  if (region.size > limit) {
    scope.facts.cuts.add(
      `Only the first ${limit} of ${region.size > maxRecords ? `more than ${maxRecords}` : region.size} records were read.`,
    );
  }
  for (let row = 0; row < Math.min(region.size, limit); row += 1) {
    const value = new Map<string, unknown>();
    const sources = new Map<string, ContentSource>();
    for (const plan of plans) {
      const cell = columns.get(plan)?.cells[row];
      const read = cell === undefined ? undefined : readCell(plan, cell, scope, region.kind);
      if (read !== undefined && cell !== undefined) {
        value.set(plan.name, read);
        sources.set(toJsonPointer([plan.name]), cell.source);
      } else if (plan.nullable) value.set(plan.name, null);
    }
    if (sources.size > 0 && hasRequired(plans, sources, columns)) {
      records.push({ value: Object.fromEntries(value), sources, found: sources.size, missing: [] });
    }
  }
  return records;
}

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
