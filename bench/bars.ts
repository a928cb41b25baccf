import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Command } from 'commander';
import { createGleaner } from '../src/index.ts';
import { listPageFiles, readPageFile, takeEvenly } from './list-page-files.ts';
import { materialFolder } from './page-set.ts';

/** What the engine makes of every page, as one hash a bar: a change that keeps behaviour keeps every hash. */
const options = new Command('bench:bars')
  .description('A hash of what each operation makes of the pages, to compare two commits by.')
  .option('--pages <n>', 'pages of each set, at equal distances', Number, 60)
  .option(
    '--against <file>',
    'what an earlier run printed with --json; pages that differ are listed',
  )
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ pages: number; against?: string; json?: boolean }>();

const sets = [
  'wcxb',
  'trafilatura-eval',
  'product-extraction-benchmark',
  'recipe-scrapers',
  'juriscraper',
  'fundus-news',
  'swde-books',
];

/** No network and no model: what is hashed follows from the page alone. */
const gleaner = createGleaner({ threads: 0 });

type Bar = (page: { readonly html: string; readonly url: string }) => Promise<unknown>;
const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    price: { type: 'number' },
    author: { type: 'string' },
    date: { type: 'string' },
    description: { type: 'string' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          url: { type: 'string' },
          price: { type: 'number' },
        },
      },
    },
  },
};
const prompt = 'The title, price, author, date and items';
const include = ['evidence', 'warnings'] as const;
const bars: Readonly<Record<string, Bar>> = {
  html: (page) => gleaner.scrape({ ...page, format: 'html' }),
  markdown: (page) => gleaner.scrape({ ...page, format: 'markdown' }),
  speed: (page) => gleaner.scrape({ ...page, format: 'markdown', parseMode: 'speed' }),
  main: (page) => gleaner.scrape({ ...page, format: 'markdown', reduceContent: true }),
  fields: (page) => gleaner.extract({ ...page, prompt, schema, include }),
  records: (page) => gleaner.extract({ ...page, prompt: 'All items', include }),
};

const earlier =
  options.against === undefined
    ? undefined
    : (JSON.parse(
        readFileSync(options.against, 'utf8').trimEnd().split('\n').at(-1) ?? '',
      ) as Hashes);
type Hashes = Readonly<Record<string, Readonly<Record<string, string>>>>;

const hashes: Record<string, Record<string, string>> = {};
for (const set of sets) {
  const files = takeEvenly(listPageFiles(path.join(materialFolder, set, 'pages')), options.pages);
  if (files.length === 0) console.error(`no pages in ${set}`);
  for (const file of files) {
    const page = { html: readPageFile(file), url: file.url };
    for (const [bar, make] of Object.entries(bars)) {
      const made = await make(page).catch((error: unknown) => String(error));
      (hashes[bar] ??= {})[`${set}/${path.basename(file.file)}`] = toHash(made);
    }
  }
}
for (const [bar, pages] of Object.entries(hashes)) {
  const before = earlier?.[bar];
  const changed =
    before && Object.keys(pages).filter((page) => page in before && before[page] !== pages[page]);
  const told = changed === undefined ? '' : `  ${changed.length} changed`;
  console.log(`${bar.padEnd(10)}${toHash(pages)}  ${Object.keys(pages).length} pages${told}`);
  for (const page of changed ?? []) console.log(`  ${page}`);
  if (changed !== undefined && changed.length > 0) process.exitCode = 1;
}
if (options.json === true) console.log(JSON.stringify(hashes));
await gleaner.close();

/** Times and ids of a call differ from run to run, and nothing else does. */
function toHash(value: unknown): string {
  const text = JSON.stringify(value, (key, member: unknown) =>
    key === 'requestId' || key.endsWith('Ms') ? undefined : member,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
