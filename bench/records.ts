import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import type { JsonSchema } from '../src/contracts/extractor.ts';
import { readPage } from '../src/page/read-page.ts';
import { extractStructure } from '../src/structure/extract-structure.ts';
import { bootstrapSpread } from './bootstrap-spread.ts';
import { describeCpu, measureCpu } from './cpu-ratio.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { pageF1, type RecordScore, scoreRecords } from './score-records.ts';

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
  .option('--baseline <file>', 'a former --out: also print how many sites gain and lose')
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

/** A smaller change of a site's figure is no gain or loss. */
const leastChange = 0.005;
const prompt = 'Extract all records of the list on this page.';
const figures: Record<string, object> = {};
const outLines: string[] = [];
const former = options.baseline === undefined ? undefined : readValues(options.baseline);

for (const task of listTasks()) {
  const pages = readPageSet(task.folder)?.filter((page) => task.includes(page));
  if (pages === undefined || pages.length === 0) {
    console.log(`skipped ${task.name}: no page set in ${task.folder} (set GLEANER_MATERIAL)`);
    continue;
  }
  const scores = measure(task, pages);
  report(task, scores);
  if (former !== undefined) compare(pages, scores, former);
  if (options.cpu) reportCpu(task, pages);
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'records', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) exit(1);

function measure(task: RecordsTask, pages: readonly SetPage[]): readonly RecordScore[] {
  return pages.flatMap((page, index) => {
    if (stderr.isTTY) stderr.write(`\r${task.name}: page ${index + 1} of ${pages.length} `);
    const reading = readPage({ html: decodeLoosely(page.readBody()), url: page.url });
    const schema = task.schemaFor(page);
    const { value } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
    const records: readonly unknown[] = Array.isArray(value) ? value : [];
    outLines.push(`${JSON.stringify({ id: page.id, value: records })}\n`);
    const score = scoreRecords(page, records);
    if (score === undefined) return [];
    if (options.misses === true && pageF1(score) < 0.99) {
      stderr.write(
        `${task.name} ${page.id}: F1 ${pageF1(score).toFixed(2)}, ${score.right} right of ${score.expected}, ${score.given} given\n`,
      );
    }
    return [score];
  });
}

function report(task: RecordsTask, scores: readonly RecordScore[]): void {
  const f1 = mean(scores.map((score) => pageF1(score)));
  const spread = bootstrapSpread(
    scores.map((score) => ({ site: score.site, kept: pageF1(score), total: 1 })),
  );
  const met = task.target === null ? null : f1 >= task.target;
  figures[`${task.name}.f1`] = { value: f1, target: task.target, met, spread };
  const exact = mean(scores.map(({ exactCount }) => Number(exactCount)));
  const accuracies = scores.flatMap(({ fieldAccuracy }) =>
    fieldAccuracy === undefined ? [] : [fieldAccuracy],
  );
  const accuracy = accuracies.length === 0 ? '' : `  field accuracy ${mean(accuracies).toFixed(3)}`;
  if (accuracies.length > 0) {
    figures[`${task.name}.field_accuracy`] = { value: mean(accuracies), target: null, met: null };
  }
  const right = sum(scores.map((score) => score.right));
  const precision = right / Math.max(1, sum(scores.map(({ given }) => given)));
  const recall = right / Math.max(1, sum(scores.map(({ expected }) => expected)));
  const sites = new Set(scores.map(({ site }) => site)).size;
  const [low, high] = spread.map((bound) => bound.toFixed(3));
  const goal =
    task.target === null ? '' : `  target ${task.target} ${met === true ? 'met' : 'missed'}`;
  console.log(
    `${task.name}: ${scores.length} pages of ${sites} sites  F1 ${f1.toFixed(3)} [${low}, ${high}]  exact count ${exact.toFixed(3)}${accuracy}${goal}`,
  );
  console.log(
    `  all records: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}  mean over sites: F1 ${mean(siteMeans(scores, pageF1)).toFixed(3)}`,
  );
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

/** Prints for how many sites the figures rose and fell: a gain that one site makes is no gain. */
function compare(
  pages: readonly SetPage[],
  scores: readonly RecordScore[],
  values: ReadonlyMap<string, readonly unknown[]>,
): void {
  const before = pages.flatMap((page) => scoreRecords(page, values.get(page.id) ?? []) ?? []);
  for (const [name, figureOf] of [
    ['F1', pageF1],
    ['field accuracy', (score: RecordScore) => score.fieldAccuracy],
  ] as const) {
    const old = siteMeans(before, figureOf);
    const changes = siteMeans(scores, figureOf).map((figure, at) => figure - (old[at] ?? 0));
    if (changes.length === 0) continue;
    const gains = changes.filter((change) => change > leastChange).length;
    const losses = changes.filter((change) => change < -leastChange).length;
    const change = mean(changes);
    console.log(
      `  ${name} against the baseline: ${change < 0 ? '' : '+'}${change.toFixed(3)} over ${changes.length} sites, ${gains} gain, ${losses} lose`,
    );
  }
}

/** The mean of a figure for each site, in the order in which the sites come. */
function siteMeans(
  scores: readonly RecordScore[],
  figureOf: (score: RecordScore) => number | undefined,
): readonly number[] {
  const bySite = new Map<string, number[]>();
  for (const score of scores) {
    const figure = figureOf(score);
    if (figure === undefined) continue;
    const known = bySite.get(score.site);
    if (known === undefined) bySite.set(score.site, [figure]);
    else known.push(figure);
  }
  return [...bySite.values()].map((figures) => mean(figures));
}

function readValues(file: string): ReadonlyMap<string, readonly unknown[]> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { id, value } = JSON.parse(line) as { id: string; value: unknown };
      return [id, Array.isArray(value) ? value : []] as const;
    }),
  );
}

function mean(values: readonly number[]): number {
  return sum(values) / Math.max(1, values.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
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
