import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import type { JsonSchema } from '../src/runtime/contracts/extractor.ts';
import { readPage } from '../src/page/read-page.ts';
import { extractStructure } from '../src/extraction/structure/extract-structure.ts';
import type { EvaluationResult, Metric, ScoredOutcome } from '../src/evaluation/index.ts';
import { describeCpu, measureCpu } from './cpu-ratio.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { type Figure, findFigure, runBench, tellChange, toCase } from './run-bench.ts';
import { type RecordScore, scoreRecords } from './score-records.ts';

interface RecordsTask {
  readonly name: string;
  readonly folder: string;
  includes(page: SetPage): boolean;
  schemaFor(page: SetPage): JsonSchema;
  /** What the study's prototype reached. */
  readonly target: number | null;
}

const options = new Command('bench:records')
  .description(
    'Page-macro F1 of the records that the model-free extractor reads from tables and listings.',
  )
  .option('--set <dir>', 'a page set: index.jsonl beside html/*.html.gz')
  .option(
    '--schema <file>',
    'JSON Schema of the list; without one it is made from the header of each expected table',
  )
  .option('--out <file>', 'one JSON line a page: {id, value: [...]}')
  .option(
    '--baseline <file>',
    'a former --out: also print how the figures differ from it, over sites',
  )
  .option('--no-cpu', 'leave out how much CPU the extraction takes')
  .option('--misses', 'show the pages that lose, on standard error')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    set?: string;
    schema?: string;
    out?: string;
    baseline?: string;
    cpu: boolean;
    misses?: boolean;
    json?: boolean;
  }>();

const prompt = 'Extract all records of the list on this page.';
const figures: Record<string, Figure> = {};
const outLines: string[] = [];
const former = options.baseline === undefined ? undefined : readValues(options.baseline);

for (const task of listTasks()) {
  const pages = readPageSet(task.folder)?.filter((page) => task.includes(page));
  if (pages === undefined || pages.length === 0) {
    console.log(`skipped ${task.name}: no page set in ${task.folder} (set GLEANER_MATERIAL)`);
    continue;
  }
  report(task, await measure(task, pages));
  if (options.cpu) reportCpu(task, pages);
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'records', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) exit(1);

async function measure(task: RecordsTask, pages: readonly SetPage[]): Promise<EvaluationResult> {
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const known = new WeakMap<ScoredOutcome, RecordScore | undefined>();
  /** All metrics look at one comparison with what is expected. */
  const score = (outcome: ScoredOutcome): RecordScore | undefined => {
    const page = pageOf.get(outcome.case.id);
    if (page === undefined || known.has(outcome)) return known.get(outcome);
    const scored = scoreRecords(page, toRecords(outcome.output?.value));
    known.set(outcome, scored);
    return scored;
  };
  const result = await runBench({
    name: task.name,
    cases: pages.map((page) =>
      toCase({ ...page, schema: task.schemaFor(page) }, prompt, () => page.readBody()),
    ),
    pipelines: {
      gleaner: ({ body, url, schema = {} }) => {
        const reading = readPage({ html: decodeLoosely(body ?? new Uint8Array()), url });
        const { value } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
        return { value: toRecords(value) };
      },
      ...(former === undefined
        ? {}
        : { former: ({ id }: { readonly id: string }) => ({ value: former.get(id) ?? [] }) }),
    },
    baseline: former === undefined ? undefined : 'former',
    metrics: listMetrics(score),
  });
  for (const { pipeline, case: id, value, scores } of result.outcomes) {
    if (pipeline !== 'gleaner') continue;
    outLines.push(`${JSON.stringify({ id, value: toRecords(value) })}\n`);
    const f1 = scores['f1']?.kept ?? 1;
    if (options.misses !== true || f1 >= 0.99) continue;
    const [recall, precision] = [scores['recall'], scores['precision']];
    stderr.write(
      `${task.name} ${id}: F1 ${f1.toFixed(2)}, ${recall?.kept} right of ${recall?.total}, ${precision?.total} given\n`,
    );
  }
  return result;
}

/** What the reference scorer counts: each page's F1 alike, and the records of all pages together. */
function listMetrics(
  scoreOf: (outcome: ScoredOutcome) => RecordScore | undefined,
): readonly Metric[] {
  const toMetric = (
    name: string,
    toParts: (score: RecordScore) => readonly [kept: number, total: number] | undefined,
  ): Metric => ({
    name,
    unit: 'share',
    better: 'higher',
    score(outcome) {
      const score = scoreOf(outcome);
      const parts = score === undefined ? undefined : toParts(score);
      return parts === undefined ? undefined : { kept: parts[0], total: parts[1] };
    },
  });
  return [
    toMetric('f1', ({ right, expected, given }) => [
      (2 * right) / Math.max(1, expected + given),
      1,
    ]),
    toMetric('field accuracy', ({ fieldAccuracy }) =>
      fieldAccuracy === undefined ? undefined : [fieldAccuracy, 1],
    ),
    toMetric('exact count', ({ exactCount }) => [Number(exactCount), 1]),
    toMetric('precision', ({ right, given }) => [right, given]),
    toMetric('recall', ({ right, expected }) => [right, expected]),
  ];
}

