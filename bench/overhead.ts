import { parseDocument } from 'htmlparser2';
import { cpuUsage } from 'node:process';
import { Command } from 'commander';
import type { Fetcher } from '../src/runtime/contracts/fetcher.ts';
import type { JsonSchema } from '../src/runtime/contracts/extractor.ts';
import { createGleaner } from '../src/core/engine/create-gleaner.ts';
import { loadPage } from '../src/core/pages/open-page.ts';
import { makeMixedPage } from './mixed-page.ts';
import { summarise, toFigure } from './to-figure.ts';
import { operationContext } from '../test/support/operation-context.ts';
import { plainModel } from '../test/support/plain-model.ts';

/** What one call costs beside the page's and the model's own time. Both are stubs here: only our work is left. */
const options = new Command('bench:overhead')
  .description(
    'Time that Gleaner adds to a call, as a ratio to parsing the page once with htmlparser2.',
  )
  .option('--rounds <n>', 'measured rounds', Number, 40)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; json?: boolean }>();

/** The most that a call may cost, in parses of its page. */
const ratioTarget = 4;
/** Enough for the compiler to have seen everything. */
const warmUps = 200;
/** A round is long enough that the timer's own error is below 1 %. */
const callsPerRound = 60;

const html = await makeMixedPage();
const body = new TextEncoder().encode(html);
const url = 'https://shop.example/listing';
const fetcher: Fetcher = {
  name: 'stub',
  fetch: async () => ({
    url,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body,
  }),
};
const schema: JsonSchema = {
  type: 'object',
  required: ['title', 'price'],
  properties: {
    title: { type: 'string' },
    price: { type: 'number' },
    currency: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const answer = { title: 'Brass desk lamp', price: 89.5, currency: 'EUR', tags: ['lamp', 'brass'] };
const model = plainModel(() => JSON.stringify(answer));
const gleaner = createGleaner({ fetcher, model });
const call = () => gleaner.extract({ url, prompt: 'The product’s title and price', schema });
const speedCall = () =>
  gleaner.extract({ url, prompt: 'The product’s title and price', schema, parseMode: 'speed' });

const accurate = await compare(call);
const speed = await compare(speedCall);
await gleaner.close();

const cachedPerSecond = await countCachedFetches();
const figures = {
  'extract / parse': toFigure(accurate.ratios, ratioTarget),
  'extract / parse, parseMode speed': toFigure(speed.ratios, ratioTarget),
  'cached pages read per second': { value: cachedPerSecond, target: null, met: null, spread: null },
};

console.log(
  `page ${(body.length / 1_024).toFixed(1)} KB, one htmlparser2 parse ${accurate.parseMs.toFixed(3)} ms`,
);
for (const [name, { value, target, spread }] of Object.entries(figures)) {
  const range = spread === null ? '' : ` [${spread.map((bound) => bound.toFixed(2)).join(', ')}]`;
  console.log(
    `${name.padEnd(36)} ${value.toFixed(2)}${range}${target === null ? '' : `  target ≤ ${target}`}`,
  );
}
if (options.json === true) console.log(JSON.stringify({ bench: 'overhead', figures }));

/** A call against one parse of its page; interleaved, so that a slow moment of the machine hits both. */
async function compare(
  work: () => Promise<unknown>,
): Promise<{ readonly ratios: readonly number[]; readonly parseMs: number }> {
  for (let index = 0; index < warmUps; index += 1) {
    parseDocument(html);
    await work();
  }
  const rounds: { readonly parseMs: number; readonly ratio: number }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const parseMs = await timeOf(async () => void parseDocument(html));
    rounds.push({ parseMs, ratio: (await timeOf(work)) / parseMs });
  }
  return {
    ratios: rounds.map(({ ratio }) => ratio),
    parseMs: summarise(rounds.map(({ parseMs }) => parseMs)).median,
  };
}

/** CPU time a call takes, in milliseconds: the stubs never wait, and other programs on the machine do not count. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  // What one left behind is not cleared away in the other's time; needs --expose-gc, as the npm script has it.
  globalThis.gc?.();
  const start = cpuUsage();
  for (let index = 0; index < callsPerRound; index += 1) await work();
  const { user, system } = cpuUsage(start);
  return (user + system) / 1_000 / callsPerRound;
}

async function countCachedFetches(): Promise<number> {
  const context = operationContext({ fetcher });
  const { signal } = new AbortController();
  const input = {
    request: { url, headers: {}, stealth: false, signal },
    allowShell: false,
    maxAge: 3_600,
    options: {},
  };
  (await loadPage(input, context)).session.close();
  const startedMs = performance.now();
  const fetches = 5_000;
  for (let index = 0; index < fetches; index += 1) {
    (await loadPage(input, context)).session.close();
  }
  return Math.round((fetches * 1_000) / (performance.now() - startedMs));
}
