import { fillOf, isLink, scoreFit } from './fit-column.ts';
import { foldLabel, joinName } from '../analysis/fold-label.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Column, Region } from './region.ts';

/** Which column fills which field. */
export interface ColumnMapping {
  readonly columns: ReadonlyMap<FieldPlan, Column>;
  /** Sum of how well the columns fit. */
  readonly score: number;
  /** Share of the fields whose name is a column's header, word for word. */
  readonly exactShare: number;
}

const exactScore = 3;
/** Below this a column has nothing to do with a field; never filled because it is the last one left. */
const minScore = 0.5;

/** Assigns columns to fields, best fits first, each column and field once. */
export function mapColumns(
  plans: readonly FieldPlan[],
  region: Region,
  baseUrl: string,
): ColumnMapping {
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
    score += fit.score * (0.5 + 0.5 * fillOf(fit.column));
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
