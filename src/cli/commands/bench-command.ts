import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type EvaluationCase,
  type EvaluationProgress,
  type EvaluationResult,
  type Metric,
  type PipelineDefinition,
  builtInMetrics,
  comparePipelines,
  draftCases,
  findLeastLoss,
  readCases,
  toReport,
} from '../../evaluation/index.ts';
import { readEnvironment, structureExtractor } from '../../index.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import { suggestName } from '../../runtime/errors/option-checks.ts';
import { parseCount } from '../options/store-options.ts';
import {
  checkOutput,
  writeOutput,
  parseAmount,
  parseTimeout,
  readJsonFile,
  readSchema,
  readNamedFile,
} from '../options/page-options.ts';
import { type CommandIo, createProgressLine, drawBar } from '../output/command-io.ts';
import { FailedCheck, withFieldNames } from '../output/command-errors.ts';
import { nameCases, printComparison } from '../output/print-comparison.ts';
import { styleText } from 'node:util';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../runtime/plain-json.ts';

interface BenchOptions {
  readonly pipeline?: readonly string[];
  readonly prompt?: string;
  readonly schema?: string;
  readonly anyOf?: boolean;
  readonly baseline?: string;
  readonly maxLost?: number;
  readonly min: readonly Minimum[];
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

/** A figure that every pipeline has to reach. */
interface Minimum {
  readonly metric: string;
  readonly value: number;
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
    .option(
      '--baseline <result.json>',
      'an earlier --out: exit 1 on a loss beyond noise, and on each case lost by a deterministic pipeline',
    )
    .option(
      '--max-lost <number>',
      'exit 1 where a pipeline lost more cases since --baseline (0 for deterministic pipelines, else no limit)',
      parseMaxLost,
    )
    .option(
      '--min <metric=value>',
      'exit 1 where the figure of a pipeline is lower, e.g. f1=0.9; can be given several times',
      parseMinimum,
      [],
    )
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
    schema: await readSchema(options.schema),
  });
  // Known before anything is spent.
  if (options.out !== undefined) await checkOutput(options.out, '--out');
  if (options.report !== undefined) await checkOutput(options.report, '--report');
  checkMinimums(options.min, builtInMetrics(cases, { prices }));
  if (options.maxLost !== undefined && baseline === undefined) {
    throw new TypeError('--max-lost needs --baseline <result.json>: cases are lost since then.');
  }
  const progress = createBenchProgress(io);
  let hasReported = baseline === undefined;
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
        onProgress(state) {
          // The first call comes before the first case, when the earlier result has been checked.
          if (!hasReported) io.messages.write(describeReach(cases, baseline, options.maxLost));
          hasReported = true;
          progress.show(state);
        },
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
  checkOutcome(result, baseline, options, io);
}

/** What the gate can see, before anything is spent on it. */
function describeReach(
  cases: readonly EvaluationCase[],
  baseline: EvaluationResult | undefined,
  maxLost: number | undefined,
): string {
  const known = new Set(baseline?.cases.map(({ id }) => id));
  const shared = cases.filter(({ id }) => known.has(id));
  const { sites, changedSites, p } = findLeastLoss(
    shared.map(({ id, site = id }) => ({ id, site })),
  );
  const noise =
    sites < changedSites
      ? `${toCount(sites, 'site')} cannot show a loss beyond noise, however large: that takes ${changedSites} sites`
      : `a loss shows beyond noise when at least ${changedSites} of ${sites} sites do worse and none better (p ${p.toFixed(3)}), which is ${changedSites} of ${toCount(shared.length, 'case')} at the least`;
  const byCase =
    maxLost === undefined
      ? 'Of deterministic pipelines each lost case counts'
      : `More than ${toCount(maxLost, 'lost case')} of a pipeline fail`;
  return `Note: ${noise}. ${byCase}.\n`;
}

function checkOutcome(
  result: EvaluationResult,
  baseline: EvaluationResult | undefined,
  options: BenchOptions,
  io: CommandIo,
): void {
  const { outcomes } = result;
  if (io.signal.aborted) {
    const how =
      options.outcomes === undefined
        ? 'With --outcomes <file.jsonl> a next call goes on from there.'
        : `The same call goes on from ${options.outcomes}.`;
    throw new FailedCheck(`Interrupted after ${toCount(outcomes.length, 'outcome')}. ${how}`);
  }
  const faults = [
    ...listShownLosses(result),
    ...listLostCases(result, options.maxLost, io),
    ...listMissing(result, baseline),
    ...listLowFigures(result, options.min),
  ];
  if (faults.length > 0) throw new FailedCheck(faults.join(' '));
}

