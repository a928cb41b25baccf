import { readFileSync, writeFileSync } from 'node:fs';
import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import type { JsonSchema } from '../src/contracts/extractor.ts';
import { readPage } from '../src/page/read-page.ts';
import { extractStructure } from '../src/structure/extract-structure.ts';
import { bootstrapSpread } from './bootstrap-spread.ts';
import { describeCpu, measureCpu, type TimedPage } from './cpu-ratio.ts';
import { collectCandidates, crossValidate, type FieldCase } from './fields/cross-validate.ts';
import type { FieldPage } from './fields/field-page.ts';
import {
  type FieldTask,
  listDistantTasks,
  listLabelledTasks,
  toNamedTask,
} from './fields/field-task.ts';
import { countFields, type FieldCount, toF1 } from './score-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** What was measured of one field over the pages of a task. */
interface Measured {
  readonly counts: FieldCount[];
  /** The same pages with the values of the baseline. */
  readonly formerly: FieldCount[];
  readonly cases: FieldCase[];
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
  .option('--baseline <file>', 'the --out of a former run: tells how many sites gain and lose')
  .option('--out <file>', 'one JSON line a page: {task, id, value}')
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
  const timed: TimedPage[] = [];
  report(task, measure(task, pages, timed));
  if (!options.cpu) continue;
  const cpu = measureCpu(timed, prompt);
  figures[`${task.name}.cpu`] = cpu;
  console.log(`  ${describeCpu(cpu)}`);
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'fields', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) exit(1);

/** Adds each page to `timed`, where its CPU is to be measured. */
function measure(
  task: FieldTask,
  pages: Iterable<FieldPage>,
  timed: TimedPage[],
): ReadonlyMap<string, Measured> {
  const written = JSON.parse(readFileSync(task.schemaFile, 'utf8')) as JsonSchema;
  const schema = task.adapt?.(written) ?? written;
  const fields = new Map<string, Measured>();
  let pageCount = 0;
  for (const { id, site, url, html, expected } of pages) {
    pageCount += 1;
    if (options.cpu) timed.push({ html, url, schema });
    if (stderr.isTTY) stderr.write(`\r${task.name}: page ${pageCount} `);
    const reading = readPage({ html, url });
    const { value } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
    outLines.push(`${JSON.stringify({ task: task.name, id, value })}\n`);
    const answer = toValues(value);
    const former = baseline?.get(`${task.name} ${id}`);
    const formerCounts =
      former === undefined ? undefined : countFields(expected, former, site, task.anyOf);
    const candidates =
      options.crossValidate === true ? collectCandidates(reading, schema, prompt) : undefined;
    for (const [field, count] of countFields(expected, answer, site, task.anyOf)) {
      const measured = fields.get(field) ?? { counts: [], formerly: [], cases: [] };
      fields.set(field, measured);
      measured.counts.push(count);
      const formerly = formerCounts?.get(field);
      if (formerly !== undefined) measured.formerly.push(formerly);
      const found = candidates?.get(field);
      if (found !== undefined) {
        measured.cases.push({
          site,
          expected: expected[field],
          anyOf: task.anyOf,
          candidates: found,
          given: answer[field],
        });
      }
      if (field === options.misses && count.wrong + count.missed > 0) {
        const both = JSON.stringify({ expected: expected[field], got: answer[field] });
        stderr.write(`${task.name} ${id}: ${both}\n`);
      }
    }
  }
  if (stderr.isTTY) stderr.write('\r\u{1B}[K');
  return fields;
}

function report(task: FieldTask, fields: ReadonlyMap<string, Measured>): void {
  console.log(task.name);
  const names = [...fields.keys()].filter(
    (name) => name in task.targets || Object.keys(task.targets).length === 0,
  );
  for (const name of names) {
    const { counts, formerly, cases } = fields.get(name) ?? { counts: [], formerly: [], cases: [] };
    const { f1, precision, recall } = toF1(counts);
    const target = task.targets[name] ?? null;
    const spread = bootstrapSpread(
      counts.map(({ site, right, wrong, missed }) => ({
        site,
        kept: 2 * right,
        total: 2 * right + wrong + missed,
      })),
    );
    const met = target === null ? null : f1 >= target;
    // Lists are taken whole from one source by rules; their fields have no cases.
    const held = cases.length === 0 ? null : toF1(crossValidate(name, cases)).f1;
    const sites = new Set(counts.map(({ site }) => site)).size;
    figures[`${task.name}.${name}`] = {
      value: f1,
      target,
      met,
      spread,
      crossValidated: held,
      pages: counts.length,
      sites,
    };
    const [low, high] = spread.map((bound) => bound.toFixed(3));
    console.log(
      [
        `  ${name.padEnd(18)} F1 ${f1.toFixed(3)} [${low}, ${high}]`,
        ...(held === null ? [] : [`CV ${held.toFixed(3)}`]),
        `P ${precision.toFixed(3)} R ${recall.toFixed(3)}`,
        `${counts.length} pages of ${sites} sites`,
        ...(target === null ? [] : [`target ${target} ${met === true ? 'met' : 'missed'}`]),
        ...(formerly.length === 0 ? [] : [tellChange(counts, formerly)]),
      ].join('  '),
    );
  }
}

/** How the F1 changed, and on how many sites it rose and fell. */
function tellChange(counts: readonly FieldCount[], formerly: readonly FieldCount[]): string {
  const former = groupBySite(formerly);
  let gained = 0;
  let lost = 0;
  for (const [site, now] of groupBySite(counts)) {
    const change = toF1(now).f1 - toF1(former.get(site) ?? []).f1;
    if (change > 0) gained += 1;
    else if (change < 0) lost += 1;
  }
  const change = toF1(counts).f1 - toF1(formerly).f1;
  return `was ${toF1(formerly).f1.toFixed(3)} (${change < 0 ? '' : '+'}${change.toFixed(3)}; ${gained} sites gain, ${lost} lose)`;
}

function groupBySite(counts: readonly FieldCount[]): ReadonlyMap<string, readonly FieldCount[]> {
  return Map.groupBy(counts, ({ site }) => site);
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
