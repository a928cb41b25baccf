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

interface Fit {
  readonly plan: FieldPlan;
  readonly column: Column;
  readonly score: number;
}

const exactScore = 3;
/** Least score of a column for a field; a column below it is not used, even if it is the last one left. */
const minScore = 0.5;
/** Share of the score of a nearly empty column. */
const sparseShare = 0.5;

/** Least gain, and least share of its former score for the other field, for which two fields share a cell. */
const minSharedGain = 0.2;
const minRestShare = 0.7;

/** Share of the records in which a column says something that stands beside the values of its header: in a row of sums. */
const maxSpareFill = 0.4;

/** Assigns columns to fields, best fits first, each column and field once; a text and a part of it are one column. */
export function mapColumns(
  plans: readonly FieldPlan[],
  candidates: readonly Column[],
  baseUrl: string,
): ColumnMapping {
  const names = nameColumns(candidates);
  const fits: Fit[] = [];
  for (const plan of plans) {
    const wanted = nameOf(plan);
    candidates.forEach((column, at) => {
      const score = names[at] === wanted ? exactScore : scoreFit(plan, column, baseUrl);
      if (score >= minScore) fits.push({ plan, column, score });
    });
  }
  fits.sort((a, b) => b.score - a.score);
  const chosen = new Map<FieldPlan, Fit>();
  for (const fit of fits) {
    if (!chosen.has(fit.plan) && findTaken(chosen, fit).length === 0) chosen.set(fit.plan, fit);
  }
  for (const fit of fits) if (!chosen.has(fit.plan)) shareCell(chosen, fits, fit);
  const taken = [...chosen.values()];
  const score = taken.reduce(
    (sum, fit) => sum + fit.score * atLeast(sparseShare, shapeOf(fit.column).fill),
    0,
  );
  const exact = taken.filter((fit) => fit.score === exactScore).length;
  const columns = new Map(taken.map(({ plan, column }) => [plan, column]));
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

/** The chosen columns that a column would share text with; a link may share its column. */
function findTaken(chosen: ReadonlyMap<FieldPlan, Fit>, { plan, column }: Fit): readonly Fit[] {
  if (isLink(plan)) return [];
  return [...chosen.values()].filter(
    (other) => !isLink(other.plan) && overlap(other.column, column),
  );
}

/**
 * Gives a field without a column a part of another field's column, where a part is left for that one and both together
 * fit better: "Smith v. Jones, 2021 S.D. 69" under "Title" is a name and a citation, where both are asked for.
 */
function shareCell(chosen: Map<FieldPlan, Fit>, fits: readonly Fit[], wanted: Fit): void {
  const [whole, ...others] = findTaken(chosen, wanted);
  if (whole === undefined || others.length > 0) return;
  const left = new Map([...chosen].filter(([plan]) => plan !== whole.plan));
  left.set(wanted.plan, wanted);
  const rest = fits.find((fit) => fit.plan === whole.plan && findTaken(left, fit).length === 0);
  if (rest === undefined || rest.score < whole.score * minRestShare) return;
  if (wanted.score + rest.score < whole.score + minSharedGain) return;
  chosen.set(wanted.plan, wanted);
  chosen.set(rest.plan, rest);
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
    // A header over two columns of which one is empty but for sums (a colour, a flag) is the header of the other.
    const isSpare =
      (base === bases[at - 1] || base === bases[at + 1]) &&
      shapeOf(column).fill <= maxSpareFill &&
      [columns[at - 1], columns[at + 1]].some(
        (other) => other !== undefined && shapeOf(other).fill > 1 - maxSpareFill,
      );
    if (isSpare) return `${base}empty`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return count === 1 ? base : `${base}${count}`;
  });
}

function nameOf(plan: FieldPlan): string {
  return joinName(plan.name) || foldLabel(plan.name) || plan.name.trim();
}
