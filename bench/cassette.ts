import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { plainModel } from '../test/support/plain-model.ts';
import { stubFetcher } from '../test/support/stub-fetcher.ts';
import { createGleaner, type Gleaner } from '../src/core/engine/create-gleaner.ts';
import { cassette } from '../src/testing/cassette/cassette.ts';
import { makeMixedPage } from './mixed-page.ts';
import { toFigure } from './to-figure.ts';

/** What replaying costs a test beside the work: the same call with the same page and answer from memory is subtracted. */
const options = new Command('bench:cassette')
  .description(
    'Time that the replay of a page-and-model case adds, and the memory that cases leave.',
  )
  .option('--rounds <n>', 'measured pairs', Number, 200)
  .option('--cases <n>', 'cases in one process', Number, 1_000)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; cases: number; json?: boolean }>();

const addedMsTarget = 10;
/** Below what the garbage collector lets one measure; a case that kept its page would leave over 200,000. */
const bytesPerCaseTarget = 2_000;

const folder = mkdtempSync(path.join(tmpdir(), 'bench-cassette-'));
const file = path.join(folder, 'case.har');
const url = 'https://shop.example/listing';
// Bytes that no reader keeps: a case that leaves its page in memory shows.
const padding = `<!-- ${'-'.repeat(200_000)} -->`;
const fetcher = stubFetcher(`${await makeMixedPage()}${padding}`);
const model = plainModel(() => JSON.stringify({ title: 'Brass desk lamp', price: 89.5 }));
const question = {
  url,
  prompt: 'The product’s title and price',
  schema: {
    type: 'object',
    properties: { title: { type: 'string' }, price: { type: 'number' } },
  },
} as const;

async function extractWith(gleaner: Gleaner): Promise<void> {
  await gleaner.extract(question);
  await gleaner.close();
}

async function replay(): Promise<void> {
  await using tape = cassette(file, { mode: 'replay' });
  await extractWith(createGleaner({ ...tape.parts }));
}

const fromMemory = (): Promise<void> =>
  extractWith(createGleaner({ fetcher, model, browser: false }));

try {
  const tape = cassette(file, { mode: 'record', fetcher, model });
  await extractWith(createGleaner({ ...tape.parts }));
  await tape.close();
  const figures = {
    'replay beyond the work, ms': toFigure(await measureAddedMs(), addedMsTarget),
    'memory left by a case, bytes': toFigure([await measureBytesPerCase()], bytesPerCaseTarget),
  };
  for (const [name, { value, target, spread }] of Object.entries(figures)) {
    const range = spread.map((bound) => bound.toFixed(2)).join(', ');
    console.log(`${name.padEnd(36)} ${value.toFixed(2)} [${range}]  target ≤ ${target}`);
  }
  if (options.json === true) console.log(JSON.stringify({ bench: 'cassette', figures }));
} finally {
  rmSync(folder, { recursive: true });
}

/** Interleaved, so that a slow moment of the machine hits both. */
async function measureAddedMs(): Promise<readonly number[]> {
  const added: number[] = [];
  const warmUps = Math.ceil(options.rounds / 4);
  for (let round = -warmUps; round < options.rounds; round += 1) {
    const workMs = await timeOf(fromMemory);
    const replayMs = await timeOf(replay);
    if (round >= 0) added.push(replayMs - workMs);
  }
  return added;
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** The slope of the memory in use over the cases, after the first third has filled what is kept once: code, and what was read of style sheets. */
async function measureBytesPerCase(): Promise<number> {
  const points: { readonly x: number; readonly y: number }[] = [];
  const every = Math.max(1, Math.floor(options.cases / 20));
  for (let index = 1; index <= options.cases; index += 1) {
    await replay();
    if (index % every !== 0 || index < options.cases / 3) continue;
    // Needs --expose-gc, as the npm script has it.
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    points.push({ x: index, y: heapUsed + arrayBuffers });
  }
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
