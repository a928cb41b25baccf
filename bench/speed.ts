import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { execPath } from 'node:process';
import { Command } from 'commander';
import { Parser } from 'htmlparser2';
import { keepNodes } from '../src/page/tree/to-html.ts';
import { findMainContent } from '../src/page/main-content/find-main-content.ts';
import { toMarkdown } from '../src/page/markdown/to-markdown.ts';
import { readPage } from '../src/page/read-page.ts';
import {
  listPageFiles,
  type PageFile,
  readPageFile,
  speedSets,
  takeEvenly,
} from './list-page-files.ts';
import { loadSpeedPeers } from './speed-peers.ts';
import { type ResultRow, writeResults } from './write-results.ts';

/**
 * How fast a page becomes Markdown, as a ratio to the least that any reader of HTML does: one pass of htmlparser2's
 * parser without handlers. 1 is as fast as that pass, .5 takes twice its time. CPU time of the process, helper threads
 * (compiler, garbage collector) included.
 */
const options = new Command('bench:speed')
  .description(
    'Page to Markdown in CPU time, as a ratio to one pass of htmlparser2; peers in the same run.',
  )
  .option('--set <dir>', 'a page set: index.jsonl beside html/*.html.gz')
  .option('--pages <n>', 'pages of each set', Number, 110)
  .option('--rounds <n>', 'measured rounds', Number, 7)
  .option('--peers <n>', 'pages that peers are measured on, 0 for none', Number, 40)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ set?: string; pages: number; rounds: number; peers: number; json?: boolean }>();

/** CPU milliseconds of a page: the slowest of a hundred, of those that `scrape` reads in its default mode. */
const slowestTarget = 60;
/** Of the process at its largest, in megabytes. */
const memoryTarget = 220;
const memoryPages = 210;
/**
 * Node 24 lets the heap's young generation grow to four times what Node 22 does, whatever stands in it, which is 96 MB
 * of its peak: both are shown.
 */
const node22SemiSpaceMb = 16;
/** Heap that a page's tree, Markdown and main content keep while they are held, as a multiple of the HTML. */
const heapTarget = 10;

type Convert = (html: string, url: string) => unknown;
type Mode = Pick<Parameters<typeof readPage>[0], 'isForPeople' | 'parseMode'>;

const floor: Convert = (html) => {
  new Parser({}).end(html);
};
const whole =
  (mode: Mode): Convert =>
  (html, url) =>
    toMarkdown(readPage({ html, url, ...mode }));
const main =
  (mode: Mode): Convert =>
  (html, url) => {
    const reading = readPage({ html, url, keepCollapsed: true, ...mode });
    const document = keepNodes(reading.document, findMainContent(reading));
    return toMarkdown({ url: reading.url, document });
  };
/** As `scrape` reads it for people, in both modes, and as a page is read for a model, which must not see what nobody does. */
const own = [
  { name: 'gleaner, whole page', convert: whole({ isForPeople: true }), target: 0.42 },
  {
    name: 'gleaner, whole page, speed',
    convert: whole({ isForPeople: true, parseMode: 'speed' }),
    target: 0.5,
  },
  { name: 'gleaner, main content', convert: main({ isForPeople: true }), target: 0.33 },
  {
    name: 'gleaner, main content, speed',
    convert: main({ isForPeople: true, parseMode: 'speed' }),
    target: 0.38,
  },
  { name: 'gleaner, whole page, for a model', convert: whole({}), target: undefined },
];

const sets = options.set === undefined ? speedSets : [options.set];
const pages = sets.flatMap((folder) => {
  const all = listPageFiles(folder);
  if (all.length === 0) {
    console.log(`skipped: no page set in ${folder} (set GLEANER_MATERIAL, see bench/README.md)`);
  }
  return takeEvenly(all, options.pages);
});
if (pages.length > 0) await run();

