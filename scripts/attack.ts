import process, { exit, stderr } from 'node:process';
import { Command } from 'commander';
import { createTrialRunner, type TrialResult } from '../test/attack/run-trial.ts';
import { trials } from '../test/attack/trials.ts';

/** Every hostile input against the built package, each held to its bound. */
const options = new Command('attack')
  .description(
    'Works on every hostile page and model answer in a process of its own, and says which bounds broke.',
  )
  .option('--only <pattern>', 'inputs whose name matches, e.g. "^css"', '')
  .option('--operations <pattern>', 'operations whose name matches, e.g. "pdf"', '')
  .option('--attempts <n>', 'runs of a trial that breaks a bound; the best one counts', Number, 3)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ only: string; operations: string; attempts: number; json?: boolean }>();

const only = new RegExp(options.only, 'i');
const operations = new RegExp(options.operations, 'i');
const chosen = trials.filter(
  ({ input, operation }) => only.test(input) && operations.test(operation.name),
);
const results: TrialResult[] = [];
const runner = createTrialRunner(options.attempts);
printRow([
  'input',
  'operation',
  'ms',
  'loop p99',
  'max',
  '+MB',
  'CPU ms',
  'outcome',
  'credits',
  'verdict',
]);
for (const [index, trial] of chosen.entries()) {
  const result = await runner.run(trial);
  results.push(result);
  clearProgress();
  printResult(result);
  showProgress(`${index + 1} of ${chosen.length}, ${countBroken()} broken`);
}
runner.close();
clearProgress();
printSummary();
if (options.json === true) console.log(JSON.stringify({ attack: results }));
exit(countBroken() === 0 ? 0 : 1);

function countBroken(): number {
  return results.filter(({ broken }) => broken.length > 0).length;
}

function printResult({ input, operation, measured, broken }: TrialResult): void {
  const numbers = [
    measured?.ms,
    measured?.loopP99Ms,
    measured?.loopMaxMs,
    measured?.growthMb,
    measured?.cpuMs,
  ].map((value) => (value === undefined || Number.isNaN(value) ? '-' : value.toFixed(0)));
  const verdict = broken.length === 0 ? 'ok' : `BROKEN: ${broken.join('; ')}`;
  const outcome = measured?.outcome ?? 'none';
  const credits = measured === undefined ? '-' : String(measured.credits);
  printRow([input, operation, ...numbers, outcome, credits, verdict]);
}

function printRow(cells: readonly string[]): void {
  const widths = [52, 20, 6, 8, 6, 6, 7, 36, 7, 0];
  console.log(
    cells
      .map((cell, at) =>
        at > 1 && at < 7
          ? cell.padStart(widths[at] ?? 0)
          : cell.slice(0, widths[at] || undefined).padEnd(widths[at] ?? 0),
      )
      .join(' ')
      .trimEnd(),
  );
}

function printSummary(): void {
  const inputs = new Set(results.map(({ input }) => input)).size;
  const measured = results.flatMap((result) => result.measured ?? []);
  console.log(
    `\n${results.length} trials of ${inputs} inputs, ${countBroken()} with a broken bound`,
  );
  console.log(
    `largest: ${largest(measured.map(({ ms }) => ms))} ms, event loop p99 ${largest(measured.map(({ loopP99Ms }) => loopP99Ms))} ms and max ${largest(measured.map(({ loopMaxMs }) => loopMaxMs))} ms, memory +${largest(measured.map(({ growthMb }) => growthMb))} MB`,
  );
  console.log(
    `a process that only waits, meanwhile: event loop p99 ${largest(results.map(({ machine }) => machine.p99Ms))} ms and max ${largest(results.map(({ machine }) => machine.maxMs))} ms`,
  );
  for (const { input, operation, broken } of results) {
    if (broken.length > 0) console.log(`  ${input}, ${operation}: ${broken.join('; ')}`);
  }
}

function largest(values: readonly number[]): string {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? '-' : Math.max(...known).toFixed(0);
}

function showProgress(text: string): void {
  if (stderr.isTTY) stderr.write(`\r${text}`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) stderr.write('\r\u{1B}[K');
}
