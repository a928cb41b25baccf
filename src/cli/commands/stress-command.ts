import { type Command, InvalidArgumentError } from 'commander';
import { readEnvironment } from '../../index.ts';
import type { StressCounts, StressFault, StressResult } from '../../../test-kit/index.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import { parseCount } from '../options/store-options.ts';
import { parseVariable, readJsonFile } from '../options/page-options.ts';
import { type CommandIo, createProgressLine, drawBar } from '../output/command-io.ts';
import { FailedCheck, withFieldNames } from '../output/command-errors.ts';
import { toPlainLine } from '../output/print-records.ts';

interface StressCommandOptions {
  readonly cassette: string;
  readonly redesigns?: number;
  readonly seed?: number;
  readonly var?: Readonly<Record<string, string>>;
  readonly volatile?: readonly string[];
  readonly maxPages?: number;
  readonly allowExpressions?: boolean;
  readonly concurrency?: number;
  readonly minHealed?: number;
  readonly maxWrong?: number;
  readonly json?: boolean;
}

/** `gleaner stress <recipe.json|->`. */
export function addStressCommand(program: Command, io: CommandIo): void {
  program
    .command('stress')
    .description('Replay a recipe on redesigned versions of recorded pages, and count what heals.')
    .argument('<recipe.json|->', 'the recipe, with what a good run learnt (run --save)')
    .requiredOption('--cassette <file>', 'the recorded pages (run --record), or a HAR of a browser')
    .option('--redesigns <number>', 'how many (200)', parseCount)
    .option('--seed <number>', 'the same one draws the same redesigns (1)', parseCount)
    .option('--var <name=value>', 'value of a variable, as it was recorded', parseVariable)
    .option('--volatile <name...>', 'query or form members that differ from the recording')
    .option('--max-pages <number>', 'stop each replay after this many pages', parseCount)
    .option('--allow-expressions', 'let the recipe run its own code in pages')
    .option('--concurrency <number>', 'replays at once (the number of cores)', parseCount)
    .option('--min-healed <share>', 'exit 1 where fewer come out right (0 to 1)', parseShare)
    .option('--max-wrong <share>', 'exit 1 where more give wrong values (0 to 1)', parseShare)
    .option('--json', 'print the result as one JSON document')
    .action((file: string, options: StressCommandOptions) => stress(file, options, io));
}

async function stress(file: string, options: StressCommandOptions, io: CommandIo): Promise<void> {
  const recipe = await readJsonFile(file, 'recipe', io);
  await checkCassette(options.cassette);
  const { browser } = readEnvironment(io.environment);
  const executablePath =
    typeof browser === 'object' && 'executablePath' in browser ? browser.executablePath : undefined;
  const { stressRecipe } = await import('../../../test-kit/index.ts');
  const progress = createProgressLine(io);
  const startedMs = performance.now();
  const result = await withFieldNames({ url: 'url' }, () =>
    stressRecipe({
      recipe,
      cassette: options.cassette,
      redesigns: options.redesigns,
      seed: options.seed,
      variables: options.var,
      volatile: { query: options.volatile ?? [], body: options.volatile ?? [] },
      maxPages: options.maxPages,
      allowExpressions: options.allowExpressions,
      concurrency: options.concurrency,
      ...(executablePath === undefined ? {} : { chromium: { executablePath } }),
      signal: io.signal,
      onProgress: ({ done, of }) => {
        const leftSeconds = ((performance.now() - startedMs) / done / 1_000) * (of - done);
        progress.show(
          `${drawBar(done, of)} ${done} of ${toCount(of, 'redesign')} · ${Math.ceil(leftSeconds)} s left`,
        );
      },
    }).finally(() => progress.clear()),
  );
  if (options.json === true) io.output.write(`${JSON.stringify(result, undefined, 2)}\n`);
  else printStress(result, io);
  check(result, options, io);
}

/** Throws a `TypeError` where the recording cannot be read, or is none. */
async function checkCassette(file: string): Promise<void> {
  const { readCassette } = await import('../../testing/cassette/file/read-cassette.ts');
  try {
    readCassette(file);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const message = cause.message.replaceAll("`mode: 'record'`", '`gleaner run --record`');
    throw new TypeError(message, { cause });
  }
}

function check(result: StressResult, options: StressCommandOptions, io: CommandIo): void {
  const { minHealed = 0, maxWrong = 1 } = options;
  const done = Object.values(result.counts).reduce((sum, count) => sum + count, 0);
  const counted = done - result.counts.left_out;
  if (io.signal.aborted) {
    throw new FailedCheck(`Interrupted after ${done} of ${toCount(result.redesigns, 'redesign')}.`);
  }
  if (counted === 0) {
    throw new FailedCheck(
      'No redesign could be counted: on none of them did the pages still show what was recorded. The elements of the recipe’s first selectors are taken for the right ones; check them.',
    );
  }
  if (result.healed < minHealed) {
    throw new FailedCheck(
      `${toPercent(result.healed)} of the redesigns came out right, fewer than --min-healed ${minHealed}.`,
    );
  }
  if (result.wrong > maxWrong) {
    throw new FailedCheck(
      `${toPercent(result.wrong)} of the redesigns gave wrong values, more than --max-wrong ${maxWrong}.`,
    );
  }
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function parseShare(value: string): number {
  if (!/^(?:0?\.\d+|[01](?:\.0+)?)$/.test(value)) {
    throw new InvalidArgumentError('Expected a share from 0 to 1, e.g. 0.95.');
  }
  return Number(value);
}

/** Worst redesigns that are shown; --json has more. */
const maxShown = 5;
const maxFaults = 3;

/** Prints counts, a table by kind of change and the worst redesigns. */
function printStress(result: StressResult, { output, messages }: CommandIo): void {
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
