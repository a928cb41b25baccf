import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpuUsage } from 'node:process';
import { Command } from 'commander';
import { createGleaner, type Gleaner } from '../src/index.ts';
import { listPageFiles, readPageFile, speedSets, takeEvenly } from './list-page-files.ts';
import { createPages } from './cache/create-pages.ts';
import { makeMixedPage } from './mixed-page.ts';
import { type Figure, toMedianFigure } from './run-bench.ts';

/** What a call costs whose page is in the cache and was asked the same before. */
const options = new Command('bench:kept')
  .description(
    'CPU of a call whose page is fetched and read, as a multiple of the same call about the page in the cache.',
  )
  .option('--rounds <n>', 'measured rounds of each page', Number, 5)
  .option('--pages <n>', 'middling pages of the material', Number, 12)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; pages: number; json?: boolean }>();

/** A call about a page that was asked the same before costs so many times less. */
const target = 20;
/** Bytes of a middling page; the median of the material is 110 KB. */
const least = 60_000;
const most = 130_000;
const warmUps = 2;
const callsOfMiss = 6;
const callsOfHit = 30;

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, price: { type: 'number' } },
};
/** By name; without an age the page is fetched and read. */
const calls: Readonly<
  Record<string, (gleaner: Gleaner, url: string, maxAge?: number) => Promise<unknown>>
> = {
  'scrape to HTML': (gleaner, url, maxAge) => gleaner.scrape({ url, maxAge }),
  'scrape to Markdown': (gleaner, url, maxAge) =>
    gleaner.scrape({ url, format: 'markdown', maxAge }),
  'scrape of the main content': (gleaner, url, maxAge) =>
    gleaner.scrape({ url, format: 'markdown', reduceContent: true, maxAge }),
  extract: (gleaner, url, maxAge) =>
    gleaner.extract({ url, prompt: 'Title and price', schema, maxAge }),
};

const made = new TextEncoder().encode(await makeMixedPage());
const sets: Readonly<Record<string, readonly Uint8Array[]>> = {
  '60 to 130 KB, of the material': loadMiddlingPages(),
  '240 KB, made up': createPages(1).map(({ page }) => page.body),
  '20 KB, made up': [made],
};
const figures: Record<string, Figure> = {};
for (const [size, pages] of Object.entries(sets)) {
  if (pages.length === 0)
    console.log(`skipped: ${size} (set GLEANER_MATERIAL, see bench/README.md)`);
  const ratios = await measurePages(pages);
  for (const [name, values] of ratios) figures[`${name}, ${size}`] = toMedianFigure(values, target);
}
for (const [name, { value, spread }] of Object.entries(figures)) {
  const range = spread.map((bound) => bound.toFixed(1)).join(', ');
  console.log(`${name.padEnd(58)} ${value.toFixed(1)} [${range}]  target ≥ ${target}`);
}
if (options.json === true) console.log(JSON.stringify({ bench: 'kept', figures }));

/** Of each call the ratios of all rounds over all pages. */
async function measurePages(pages: readonly Uint8Array[]): Promise<Map<string, number[]>> {
  const ratios = new Map<string, number[]>();
  for (const body of pages) {
    const site = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const gleaner = createGleaner({ egress: { allowPrivate: ['127.0.0.1/32'] }, browser: false });
    for (const [name, call] of Object.entries(calls)) {
      const taken = ratios.get(name) ?? [];
      ratios.set(name, taken);
      for (let round = -warmUps; round < options.rounds; round += 1) {
        const miss = await timeCpu(() => call(gleaner, url), callsOfMiss);
        await call(gleaner, url, 3_600);
        const hit = await timeCpu(() => call(gleaner, url, 3_600), callsOfHit);
        if (round >= 0) taken.push(miss / hit);
      }
    }
    await gleaner.close();
    site.close();
    site.closeAllConnections();
  }
  return ratios;
}

/** Microseconds of CPU, of all threads, a call. */
async function timeCpu(work: () => Promise<unknown>, times: number): Promise<number> {
  const before = cpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = cpuUsage(before);
  return (user + system) / times;
}

function loadMiddlingPages(): readonly Uint8Array[] {
  const encoder = new TextEncoder();
  const pages = speedSets
    .flatMap((folder) => listPageFiles(folder))
    .map((page) => encoder.encode(readPageFile(page)))
    .filter(({ byteLength }) => byteLength >= least && byteLength <= most);
  return takeEvenly(pages, options.pages);
}
