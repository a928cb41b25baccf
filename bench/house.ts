import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { createGleaner } from '../src/index.ts';
import { createService, memoryStore } from '../src/service/index.ts';
import { createHttpHandler } from '../src/web/http/index.ts';
import {
  findCircles,
  hasOwnTest,
  layers,
  packages,
  readHouseGraph,
} from '../scripts/source-graph.ts';

const options = new Command('bench:house')
  .description('How large `src` is, how it hangs together, and how much of it a request enters.')
  .option('--json', 'print one JSON object last')
  .option('--list', 'print the files behind the figures')
  .parse()
  .opts<{ json?: boolean; list?: boolean }>();

const source = path.join(import.meta.dirname, '..', 'src');
/** What a developer new to the field would search for; a file name has to lead there. */
const fieldWords = [
  'idempotency',
  'retry',
  'rate-limit',
  'cache',
  'pagination',
  'drift',
  'redirect',
  'robots',
  'credit',
  'locale',
];
/** Lines that stand twice in the same order, without imports and blank lines. */
const duplicateLines = 12;

const graph = readHouseGraph(path.join(source, '..'));
/** The test kit is counted apart: what moves there is no saving. */
const [kitFiles, files] = [[...graph.keys()].filter(isOfKit), [...graph.keys()].filter(isOfSource)];
const texts = readTexts(files);
const importers = new Map<string, number>();
for (const [file, imports] of graph) {
  for (const target of new Set(imports.map((each) => each.target))) {
    if (target !== file) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
}
const lone = files.filter((file) => importers.get(file) === 1 && !hasOwnTest(source, file));
const entered = await listEntered();
const duplicates = findDuplicates();
const missingWords = fieldWords.filter((word) => !files.some((file) => file.includes(word)));

const figures: Record<string, { value: number; target: number; met: boolean }> = {};
const note = (name: string, value: number, target: number): void => {
  figures[name] = { value, target, met: value <= target };
};
note('source files', files.length, 620);
note('lines', countLines(texts), 104_000);
const core = files.filter((file) => packages['core']?.folders.includes(file.split('/')[0] ?? ''));
note('source files of the core', core.length, 400);
note('lines of the core', countLines(readTexts(core)), 62_000);
note('lines of the test kit', countLines(readTexts(kitFiles)), 5_000);
note('names in src', readdirSync(source).length, 15);
note('rows of the layer table', layers.length, 20);
note('circles, types included', findCircles(graph).length, 0);
note('files with one importer and no test', lone.length, 90);
note('files that a warm POST /smartscraper enters', entered.length, 70);
note('casts `as number`', countCasts(/\bas number\b/g), 20);
note('casts `as never` and `as unknown as`', countCasts(/\bas never\b|\bas unknown as\b/g), 0);
note(`duplicates of ${duplicateLines} lines`, duplicates.length, 0);
note('words of the field without a file', missingWords.length, 0);

for (const [name, { value, target, met }] of Object.entries(figures)) {
  console.log(
    `${name.padEnd(46)} ${String(value).padStart(7)}  at most ${target} ${met ? '' : ' missed'}`,
  );
}
if (options.list === true) console.log({ lone, entered, duplicates, missingWords });
if (options.json === true) console.log(JSON.stringify({ bench: 'house', figures }));

function isOfKit(file: string): boolean {
  return file.startsWith('../test-kit/');
}

function isOfSource(file: string): boolean {
  return !isOfKit(file);
}

function readTexts(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((file) => [file, readFileSync(path.join(source, file), 'utf8')]));
}

function countLines(counted: ReadonlyMap<string, string>): number {
  return [...counted.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
}

/** Source files of which a function runs in a request that is not the first; the work on the page included. */
async function listEntered(): Promise<readonly string[]> {
  const gleaner = createGleaner({
    threads: 0,
    fetcher: {
      name: 'one page',
      fetch: async ({ url }) => ({
        url,
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: new TextEncoder().encode('<h1>Blue kettle</h1><p>Price: 24.50 EUR</p>'),
      }),
    },
  });
  await using service = createService({ gleaner, store: memoryStore() });
  const { id: account } = await service.accounts.create({ credits: 1_000 });
  const { key } = await service.keys.create({ account, label: 'house' });
  const handler = createHttpHandler(service);
  const call = async (): Promise<void> => {
    const response = await handler(
      new Request('http://localhost/v1/smartscraper', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          website_url: 'https://shop.test/kettle',
          user_prompt: 'The kettle',
          output_schema: { type: 'object', properties: { price: { type: 'number' } } },
        }),
      }),
    );
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  await call();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ url, functions }) => {
      const isOwn =
        url.startsWith('file:') && fileURLToPath(url).startsWith(`${source}${path.sep}`);
      return isOwn && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    })
    .map(({ url }) => path.relative(source, fileURLToPath(url)))
    .toSorted();
}

function countCasts(pattern: RegExp): number {
  return [...texts.values()].reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
}

/** The first lines of pairs of places that share as many lines; what goes on from a pair is not counted again. */
function findDuplicates(): readonly string[] {
  const seen = new Map<string, string>();
  const found: string[] = [];
  for (const [file, text] of texts) {
    const lines = text
      .replaceAll(/^import[^;]*;$/gm, '')
      .split('\n')
      .map((line, at) => ({ line: line.trim(), at }))
      .filter(({ line }) => line !== '');
    for (let from = 0; from + duplicateLines <= lines.length; from += 1) {
      const part = lines.slice(from, from + duplicateLines);
      const key = part.map(({ line }) => line).join('\n');
      const place = `${file}:${(part[0]?.at ?? 0) + 1}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, place);
      else {
        found.push(`${first} ${place}`);
        from += duplicateLines - 1;
      }
    }
  }
  return found;
}
