import { foldLabel, joinName, splitWords, toSingular } from './fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import { isNumeric, readValue } from './read-value.ts';
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
/** Values looked at to tell what a column holds. */
const sampleSize = 14;

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
    if (columns.has(fit.plan) || (taken.has(fit.column) && fit.plan.kind !== 'url')) continue;
    columns.set(fit.plan, fit.column);
    if (fit.plan.kind !== 'url') taken.add(fit.column);
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

function scoreFit(plan: FieldPlan, column: Column, baseUrl: string): number {
  const fill = fillOf(column);
  if (fill === 0) return 0;
  const header = foldLabel(column.header);
  let words = 0;
  if (header !== '' && plan.labels.has(header)) words = 1.6;
  else if (header !== '') words = 1.2 * likeness(plan, splitWords(column.header));
  words = Math.max(words, 0.9 * likeness(plan, [...column.words]));
  const type = typeFit(plan, column, baseUrl);
  if (type === 0) return 0;
  return (
    (words + (words > 0 || plan.kind !== 'text' ? 0.4 * (type - 0.5) : 0)) * (0.4 + 0.6 * fill)
  );
}

/** Share of the field's words among a column's, plurals aside. */
function likeness(plan: FieldPlan, words: readonly string[]): number {
  const own = splitWords(plan.name).map(toSingular);
  const others = new Set(words.map(toSingular));
  if (own.length === 0 || others.size === 0) return 0;
  let best = own.filter((word) => others.has(word)).length / own.length;
  for (const token of plan.tokens) {
    if (token.every((word) => others.has(toSingular(word)))) best = Math.max(best, 0.9);
  }
  return best;
}

/** 0 when the values cannot be what the field holds, up to 1 when all are. */
function typeFit(plan: FieldPlan, column: Column, baseUrl: string): number {
  const cells = column.cells
    .filter((cell) => cell !== undefined && cell.text !== '')
    .slice(0, sampleSize);
  if (cells.length === 0) return 0;
  if (plan.kind === 'url' || plan.kind === 'image') {
    const links = cells.filter((cell) => cell?.href !== undefined).length;
    return links / cells.length;
  }
  if (
    plan.kind === 'text' ||
    plan.kind === 'title' ||
    plan.kind === 'body' ||
    plan.kind === 'keywords'
  )
    return 0.6;
  const context = { machine: false, needsCurrency: false, baseUrl, monthFirst: true };
  const read = cells.filter(
    (cell) => readValue(plan, cell?.text ?? '', context) !== undefined,
  ).length;
  const share = read / cells.length;
  return isNumeric(plan) || share > 0.3 ? share : 0.2;
}

function fillOf(column: Column): number {
  const filled = column.cells.filter((cell) => cell !== undefined && cell.text !== '').length;
  return filled / Math.max(1, column.cells.length);
}
