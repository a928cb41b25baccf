import { foldLabel, joinName } from '../../analysis/fold-label.ts';
import { atLeast } from '../../fields/candidate.ts';
import type { FieldPlan } from '../../fields/plan-fields.ts';
import { shapeOf } from './column-shape.ts';
import { isLink, scoreFit } from './fit-column.ts';
import type { Column } from '../region.ts';

/** Which column fills which field. */
export interface ColumnMapping {
  readonly columns: ReadonlyMap<FieldPlan, Column>;
  /** Sum of how well the columns fit. */
  readonly score: number;
  /** Share of the fields whose name is a column's header, word for word. */
  readonly exactShare: number;
  /** Share of the required fields that have a column; 1 where none is required. */
  readonly requiredShare: number;
}

const exactScore = 3;
/** Least score of a column for a field; a column below it is not used, even if it is the last one left. */
const minScore = 0.5;
/** Share of the score of a nearly empty column. */
const sparseShare = 0.5;

/** Assigns columns to fields, best fits first, each column and field once; a text and a part of it are one column. */
export function mapColumns(
  plans: readonly FieldPlan[],
  candidates: readonly Column[],
  baseUrl: string,
): ColumnMapping {
  const names = nameColumns(candidates);
  const fits: { plan: FieldPlan; column: Column; score: number }[] = [];
  for (const plan of plans) {
    const wanted = nameOf(plan);
    candidates.forEach((column, at) => {
      const score = names[at] === wanted ? exactScore : scoreFit(plan, column, baseUrl);
      if (score >= minScore) fits.push({ plan, column, score });
    });
  }
  fits.sort((a, b) => b.score - a.score);
  const columns = new Map<FieldPlan, Column>();
  const taken: Column[] = [];
  let score = 0;
  let exact = 0;
  for (const fit of fits) {
    if (columns.has(fit.plan)) continue;
    // One column may serve a link and its text.
    if (!isLink(fit.plan) && taken.some((column) => overlap(column, fit.column))) continue;
    columns.set(fit.plan, fit.column);
    if (!isLink(fit.plan)) taken.push(fit.column);
    score += fit.score * atLeast(sparseShare, shapeOf(fit.column).fill);
    if (fit.score === exactScore) exact += 1;
  }
  const required = plans.filter((plan) => plan.required);
  return {
    columns,
    score,
    exactShare: exact / Math.max(1, plans.length),
    requiredShare:
      required.length === 0
        ? 1
        : required.filter((plan) => columns.has(plan)).length / required.length,
  };
}

function overlap(a: Column, b: Column): boolean {
  return a === b || a.within.includes(b) || b.within.includes(a);
}

/** Headers of whole columns in the form of names: a repeated one gets its number, an empty one its place. */
function nameColumns(columns: readonly Column[]): readonly (string | undefined)[] {
  const seen = new Map<string, number>();
  const bases = columns.map(({ header, within }, at) =>
    within.length > 0
      ? undefined
      : joinName(header) || foldLabel(header) || header.trim() || `column${at + 1}`,
  );
  return columns.map((column, at) => {
    const base = bases[at];
    if (base === undefined) return undefined;
    // A header over two columns of which one is empty (a colour, a flag) is the header of the other.
    const isSpare = bases.indexOf(base) !== bases.lastIndexOf(base) && shapeOf(column).fill === 0;
    if (isSpare) return `${base}empty`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return count === 1 ? base : `${base}${count}`;
  });
}

function nameOf(plan: FieldPlan): string {
  return joinName(plan.name) || foldLabel(plan.name) || plan.name.trim();
}
