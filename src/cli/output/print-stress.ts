import type { StressCounts, StressFault, StressResult } from '../../testing/index.ts';
import type { CommandIo } from './command-io.ts';
import { toPlainLine } from './to-plain-line.ts';

/** Worst redesigns that are shown; --json has more. */
const maxShown = 5;
const maxFaults = 3;

/** Prints counts, a table by kind of change and the worst redesigns. */
export function printStress(result: StressResult, { output, messages }: CommandIo): void {
  const { counts, kinds, drift, worst, pages, durationMs, seed } = result;
  const lines = [
    toRow('', ['right', 'untouched', 'healed', 'refused', 'wrong', 'left out']),
    toRow('all redesigns', toCells(counts)),
    ...Object.entries(kinds)
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([kind, each]) => toRow(kind, toCells(each))),
    '',
    `drift: median ${drift.median}, highest ${drift.highest} · seed ${seed} · ${pages} pages, ${((pages / durationMs) * 1_000).toFixed(1)} a second`,
  ];
  for (const { redesign, outcome, mutations, error, faults } of worst.slice(0, maxShown)) {
    lines.push(
      '',
      `${outcome}, redesign ${redesign}: ${mutations.map(({ name }) => name).join(' + ')}`,
    );
    if (error !== undefined) lines.push(`  ${toPlainLine(error)}`);
    for (const fault of faults.slice(0, maxFaults)) lines.push(`  ${describeFault(fault)}`);
  }
  output.write(`${lines.join('\n')}\n`);
  for (const warning of result.warnings) messages.write(`Note: ${warning}\n`);
}

function toCells(counts: StressCounts): readonly string[] {
  const { untouched, healed, refused, wrong, left_out: leftOut } = counts;
  const counted = untouched + healed + refused + wrong;
  const share = counted === 0 ? '–' : `${(((untouched + healed) / counted) * 100).toFixed(1)} %`;
  return [share, ...[untouched, healed, refused, wrong, leftOut].map(String)];
}

function toRow(name: string, cells: readonly string[]): string {
  return `${name.padEnd(14)}${cells.map((cell) => cell.padStart(10)).join('')}`;
}

function describeFault({ field, expected, got }: StressFault): string {
  const what = field === undefined ? 'item' : `field "${toPlainLine(field)}"`;
  if (got === undefined) return `${what}: missing, expected ${show(expected)}`;
  return `${what}: ${show(got)}, expected ${expected === undefined ? 'none' : show(expected)}`;
}

function show(value: unknown): string {
  return toPlainLine(JSON.stringify(value) ?? 'none');
}
