import { access, constants, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import {
  comparePipelines,
  readCases,
  toReport,
  type EvaluationResult,
} from '../../evaluation/index.ts';
import type { JsonSchema } from '../../index.ts';
import { toCount } from '../../errors/to-count.ts';
import { parseCount } from '../options/data-options.ts';
import { parseAmount, parseTimeout } from '../options/page-options.ts';
import { loadPipelines } from '../options/load-pipelines.ts';
import { describeFault, readJsonFile } from '../options/read-named-file.ts';
import type { CommandIo } from '../output/command-io.ts';
import { createBenchProgress } from '../output/create-bench-progress.ts';
import { withFieldNames } from '../output/command-words.ts';
import { FailedCheck } from '../output/failed-check.ts';
import { printComparison } from '../output/print-comparison.ts';
import { addBenchInitCommand } from './bench-init-command.ts';

interface BenchOptions {
  readonly pipeline?: readonly string[];
  readonly prompt?: string;
  readonly schema?: string;
  readonly anyOf?: boolean;
  readonly baseline?: string;
  readonly report?: string;
  readonly out?: string;
  readonly outcomes?: string;
  readonly prices?: string;
  readonly budgetTokens?: number;
  readonly budgetMoney?: number;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly seed?: number;
  readonly json?: boolean;
}

/** `gleaner bench <dataset>` and `gleaner bench init`. */
export function addBenchCommand(program: Command, io: CommandIo): void {
  const bench = program
    .command('bench')
    .enablePositionalOptions()
    .description('Compare extraction pipelines over a data set: figures with intervals, by site.')
    .argument('<dataset>', 'a folder with a folder for each case, or with an index.jsonl')
    .option(
      '--pipeline <files...>',
      'modules whose default export is a pipeline or a record of them, or JSON with options; the first pipeline is what the others are compared with',
    )
    .option('--prompt <text>', 'what is asked for where a case does not say')
    .option('--schema <file>', 'JSON Schema of cases that have none')
    .option('--any-of', 'expected answers are lists of which any one is right')
    .option('--baseline <result.json>', 'an earlier --out: exit 1 on a loss beyond noise')
    .option('--report <file.html>', 'write the report: one page with charts and every case')
    .option('--out <result.json>', 'write the result')
    .option('--outcomes <file.jsonl>', 'append outcomes as they come, and go on from them')
    .option('--prices <file.json>', 'money for a million tokens, by model')
    .option('--budget-tokens <number>', 'begin no case that may exceed it', parseCount)
    .option('--budget-money <amount>', 'the same for money; needs --prices', parseAmount)
    .option('--concurrency <number>', 'cases at once (1: latencies are a case’s own)', parseCount)
    .option('--timeout <seconds>', 'give a case up after this long (120)', parseTimeout)
    .option('--seed <number>', 'of the drawings that intervals come from', parseCount)
    .option('--json', 'print the result as one JSON document')
    .action((dataset: string, options: BenchOptions) => runBench(dataset, options, io));
  addBenchInitCommand(bench, io);
}

async function runBench(dataset: string, options: BenchOptions, io: CommandIo): Promise<void> {
  const { pipeline: files = [] } = options;
  // Commander would ask `bench init` for it, too.
  if (files.length === 0)
    throw new TypeError('Name what is to be compared: --pipeline <files...>.');
  const baseline =
    options.baseline === undefined
      ? undefined
      : ((await readJsonFile(options.baseline, 'earlier result')) as EvaluationResult);
  const prices =
    options.prices === undefined
      ? undefined
      : ((await readJsonFile(options.prices, 'file of prices')) as Parameters<
          typeof comparePipelines
        >[0]['prices']);
  const cases = await readCases(dataset, {
    prompt: options.prompt,
    anyOf: options.anyOf,
    ...(options.schema === undefined
      ? {}
      : { schema: (await readJsonFile(options.schema, 'schema')) as JsonSchema }),
  });
  // Known before anything is spent.
  for (const file of [options.out, options.report]) if (file !== undefined) await checkFolder(file);
  const progress = createBenchProgress(io);
  const result = await withFieldNames({ prompt: 'prompt', schema: '--schema' }, async () => {
    const pipelines = await loadPipelines(files, io.environment);
    try {
      return await comparePipelines({
        cases,
        pipelines,
        baseline,
        prices,
        name: path.basename(path.resolve(dataset)),
        seed: options.seed,
        concurrency: options.concurrency,
        timeoutMs: options.timeout === undefined ? undefined : options.timeout * 1_000,
        budget: { tokens: options.budgetTokens, money: options.budgetMoney },
        outcomes: options.outcomes,
        signal: io.signal,
        onProgress: (state) => progress.show(state),
      });
    } finally {
      progress.clear();
    }
  });
  if (options.out !== undefined) await save(options.out, `${JSON.stringify(result)}\n`, io);
  if (options.report !== undefined) {
    await save(options.report, await toReport(result, { pages: cases }), io);
  }
  if (options.json === true) io.output.write(`${JSON.stringify(result, undefined, 2)}\n`);
  else printComparison(result, io);
  checkOutcome(result, options, io);
}

/** Fails on a loss of the whole answer: a field that loses what matters takes it along, and many fields give false alarms. */
function checkOutcome(
  { earlier, metrics, outcomes }: EvaluationResult,
  options: BenchOptions,
  io: CommandIo,
): void {
  if (io.signal.aborted) {
    const how =
      options.outcomes === undefined
        ? 'With --outcomes <file.jsonl> a next call goes on from there.'
        : `The same call goes on from ${options.outcomes}.`;
    throw new FailedCheck(`Interrupted after ${toCount(outcomes.length, 'outcome')}. ${how}`);
  }
  const whole = new Set(metrics.filter(({ field }) => field === undefined).map(({ name }) => name));
  const lost = (earlier?.comparisons ?? []).filter(
    ({ verdict, metric }) => verdict === 'worse' && whole.has(metric),
  );
  if (lost.length === 0) return;
  const named = lost.map(({ pipeline, metric }) => `${metric} of ${pipeline}`);
  throw new FailedCheck(`Worse than the earlier result beyond noise: ${named.join(', ')}.`);
}

async function checkFolder(file: string): Promise<void> {
  try {
    await access(path.dirname(path.resolve(file)), constants.W_OK);
  } catch (cause) {
    throw new TypeError(`Cannot write "${file}": ${describeFault(cause)}.`, { cause });
  }
}

async function save(file: string, content: string, io: CommandIo): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (cause) {
    throw new TypeError(`Cannot write "${file}": ${describeFault(cause)}.`, { cause });
  }
  io.messages.write(`Wrote ${file}\n`);
}
