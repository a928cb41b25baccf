import { readFileSync, writeFileSync } from 'node:fs';
import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import type { JsonSchema } from '../src/runtime/contracts/extractor.ts';
import { readPage } from '../src/page/read-page.ts';
import { extractStructure } from '../src/extraction/structure/extract-structure.ts';
import type { EvaluationResult, Metric, Score, ScoredOutcome } from '../src/evaluation/index.ts';
import { describeCpu, measureCpu, type TimedPage } from './cpu-ratio.ts';
import { collectCandidates, crossValidate, type FieldCase } from './fields/cross-validate.ts';
import type { FieldPage } from './fields/field-page.ts';
import { describeCertainty, judgeValues } from './fields/measure-certainty.ts';
import {
  type FieldTask,
  listDistantTasks,
  listLabelledTasks,
  toNamedTask,
} from './fields/field-task.ts';
import { findFigure, runBench, tellChange, toCase } from './run-bench.ts';
import { countFields, type FieldCount, toF1 } from './score-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** What was measured of a task, and by field the cases that weights are fitted on. */
interface Measured {
  readonly result: EvaluationResult;
  readonly cases: ReadonlyMap<string, readonly FieldCase[]>;
}

const options = new Command('bench:fields')
  .description('F1 a field of what the model-free extractor reads from pages.')
  .option('--set <dir>', 'a page set: index.jsonl beside html/*.html.gz')
  .option('--schema <file>', 'JSON Schema of what is wanted; goes with --set')
  .option('--strip-jsonld', 'remove JSON-LD from the pages first')
  .option(
    '--distant',
    'measure on the pages of all sets that carry structured data, which is removed and used as labels',
  )
  .option('--only <words>', 'tasks whose name holds the words')
  .option(
    '--cross-validate',
    'fit the trust in each source and the least confidence on the pages of other sites, and measure that too',
  )
  .option(
    '--baseline <file>',
    'the --out of a former run: tells how the figures differ from it, over sites',
  )
  .option('--out <file>', 'one JSON line a page: {task, id, value}')
  .option(
    '--certainty',
    'how many values are called sure at each level, and how many of those are wrong, instead of F1',
  )
  .option('--no-cpu', 'leave out how much CPU the extraction takes')
  .option('--misses <field>', 'show what was missed of a field, on standard error')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    set?: string;
    schema?: string;
    stripJsonld?: boolean;
    distant?: boolean;
    only?: string;
    crossValidate?: boolean;
    certainty?: boolean;
    baseline?: string;
    out?: string;
    cpu: boolean;
    misses?: string;
    json?: boolean;
  }>();

const prompt = 'Extract what this page is about.';
const figures: Record<string, object> = {};
const outLines: string[] = [];
const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline);

for (const task of listTasks()) {
  const pages = task.readPages();
  if (pages === undefined) {
    console.log(`skipped ${task.name}: no page set (set GLEANER_MATERIAL)`);
    continue;
  }
  if (options.certainty === true) {
    measureCertainty(task, pages);
    continue;
  }
  const timed: TimedPage[] = [];
  report(task, await measure(task, pages, timed));
  if (!options.cpu) continue;
  const cpu = measureCpu(timed, prompt);
  figures[`${task.name}.cpu`] = cpu;
  console.log(`  ${describeCpu(cpu)}`);
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'fields', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) exit(1);

function measureCertainty(task: FieldTask, pages: Iterable<FieldPage>): void {
  const schema = readSchema(task);
  const { anyOf } = task;
  const values = [...pages].flatMap((page) => [...judgeValues(page, { schema, prompt, anyOf })]);
  console.log(task.name);
  for (const line of describeCertainty(values)) console.log(line);
}

function readSchema(task: FieldTask): JsonSchema {
  const written = JSON.parse(readFileSync(task.schemaFile, 'utf8')) as JsonSchema;
  return task.adapt?.(written) ?? written;
}

/** Adds each page to `timed`, where its CPU is to be measured. */
async function measure(
  task: FieldTask,
  pages: Iterable<FieldPage>,
  timed: TimedPage[],
): Promise<Measured> {
  const schema = readSchema(task);
  const pageOf = new Map<string, FieldPage>();
  for (const page of pages) {
    pageOf.set(page.id, page);
    if (options.cpu) timed.push({ html: page.html, url: page.url, schema });
  }
  const expectedOf = (id: string): Values => pageOf.get(id)?.expected ?? {};
  const result = await runBench({
    name: task.name,
    cases: [...pageOf.values()].map((page) =>
      toCase({ ...page, schema }, prompt, () => new TextEncoder().encode(page.html)),
    ),
    pipelines: {
      gleaner: ({ id, url }) => {
        const reading = readPage({ html: pageOf.get(id)?.html ?? '', url });
        const { value } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
        return { value };
      },
      ...(baseline === undefined
        ? {}
        : {
            former: ({ id }: { readonly id: string }) => ({
              value: requireFormer(baseline, `${task.name} ${id}`),
            }),
          }),
    },
    baseline: baseline === undefined ? undefined : 'former',
    metrics: listMetrics(
      [...new Set([...pageOf.values()].flatMap(({ expected }) => Object.keys(expected)))],
      ({ case: { id, site = id }, output }) =>
        countFields(expectedOf(id), toValues(output?.value), site, task.anyOf),
    ),
  });
  const own = result.outcomes.filter(({ pipeline }) => pipeline === 'gleaner');
  const cases = new Map<string, FieldCase[]>();
  for (const { case: id, value } of own) {
    const page = pageOf.get(id);
    if (page === undefined) continue;
    outLines.push(`${JSON.stringify({ task: task.name, id, value })}\n`);
    tellMiss(task, page, toValues(value));
    if (options.crossValidate !== true) continue;
    const reading = readPage({ html: page.html, url: page.url });
    for (const [field, candidates] of collectCandidates(reading, schema, prompt)) {
      if (!Object.hasOwn(page.expected, field)) continue;
      const { site, expected } = page;
      const known = cases.get(field) ?? [];
      cases.set(field, known);
      known.push({
        site,
        expected: expected[field],
        anyOf: task.anyOf,
        candidates,
        given: toValues(value)[field],
      });
    }
  }
  return { result, cases };
}

