import type { InlineRun } from './flow.ts';

/** Without white space at the ends. */
export function trimRuns(runs: readonly InlineRun[]): readonly InlineRun[] {
  return trim(runs, /^\s+/, true);
}

/** Without empty lines at the ends; the first line keeps its indentation. */
export function trimLines(runs: readonly InlineRun[]): readonly InlineRun[] {
  return trim(runs, /^\n/, false);
}

function trim(runs: readonly InlineRun[], start: RegExp, goesOn: boolean): readonly InlineRun[] {
  const trimmed = [...runs];
  for (let first = 0; first < trimmed.length; first += 1) {
    const run = trimmed[first];
    if (run === undefined) break;
    const text = run.text.replace(start, '');
    trimmed[first] = { ...run, text };
    if (text !== '' || !goesOn) break;
  }
  for (let last = trimmed.length - 1; last >= 0; last -= 1) {
    const run = trimmed[last];
    if (run === undefined) break;
    const text = run.text.trimEnd();
    trimmed[last] = { ...run, text };
    if (text !== '') break;
  }
  return trimmed.filter((run) => run.text !== '');
}
