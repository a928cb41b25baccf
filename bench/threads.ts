import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { createGleaner, type Fetcher, type Gleaner, type ScrapeInput } from 'gleaner';
import { plainModel } from '../test/support/plain-model.ts';
import { listPageFiles, readPageFile, speedSets, takeEvenly } from './list-page-files.ts';
import { makeMixedPage } from './mixed-page.ts';
import { toFigure } from './to-figure.ts';

/** What it costs to read a page in another thread, and what two of them bring, or two processes. Wall-clock time: the cores have to be free. */
const options = new Command('bench:threads')
  .description(
    'Time of a call in threads over that in the calling thread, and pages a second of two threads, or processes, over one.',
  )
  .option('--rounds <n>', 'measured rounds of the call', Number, 40)
  .option('--page-rounds <n>', 'measured rounds over all pages', Number, 5)
  .option('--pages <n>', 'pages of each set', Number, 110)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; pageRounds: number; pages: number; json?: boolean }>();

const callTarget = 1.3;
const pagesTarget = 1.7;
/** Enough for the compiler to have seen everything, in each thread. */
const warmUps = 200;
const callsPerRound = 30;
/** Calls in flight, so that a thread never waits for its next page. */
const pagesAtOnce = 8;

const bodies = new Map<string, Uint8Array>();
const fetcher: Fetcher = {
  name: 'stub',
  fetch: async ({ url }) => ({
    url,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    // A copy: the receiver may transfer the bytes to a thread.
    body: new Uint8Array(bodies.get(url) ?? []),
  }),
};
const model = plainModel(() => '{"title":"Brass desk lamp","price":89.5,"tags":["lamp","brass"]}');
type Workers = 'threads' | 'processes';
const create = (threads: number, workers: Workers = 'threads'): Gleaner =>
  createGleaner({ fetcher, model, threads, workers, browser: false });

const figures: Record<string, unknown> = {};
const perCall = await compareCalls();
print('extract of a 20 KB page, threads / none', toFigure(perCall, callTarget), '≤');
const urls = loadPages();
if (urls.length > 0) {
  for (const workers of ['threads', 'processes'] as const) {
    const whole = await comparePages(workers, { format: 'markdown' });
    print(`${urls.length} pages to Markdown, 2 ${workers} / 1`, toGain(whole), '≥');
    const main = await comparePages(workers, { format: 'markdown', reduceContent: true });
    print(`${urls.length} pages to main content, 2 ${workers} / 1`, toGain(main), '≥');
  }
}
if (options.json === true) console.log(JSON.stringify({ bench: 'threads', figures }));

/** Time of a call in threads over its time without, a round each; interleaved, so that a slow moment hits both. */
async function compareCalls(): Promise<readonly number[]> {
  const url = 'https://shop.example/listing';
  bodies.set(url, new TextEncoder().encode(await makeMixedPage()));
  const schema = {
    type: 'object',
    required: ['title', 'price'],
    properties: {
      title: { type: 'string' },
      price: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  const inThreads = create(Math.max(2, availableParallelism()));
  const inNone = create(0);
  const time = async (gleaner: Gleaner): Promise<number> => {
    const startedMs = performance.now();
    for (let count = 0; count < callsPerRound; count += 1) {
      await gleaner.extract({ url, prompt: 'The product’s title and price', schema });
    }
    return performance.now() - startedMs;
  };
  for (let count = 0; count < warmUps / callsPerRound; count += 1) {
    await time(inThreads);
    await time(inNone);
  }
  const ratios: number[] = [];
  while (ratios.length < options.rounds)
    ratios.push((await time(inThreads)) / (await time(inNone)));
  await inThreads.close();
  await inNone.close();
  return ratios;
}

/** Pages a second with two workers over those with one, a round each. A page that is refused counts as one. */
async function comparePages(
  workers: Workers,
  form: Omit<ScrapeInput, 'url' | 'html'>,
): Promise<readonly number[]> {
  const two = create(2, workers);
  const one = create(1, workers);
  const time = async (gleaner: Gleaner): Promise<number> => {
    const rest = urls.values();
    const startedMs = performance.now();
    await Promise.all(
      Array.from({ length: pagesAtOnce }, async () => {
        for (const url of rest) await gleaner.scrape({ url, ...form }).catch(() => undefined);
      }),
    );
    return performance.now() - startedMs;
  };
  await time(two);
  await time(one);
  const gains: number[] = [];
  while (gains.length < options.pageRounds) {
    const twoMs = await time(two);
    gains.push((await time(one)) / twoMs);
  }
  await two.close();
  await one.close();
  return gains;
}

/** Puts the pages of the material into memory; returns their URLs. */
function loadPages(): readonly string[] {
  return speedSets.flatMap((folder) => {
    const all = listPageFiles(folder);
    if (all.length === 0) {
      console.log(`skipped: no page set in ${folder} (set GLEANER_MATERIAL, see bench/README.md)`);
    }
    return takeEvenly(all, options.pages).map((page, index) => {
      const url = `${page.url}#${index}`;
      bodies.set(url, new TextEncoder().encode(readPageFile(page)));
      return url;
    });
  });
}

interface Gain {
  readonly value: number;
  readonly target: number;
  readonly met: boolean;
  readonly spread: readonly [low: number, high: number];
}

function toGain(values: readonly number[]): Gain {
  const { value, spread } = toFigure(values, pagesTarget);
  return { value, target: pagesTarget, met: value >= pagesTarget, spread };
}

function print(name: string, figure: Gain, sign: string): void {
  figures[name] = figure;
  const { value, target, spread } = figure;
  const range = spread.map((bound) => bound.toFixed(2)).join(', ');
  console.log(`${name.padEnd(44)} ${value.toFixed(2)} [${range}]  target ${sign} ${target}`);
}