function report(task: RecordsTask, result: EvaluationResult): void {
  const show = (name: string): string => findFigure(result, name, null)?.value.toFixed(3) ?? '–';
  const f1 = findFigure(result, 'f1', task.target);
  if (f1 === undefined) return;
  figures[`${task.name}.f1`] = f1;
  const accuracy = findFigure(result, 'field accuracy', null);
  if (accuracy !== undefined) figures[`${task.name}.field_accuracy`] = accuracy;
  const scored = result.outcomes.filter(
    ({ pipeline, scores }) => pipeline === 'gleaner' && scores['f1'] !== undefined,
  );
  const siteOf = new Map(result.cases.map(({ id, site }) => [id, site]));
  const sites = new Set(scored.map((outcome) => siteOf.get(outcome.case))).size;
  const [low, high] = f1.spread.map((bound) => bound.toFixed(3));
  const goal =
    f1.target === null ? '' : `  target ${f1.target} ${f1.met === true ? 'met' : 'missed'}`;
  const shown = accuracy === undefined ? '' : `  field accuracy ${accuracy.value.toFixed(3)}`;
  console.log(
    `${task.name}: ${scored.length} pages of ${sites} sites  F1 ${f1.value.toFixed(3)} [${low}, ${high}]  exact count ${show('exact count')}${shown}${goal}`,
  );
  console.log(`  all records: precision ${show('precision')}, recall ${show('recall')}`);
  if (former === undefined) return;
  for (const metric of ['f1', 'field accuracy']) {
    const change = tellChange(result, 'gleaner', metric);
    if (change !== undefined) console.log(`  ${metric}: was ${change}`);
  }
}

function reportCpu(task: RecordsTask, pages: readonly SetPage[]): void {
  const timed = pages.map((page) => ({
    html: decodeLoosely(page.readBody()),
    url: page.url,
    schema: task.schemaFor(page),
  }));
  const cpu = measureCpu(timed, prompt);
  figures[`${task.name}.cpu`] = cpu;
  console.log(`  ${describeCpu(cpu)}`);
}

function readValues(file: string): ReadonlyMap<string, readonly unknown[]> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { id, value } = JSON.parse(line) as { id: string; value: unknown };
      return [id, toRecords(value)] as const;
    }),
  );
}

function toRecords(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function listTasks(): readonly RecordsTask[] {
  const schemaFile = options.schema;
  if (options.set !== undefined) {
    return [
      {
        name: path.basename(path.resolve(options.set, '..')),
        folder: options.set,
        includes: ({ expected }) => Array.isArray(expected) || listHeader(expected).length > 0,
        schemaFor: schemaFile === undefined ? headerSchema : readSchema(schemaFile),
        target: null,
      },
    ];
  }
  return [
    {
      name: 'wikitables',
      folder: path.join(materialFolder, 'wikitables', 'pages'),
      includes: () => true,
      schemaFor: headerSchema,
      target: 0.967,
    },
    {
      name: 'juriscraper-listings',
      folder: path.join(materialFolder, 'juriscraper', 'pages'),
      includes: ({ expected, line }) =>
        Array.isArray(expected) &&
        ['opinions', 'oral_args'].includes((JSON.parse(line) as { kind: string }).kind),
      schemaFor: readSchema(path.join(materialFolder, 'schemas', 'court-opinions.schema.json')),
      target: 0.563,
    },
  ];
}

function readSchema(file: string): () => JsonSchema {
  let schema: JsonSchema | undefined;
  return () => (schema ??= JSON.parse(readFileSync(file, 'utf8')) as JsonSchema);
}

/** A list of objects with the expected table's header cells as properties; empty and repeated ones get a number. */
function headerSchema(page: SetPage): JsonSchema {
  const properties: Record<string, object> = {};
  listHeader(page.expected).forEach((header, at) => {
    const base = header.trim() === '' ? `column_${at + 1}` : header;
    let name = base;
    for (let copy = 2; name in properties; copy += 1) name = `${base}_${copy}`;
    properties[name] = { type: 'string' };
  });
  return { type: 'array', items: { type: 'object', properties } };
}

function listHeader(expected: unknown): readonly string[] {
  const header =
    typeof expected === 'object' && expected !== null && 'header' in expected
      ? expected.header
      : [];
  return Array.isArray(header) ? header.map(String) : [];
}