/** Losses of the whole answer: a field that loses what matters takes it along, and many fields give false alarms. */
function listShownLosses({ earlier, metrics }: EvaluationResult): readonly string[] {
  const whole = new Set(metrics.filter(({ field }) => field === undefined).map(({ name }) => name));
  const named = (earlier?.comparisons ?? [])
    .filter(({ verdict, metric }) => verdict === 'worse' && whole.has(metric))
    .map(({ pipeline, metric }) => `${metric} of ${pipeline}`);
  return named.length === 0
    ? []
    : [`Worse than the earlier result beyond noise: ${named.join(', ')}.`];
}

/** Without noise each lost case is a loss; with it, only a limit that was given says how many are too many. */
function listLostCases(
  { earlier, pipelines }: EvaluationResult,
  maxLost: number | undefined,
  io: CommandIo,
): readonly string[] {
  return (earlier?.changes ?? []).flatMap(({ pipeline, lost }) => {
    const isDeterministic = pipelines.some(
      (each) => each.name === pipeline && each.isDeterministic === true,
    );
    const allowed = maxLost ?? (isDeterministic ? 0 : Infinity);
    if (lost.length > allowed) {
      return [
        `${pipeline} lost ${toCount(lost.length, 'case')} since the earlier result, and ${allowed} may be lost: ${nameCases(lost)}.`,
      ];
    }
    if (lost.length > 0 && maxLost === undefined) {
      io.messages.write(
        `Note: ${pipeline} does not say that it is deterministic, so ${toCount(lost.length, 'lost case')} may be noise; \`deterministic: true\` in the pipeline, or --max-lost 0, makes each count.\n`,
      );
    }
    return [];
  });
}

/** Cases that a budget left out cannot be known not to be lost. */
function listMissing(
  { outcomes, earlier }: EvaluationResult,
  baseline: EvaluationResult | undefined,
): readonly string[] {
  return (earlier?.changes ?? []).flatMap(({ pipeline }) => {
    const asked = new Set(
      outcomes.flatMap((outcome) => (outcome.pipeline === pipeline ? outcome.case : [])),
    );
    const missing = (baseline?.outcomes ?? []).flatMap((outcome) =>
      outcome.pipeline === pipeline && !asked.has(outcome.case) ? outcome.case : [],
    );
    return missing.length === 0
      ? []
      : [`${pipeline} was not asked ${toCount(missing.length, 'case')} of the earlier result.`];
  });
}

/** As far as sums of fractions may be off. */
const rounding = 1e-9;

function listLowFigures(
  { pipelines }: EvaluationResult,
  minimums: readonly Minimum[],
): readonly string[] {
  return pipelines.flatMap(({ name, figures }) =>
    minimums.flatMap(({ metric, value: least }) => {
      const value = Object.hasOwn(figures, metric) ? figures[metric]?.value : undefined;
      if (value === undefined) return [`${metric} of ${name} has no figure (--min ${least}).`];
      return value >= least - rounding
        ? []
        : [`${metric} of ${name} is ${value.toFixed(4)}, below --min ${least}.`];
    }),
  );
}

function parseMaxLost(value: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw new InvalidArgumentError('Expected a whole number from 0 on.');
  return Number(value);
}

/** Adds a `metric=value` to those before it. */
function parseMinimum(text: string, before: readonly Minimum[]): readonly Minimum[] {
  const [, metric = '', value = ''] = /^\s*(.*\S)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (metric === '') {
    throw new InvalidArgumentError('Expected a metric and the least value of it, e.g. f1=0.9.');
  }
  return [...before, { metric, value: Number(value) }];
}

