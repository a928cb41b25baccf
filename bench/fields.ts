import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import type { JsonSchema } from '../src/contracts/extractor.ts';
import { readPage } from '../src/page/read-page.ts';
import { extractStructure } from '../src/structure/extract-structure.ts';
import { bootstrapSpread } from './bootstrap-spread.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { countFields, type FieldCount, readGold, toF1 } from './score-fields.ts';

/** A set with its schema, and what is to be reached on it. */
interface FieldsTask {
  readonly name: string;
  readonly folder: string;
  readonly schemaFile: string;
  readonly stripJsonLd: boolean;
  /** What the study's prototype reached on sites that it had not seen. */
  readonly targets: Readonly<Record<string, number>>;
}

const options = new Command('bench:fields')
  .description('F1 a field of what the model-free extractor reads from pages.')
  .option('--set <dir>', 'a page set: index.jsonl beside html/*.html.gz')
  .option('--schema <file>', 'JSON Schema of what is wanted; goes with --set')
  .option('--strip-jsonld', 'remove JSON-LD from the pages first')
  .option('--out <file>', 'one JSON line a page: {id, value}')
  .option('--misses <field>', 'show what was missed of a field, on standard error')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    set?: string;
    schema?: string;
    stripJsonld?: boolean;
    out?: string;
    misses?: string;
    json?: boolean;
  }>();

const prompt = 'Extract what this page is about.';
const jsonLdScript = /<script[^>]{0,300}application\/ld\+json[\s\S]*?<\/script>/gi;
const figures: Record<string, object> = {};
const outLines: string[] = [];

for (const task of listTasks()) {
  const pages = readPageSet(task.folder);
  if (pages === undefined) {
    console.log(`skipped ${task.name}: no page set in ${task.folder} (set GLEANER_MATERIAL)`);
    continue;
  }
  report(task, measure(task, pages));
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'fields', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) exit(1);

function measure(
  task: FieldsTask,
  pages: readonly SetPage[],
): ReadonlyMap<string, readonly FieldCount[]> {
  const schema = JSON.parse(readFileSync(task.schemaFile, 'utf8')) as JsonSchema;
  const gold = readGold(task.folder);
  // Product pages list every acceptable answer of a field.
  const anyOf = path.basename(path.resolve(task.folder, '..')).startsWith('product');
  const fields = new Map<string, FieldCount[]>();
  pages.forEach((page, index) => {
    if (stderr.isTTY) stderr.write(`\r${task.name}: page ${index + 1} of ${pages.length} `);
    const html = decodeLoosely(page.readBody());
    const reading = readPage({
      html: task.stripJsonLd ? html.replace(jsonLdScript, '') : html,
      url: page.url,
    });
    const { value } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
    outLines.push(`${JSON.stringify({ id: page.id, value })}\n`);
    const answer = (typeof value === 'object' ? value : {}) as Readonly<Record<string, unknown>>;
    const expected = gold.get(page.id) ?? {};
    for (const [field, count] of countFields(expected, answer, page.site, anyOf)) {
      fields.set(field, [...(fields.get(field) ?? []), count]);
      if (field === options.misses && count.wrong + count.missed > 0) {
        const both = JSON.stringify({ expected: expected[field], got: answer[field] });
        stderr.write(`${task.name} ${page.id}: ${both}\n`);
      }
    }
  });
  if (stderr.isTTY) stderr.write('\r\u{1B}[K');
  return fields;
}

function report(task: FieldsTask, fields: ReadonlyMap<string, readonly FieldCount[]>): void {
  console.log(task.name);
  const names = [...fields.keys()].filter(
    (name) => name in task.targets || Object.keys(task.targets).length === 0,
  );
  for (const name of names) {
    const counts = fields.get(name) ?? [];
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
    figures[`${task.name}.${name}`] = { value: f1, target, met, spread };
    const goal = target === null ? '' : `  target ${target} ${met === true ? 'met' : 'missed'}`;
    const [low, high] = spread.map((bound) => bound.toFixed(3));
    console.log(
      `  ${name.padEnd(20)} F1 ${f1.toFixed(3)} [${low}, ${high}]  P ${precision.toFixed(3)} R ${recall.toFixed(3)}${goal}`,
    );
  }
}

function listTasks(): readonly FieldsTask[] {
  if (options.set !== undefined) {
    if (options.schema === undefined) {
      console.error('Expected `--schema FILE` beside `--set DIR`.');
      exit(2);
    }
    return [
      {
        name: path.basename(path.resolve(options.set, '..')),
        folder: options.set,
        schemaFile: options.schema,
        stripJsonLd: options.stripJsonld === true,
        targets: {},
      },
    ];
  }
  const task = (
    set: string,
    schema: string,
    stripJsonLd: boolean,
    targets: FieldsTask['targets'],
  ) => ({
    name: stripJsonLd ? `${set}-stripped` : set,
    folder: path.join(materialFolder, set, 'pages'),
    schemaFile: path.join(materialFolder, 'schemas', `${schema}.schema.json`),
    stripJsonLd,
    targets,
  });
  return [
    task('product-extraction-benchmark', 'product', false, {
      price: 0.83,
      sku: 0.73,
      availability: 0.84,
      brand: 0.81,
    }),
    task('product-extraction-benchmark', 'product', true, {
      price: 0.81,
      sku: 0.73,
      availability: 0.76,
      brand: 0.62,
    }),
    task('fundus-news', 'news', false, { title: 0.73, authors: 0.88, publishing_date: 0.98 }),
    task('recipe-scrapers', 'recipe', false, {
      title: 0.956,
      ingredients: 0.923,
      instructions_list: 0.918,
      total_time: 0.976,
      yields: 0.936,
    }),
    task('recipe-scrapers', 'recipe', true, {
      title: 0.83,
      ingredients: 0.79,
      instructions_list: 0.81,
      total_time: 0.86,
      yields: 0.74,
    }),
  ];
}