/** A page that the former run has not is left out of the comparison. */
function requireFormer(values: ReadonlyMap<string, Values>, key: string): Values {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The former run has no value of it (${key}).`);
  return value;
}

/** F1, precision and recall of each field as the reference scorer counts them. */
function listMetrics(
  fields: readonly string[],
  countsOf: (outcome: ScoredOutcome) => ReadonlyMap<string, FieldCount>,
): readonly Metric[] {
  const known = new WeakMap<ScoredOutcome, ReadonlyMap<string, FieldCount>>();
  const toMetric = (
    name: string,
    field: string,
    toScore: (count: FieldCount) => Score,
  ): Metric => ({
    name: `${name} of ${field}`,
    unit: 'share',
    better: 'higher',
    field,
    score(outcome) {
      // The former run is no answer of ours where it lacks a page.
      if (outcome.output === undefined) return undefined;
      const counts = known.get(outcome) ?? countsOf(outcome);
      known.set(outcome, counts);
      const count = counts.get(field);
      return count === undefined ? undefined : toScore(count);
    },
  });
  return fields.flatMap((field) => [
    toMetric('f1', field, ({ right, wrong, missed }) => ({
      kept: 2 * right,
      total: 2 * right + wrong + missed,
    })),
    toMetric('precision', field, ({ right, wrong }) => ({ kept: right, total: right + wrong })),
    toMetric('recall', field, ({ right, missed }) => ({ kept: right, total: right + missed })),
  ]);
}

function tellMiss(task: FieldTask, { id, site, expected }: FieldPage, value: Values): void {
  const field = options.misses;
  if (field === undefined) return;
  const count = countFields(expected, value, site, task.anyOf).get(field);
  if (count === undefined || count.wrong + count.missed === 0) return;
  const both = JSON.stringify({ expected: expected[field], got: value[field] });
  stderr.write(`${task.name} ${id}: ${both}\n`);
}

function report(task: FieldTask, { result, cases }: Measured): void {
  console.log(task.name);
  const siteOf = new Map(result.cases.map(({ id, site }) => [id, site]));
  const fields = new Set(result.metrics.flatMap(({ field }) => field ?? []));
  for (const name of fields) {
    if (Object.keys(task.targets).length > 0 && !(name in task.targets)) continue;
    const scored = result.outcomes.filter(
      ({ pipeline, scores }) => pipeline === 'gleaner' && scores[`f1 of ${name}`] !== undefined,
    );
    if (scored.length === 0) continue;
    const target = task.targets[name] ?? null;
    const show = (metric: string): string =>
      (findFigure(result, `${metric} of ${name}`, null)?.value ?? 0).toFixed(3);
    // Nothing expected and nothing given is no figure; the reference scorer writes 0.
    const none = { value: 0, target, met: target === null ? null : false, spread: [0, 0] } as const;
    const f1 = findFigure(result, `f1 of ${name}`, target) ?? none;
    // Lists are taken whole from one source by rules; their fields have no cases.
    const own = cases.get(name) ?? [];
    const held = own.length === 0 ? null : toF1(crossValidate(name, own)).f1;
    const sites = new Set(scored.map((outcome) => siteOf.get(outcome.case))).size;
    figures[`${task.name}.${name}`] = {
      ...f1,
      crossValidated: held,
      pages: scored.length,
      sites,
    };
    const [low, high] = f1.spread.map((bound) => bound.toFixed(3));
    const change = tellChange(result, 'gleaner', `f1 of ${name}`);
    console.log(
      [
        `  ${name.padEnd(18)} F1 ${f1.value.toFixed(3)} [${low}, ${high}]`,
        ...(held === null ? [] : [`CV ${held.toFixed(3)}`]),
        `P ${show('precision')} R ${show('recall')}`,
        `${scored.length} pages of ${sites} sites`,
        ...(target === null ? [] : [`target ${target} ${f1.met === true ? 'met' : 'missed'}`]),
        ...(change === undefined ? [] : [`was ${change}`]),
      ].join('  '),
    );
  }
}

function listTasks(): readonly FieldTask[] {
  if (options.set !== undefined) {
    if (options.schema === undefined) {
      console.error('Expected `--schema FILE` beside `--set DIR`.');
      exit(2);
    }
    return [toNamedTask(options.set, options.schema, options.stripJsonld === true)];
  }
  const tasks = options.distant === true ? listDistantTasks() : listLabelledTasks();
  return tasks.filter(({ name }) => name.includes(options.only ?? ''));
}

/** Values of a former run by task and page. */
function readBaseline(file: string): ReadonlyMap<string, Values> {
  return new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { task, id, value } = JSON.parse(line) as {
          task: string;
          id: string;
          value: unknown;
        };
        return [`${task} ${id}`, toValues(value)] as const;
      }),
  );
}

function toValues(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}