/** Throws for a metric that cannot have a least value, before anything is spent. */
function checkMinimums(minimums: readonly Minimum[], metrics: readonly Metric[]): void {
  const higher = metrics.filter(({ better }) => better === 'higher');
  const names = higher.map(({ name }) => name);
  const whole = higher.flatMap(({ name, field }) => (field === undefined ? name : []));
  for (const { metric, value } of minimums) {
    const found = metrics.find(({ name }) => name === metric);
    if (found === undefined) {
      const meant = suggestName(metric, names);
      const advice =
        meant === undefined ? `there are ${whole.join(', ')}` : `did you mean "${meant}"?`;
      throw new TypeError(`--min: there is no metric "${metric}"; ${advice}`);
    }
    if (found.better === 'lower') {
      throw new TypeError(
        `--min: "${metric}" is better when lower; least values are for ${whole.join(', ')}.`,
      );
    }
    if (found.unit === 'share' && value > 1) {
      throw new TypeError(`--min: ${metric} is a share from 0 to 1, e.g. 0.9; got ${value}.`);
    }
  }
}

async function save(file: string, content: string, io: CommandIo): Promise<void> {
  await writeOutput(file, content);
  io.messages.write(`Wrote ${file}\n`);
}

/** How far a comparison has come: a bar on a terminal, elsewhere a line for each tenth. */
interface BenchProgress {
  show(progress: EvaluationProgress): void;
  /** Clears the bar. */
  clear(): void;
}

const tenths = 10;

export function createBenchProgress(io: Pick<CommandIo, 'messages'>): BenchProgress {
  const line = createProgressLine(io);
  let shown = -1;
  return {
    show(progress) {
      const { done, total } = progress;
      if (io.messages.isTTY === true) {
        const latest =
          progress.case === undefined ? '' : ` · ${progress.pipeline}: ${progress.case}`;
        line.show(
          `${drawBar(done, total)} ${describe(progress)}${styleText('dim', latest.slice(0, 60))}`,
        );
        return;
      }
      const tenth = Math.floor((done / total) * tenths);
      if (tenth === shown) return;
      shown = tenth;
      io.messages.write(`${describe(progress)}\n`);
    },
    clear: () => line.clear(),
  };
}

function describe({ done, total, failed, remainingMs, spent }: EvaluationProgress): string {
  return [
    `${done} of ${toCount(total, 'outcome')}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(spent.tokens === 0 ? [] : [toCount(spent.tokens, 'token')]),
    ...(spent.money === 0 ? [] : [`${spent.money.toFixed(4)} spent`]),
    ...(remainingMs === undefined || done === total ? [] : [`${toRemaining(remainingMs)} left`]),
  ].join(' · ');
}

/** An estimate, in whole seconds or minutes. */
function toRemaining(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;
}

interface InitOptions {
  readonly prompt: string;
  readonly schema?: string;
  readonly json?: boolean;
}

/** `gleaner bench init <folder> <url|file...>`. */
function addBenchInitCommand(bench: Command, io: CommandIo): void {
  bench
    .command('init')
    .description(
      'Make a first data set: keep pages, and draft what is expected of them, to be corrected by hand.',
    )
    .argument('<folder>', 'the data set; cases are added to it')
    .argument('<url|file...>', 'pages: addresses, or HTML files')
    .requiredOption('--prompt <text>', 'what is asked for')
    .option('--schema <file>', 'JSON Schema of the answers')
    .option('--json', 'print one JSON document with the cases')
    .action((folder: string, sources: readonly string[], options: InitOptions) =>
      init(folder, sources, options, io),
    );
}

async function init(
  folder: string,
  sources: readonly string[],
  options: InitOptions,
  io: CommandIo,
): Promise<void> {
  const drafted = await draftCases({
    folder,
    sources,
    prompt: options.prompt,
    gleaner: readEnvironment(io.environment),
    signal: io.signal,
    schema: await readSchema(options.schema),
  });
  if (options.json === true) {
    io.output.write(`${JSON.stringify({ folder, cases: drafted }, undefined, 2)}\n`);
    return;
  }
  for (const { id, source, problem, beside } of drafted) {
    io.output.write(`${id}  ${source}\n`);
    if (beside !== undefined) {
      io.messages.write(
        `Note: there was a case ${beside}, which was left as it is. If ${id} is of the same page, remove one of them.\n`,
      );
    }
    if (problem !== undefined) io.messages.write(`Note: ${id} has no draft. ${problem}\n`);
  }
  io.messages.write(
    `${toCount(drafted.length, 'case')} added to ${folder}. Correct \`expected\` in each case.json by hand: the drafts are what Gleaner reads, and not what is right.\n`,
  );
}

