import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { Command } from 'commander';
import { readChildProcesses } from '../src/web/server/metrics.ts';
import { createGleaner } from '../src/index.ts';
import { realBrowserPath } from '../test/support/real-browser.ts';
import { serveListing } from './recipe/serve-listing.ts';

/** What many runs leave behind: 20 at once, then many one after the other, in one engine. */
const options = new Command('bench:runs')
  .description('Runs a recipe many times and shows what is left: memory, processes, temp folders.')
  .option('--at-once <n>', 'runs at once', Number, 20)
  .option('--runs <n>', 'runs in all', Number, 200)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ atOnce: number; runs: number; json?: boolean }>();

const megabyte = 1_048_576;
/** Runs whose memory is compared: those after the first quarter, when everything is loaded, and the last ones. */
const window = Math.max(5, Math.floor(options.runs / 10));

const foldersBefore = new Set(listFolders());
const site = await serveListing(3);
const gleaner = createGleaner({
  browser: { executablePath: realBrowserPath() },
  egress: { allowPrivate: [`127.0.0.1/32:${new URL(site.origin).port}`] },
});
const recipe = {
  title: 'Listing',
  steps: [
    { type: 'navigate', url: `${site.origin}/plain` },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { items: ['.item'], fields: { name: { selectors: ['.name'] } } },
    },
    { type: 'customStep', name: 'paginate', parameters: { next: ['a.next'] } },
  ],
};

const startedMs = performance.now();
const together = await Promise.allSettled(
  Array.from({ length: options.atOnce }, () => gleaner.runRecipe(recipe)),
);
const finished = together.filter(({ status }) => status === 'fulfilled').length;
const peakTogether = process.memoryUsage.rss() + readChildProcesses().bytes;
const togetherSeconds = (performance.now() - startedMs) / 1_000;

const heaps: number[] = [];
for (let run = options.atOnce; run < options.runs; run += 1) {
  await gleaner.runRecipe(recipe);
  globalThis.gc?.();
  heaps.push(process.memoryUsage().heapUsed);
  process.stderr.write(`\r${run + 1} of ${options.runs} runs`);
}
process.stderr.write('\n');
await gleaner.close();
await site.close();

const early = median(heaps.slice(window, 2 * window));
const late = median(heaps.slice(-window));
const figures = {
  'runs at once that finished': { value: finished, target: options.atOnce },
  'memory of all processes with them (MB)': { value: Math.round(peakTogether / megabyte) },
  'heap of the last runs / of early ones': {
    value: Number((late / early).toFixed(3)),
    target: 1.1,
  },
  'browser processes left': { value: readChildProcesses().ids.length, target: 0 },
  'temp folders left': {
    value: listFolders().filter((folder) => !foldersBefore.has(folder)).length,
    target: 0,
  },
};
for (const [name, { value, ...rest }] of Object.entries(figures)) {
  const target = 'target' in rest ? `  target ${rest.target}` : '';
  console.log(`${name.padEnd(42)} ${value}${target}`);
}
console.log(`${options.atOnce} runs at once took ${togetherSeconds.toFixed(1)} s`);
if (options.json === true) console.log(JSON.stringify({ bench: 'runs', figures }));

function listFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) =>
    /^(?:gleaner-browser-|playwright_chromiumdev)/.test(name),
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