async function run(): Promise<void> {
  const converts = [floor, ...own.map(({ convert }) => convert)];
  // Warm-up: the compiler has seen everything once.
  await measure(pages, converts);
  const rounds: (readonly number[])[][] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    rounds.push(await measure(pages, converts));
  }
  const { startMb, peakMb, ratios } = measureMemory();
  const small = measureMemory([`--max-semi-space-size=${node22SemiSpaceMb}`]);
  const floorMb = measureMemory([], '--load-only').peakMb;
  const heap = summarise(ratios);
  const slowest = summarise(
    rounds.map((times) => {
      const sorted = (times[1] ?? []).toSorted((a, b) => a - b);
      return sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN;
    }),
  );

  const rows: ResultRow[] = own.map(({ name, target }, index) => ({
    name,
    ...summarise(rounds.map((times) => sum(times[0] ?? []) / sum(times[index + 1] ?? []))),
    isOwn: true,
    ...(target === undefined ? {} : { target }),
  }));
  if (options.peers > 0) rows.push(...(await measurePeers()));
  const figures: Record<string, unknown> = {};
  for (const { name, value, low, high, target } of rows) {
    const met = target === undefined ? null : value >= target;
    figures[name] = { value, target: target ?? null, met, spread: [low, high] };
  }
  const memory = [
    { name: 'peak memory, MB', value: peakMb, target: memoryTarget },
    { name: 'the same as Node 22 has it, MB', value: small.peakMb, target: memoryTarget },
    { name: 'pages loaded and not read, MB', value: floorMb, target: null },
    { name: 'before the first page, MB', value: startMb, target: null },
  ];
  for (const { name, value, target } of memory) {
    figures[name] = { value, target, met: target === null ? null : value <= target, spread: null };
  }
  figures['slowest of a hundred pages, CPU ms'] = {
    value: slowest.value,
    target: slowestTarget,
    met: slowest.value <= slowestTarget,
    spread: [slowest.low, slowest.high],
  };
  figures['retained heap of a page, multiple of its HTML'] = {
    value: heap.value,
    target: heapTarget,
    met: heap.value <= heapTarget,
    spread: [heap.low, heap.high],
  };
  console.log(
    `${pages.length} pages, ${options.rounds} rounds; CPU ratio to one no-op htmlparser2 pass (higher is faster)`,
  );
  for (const { name, value, low, high, target } of rows) {
    const goal = target === undefined ? '' : `  target ≥ ${target}`;
    console.log(
      `${name.padEnd(34)} ${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]${goal}`,
    );
  }
  console.log(
    `${'slowest of a hundred pages, CPU ms'.padEnd(34)} ${slowest.value.toFixed(0)} [${slowest.low.toFixed(0)}, ${slowest.high.toFixed(0)}]  target ≤ ${slowestTarget}`,
  );
  console.log(`memory of the process over ${Math.min(memoryPages, pages.length)} pages:`);
  for (const { name, value, target } of memory) {
    const goal = target === null ? '' : `  target ≤ ${target}`;
    console.log(`${name.padEnd(34)} ${value.toFixed(0)}${goal}`);
  }
  console.log(
    `${'retained heap / HTML'.padEnd(34)} ${heap.value.toFixed(1)} [${heap.low.toFixed(1)}, ${heap.high.toFixed(1)}]  target ≤ ${heapTarget}`,
  );
  if (options.set === undefined) {
    writeResults({
      name: 'speed',
      title: 'HTML to Markdown: CPU ratio to one no-op htmlparser2 pass',
      note: `${pages.length} pages, ${options.rounds} rounds, peers on ${options.peers} pages; higher is faster.`,
      rows,
    });
  }
  if (options.json === true) console.log(JSON.stringify({ bench: 'speed', figures }));
}

/** CPU milliseconds of each, page by page; interleaved page by page, one page in memory at a time. */
async function measure(
  set: readonly PageFile[],
  converts: readonly Convert[],
): Promise<number[][]> {
  const times = converts.map(() => [] as number[]);
  for (const [number, page] of set.entries()) {
    const html = readPageFile(page);
    for (let turn = 0; turn < converts.length; turn += 1) {
      // Who comes first finds the page cold: everyone does in turn.
      const index = (turn + number) % converts.length;
      const convert = converts[index] ?? floor;
      const before = process.cpuUsage();
      await convert(html, page.url);
      const { user, system } = process.cpuUsage(before);
      times[index]?.push((user + system) / 1_000);
    }
  }
  return times;
}

/** Each peer beside the floor on fewer pages: some take a hundred times as long. */
async function measurePeers(): Promise<ResultRow[]> {
  const sample = takeEvenly(pages, options.peers);
  const rows: ResultRow[] = [];
  for (const peer of await loadSpeedPeers()) {
    let failures = 0;
    const safe: Convert = async (html, url) => {
      try {
        return await peer.convert(html, url);
      } catch {
        // Counted and shown below; what it took until then counts too.
        failures += 1;
        return '';
      }
    };
    await measure(sample.slice(0, 10), [floor, safe]);
    failures = 0;
    const ratios: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const [floorMs = [], peerMs = []] = await measure(sample, [floor, safe]);
      ratios.push(sum(floorMs) / sum(peerMs));
    }
    if (failures > 0)
      console.log(`${peer.name}: threw on ${failures / 3} of ${sample.length} pages`);
    rows.push({ name: `${peer.name} (${peer.task})`, ...summarise(ratios), isOwn: false });
  }
  return rows;
}

interface MemoryFigures {
  /** Of the process before it reads the first page: Node, and the sources with what strips their types. */
  readonly startMb: number;
  readonly peakMb: number;
  readonly ratios: readonly number[];
}

/** Measured in a process of its own, over so many of the pages. */
function measureMemory(flags: readonly string[] = [], ...args: readonly string[]): MemoryFigures {
  const script = path.join(import.meta.dirname, 'speed-memory.ts');
  const output = execFileSync(execPath, ['--expose-gc', ...flags, script, ...args], {
    encoding: 'utf8',
    input: JSON.stringify(takeEvenly(pages, memoryPages)),
  });
  return JSON.parse(output) as MemoryFigures;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Median, and the range of the middle eight tenths. */
function summarise(values: readonly number[]): { value: number; low: number; high: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { value: at(0.5), low: at(0.1), high: at(0.9) };
}