type Definitions = Readonly<Record<string, PipelineDefinition>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Members of one pipeline: an object that has others, too, is a record of pipelines. */
const callMembers = ['call', 'prompt', 'repair', 'deterministic'];
const engineMembers: ReadonlySet<string> = new Set(['gleaner', ...callMembers]);
const jsonMembers: ReadonlySet<string> = new Set(['extractor', 'model', ...callMembers]);

/**
 * The pipelines of files: modules whose default export is one, or a record of them, and JSON files with options. One
 * pipeline is named after its file.
 *
 * @throws TypeError that names the file which cannot be used, and why.
 */
export async function loadPipelines(
  files: readonly string[],
  environment: Environment,
): Promise<Definitions> {
  const loaded = new Map<string, PipelineDefinition>();
  for (const file of files) {
    const isJson = file.endsWith('.json');
    const definitions = isJson ? await loadJson(file, environment) : await loadModule(file);
    for (const [name, definition] of Object.entries(definitions)) {
      if (loaded.has(name)) {
        throw new TypeError(`Two pipelines are called "${name}"; the second is in "${file}".`);
      }
      loaded.set(name, definition);
    }
  }
  return Object.fromEntries(loaded);
}

async function loadModule(file: string): Promise<Definitions> {
  // A missing file is told in the words of other commands.
  await readNamedFile(file, 'pipeline');
  let exported: unknown;
  try {
    const module = (await import(pathToFileURL(path.resolve(file)).href)) as {
      readonly default?: unknown;
    };
    exported = module.default;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`Cannot load the pipeline "${file}": ${why}`, { cause });
  }
  // What each is made of is checked where the pipelines are made.
  if (typeof exported === 'function') return { [nameOf(file)]: exported as PipelineDefinition };
  if (typeof exported !== 'object' || exported === null) {
    throw new TypeError(
      `The pipeline "${file}" has no default export that is a function, the options of an engine, or a record of such.`,
    );
  }
  const isOne = 'run' in exported || Object.keys(exported).every((name) => engineMembers.has(name));
  return isOne ? { [nameOf(file)]: exported as PipelineDefinition } : (exported as Definitions);
}

async function loadJson(file: string, environment: Environment): Promise<Definitions> {
  const json = await readJsonFile(file, 'pipeline');
  if (!isRecord(json)) throw new TypeError(`The pipeline "${file}" is no JSON object.`);
  if (Object.keys(json).every((name) => jsonMembers.has(name))) {
    return { [nameOf(file)]: toDefinition(json, `"${file}"`, environment) };
  }
  return Object.fromEntries(
    Object.entries(json).map(([name, options]) => {
      if (!isRecord(options)) {
        throw new TypeError(
          `The pipeline "${file}" has no option "${name}": known are ${[...jsonMembers].join(', ')}.`,
        );
      }
      return [name, toDefinition(options, `"${name}" in "${file}"`, environment)];
    }),
  );
}

/** Options in JSON: the extractor and the model by their names, the endpoint and its key from the environment. */
function toDefinition(
  json: Readonly<Record<string, unknown>>,
  what: string,
  environment: Environment,
): PipelineDefinition {
  const { extractor, model, ...rest } = json;
  const unknown = Object.keys(json).find((name) => !jsonMembers.has(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `The pipeline ${what} has no option "${unknown}": known are ${[...jsonMembers].join(', ')}.`,
    );
  }
  if (extractor !== undefined && extractor !== 'structure' && extractor !== 'model') {
    throw new TypeError(
      `Expected "extractor" of the pipeline ${what} to be "structure" or "model".`,
    );
  }
  if (extractor === 'structure' || (extractor === undefined && model === undefined)) {
    return { ...rest, gleaner: { extractor: structureExtractor() } };
  }
  const named = typeof model === 'string' ? { ...environment, GLEANER_MODEL: model } : environment;
  const options = readEnvironment(named);
  if (options.model === undefined) {
    throw new TypeError(
      `The pipeline ${what} asks a model: set GLEANER_MODEL_URL, and GLEANER_MODEL or its "model".`,
    );
  }
  return { ...rest, gleaner: { model: options.model } };
}

function nameOf(file: string): string {
  return path.basename(file, path.extname(file));
}
