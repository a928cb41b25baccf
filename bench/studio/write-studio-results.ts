import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCommit } from '../write-results.ts';

/** One line of the results. */
export interface StudioFigure {
  readonly name: string;
  readonly value: number;
  readonly target: number | null;
  /** Clicks and groups, pages or rounds. */
  readonly n: string;
  /** The value by fold, or the lowest and the highest. */
  readonly spread: string;
}

/** Parts of a set by its groups, so that no site stands in two of them. */
const folds = 5;
const folder = path.join(import.meta.dirname, '..', 'results');

/** The mean over groups, each counting alike (some sites have many pages of one make), and that of each fold of groups. */
export function toFolds<One extends { readonly group: string }>(
  outcomes: readonly One[],
  value: (one: One) => number,
): { readonly mean: number; readonly folds: readonly number[] } {
  const means = [...Map.groupBy(outcomes, ({ group }) => group)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of]) => mean(of.map(value)));
  return {
    mean: mean(means),
    folds: Array.from({ length: Math.min(folds, means.length) }, (_none, fold) =>
      mean(means.filter((_one, at) => at % folds === fold)),
    ),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
}

/** Writes `results/studio.md` and `results/studio.json`. */
export function writeStudioResults(figures: readonly StudioFigure[]): void {
  const commit = readCommit();
  const rows = figures.map(
    ({ name, value, target, n, spread }) =>
      `| ${name} | ${value.toFixed(value < 10 ? 3 : 0)} | ${target ?? ''} | ${n} | ${spread} |`,
  );
  const text = [
    '# What one click brings in the studio',
    '',
    `What the lines are stands in bench/README.md ("studio"). Commit ${commit}.`,
    '',
    '| | value | target | n | spread |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  writeFileSync(path.join(folder, 'studio.md'), text);
  writeFileSync(
    path.join(folder, 'studio.json'),
    `${JSON.stringify({ bench: 'studio', commit, figures }, undefined, 2)}\n`,
  );
}
