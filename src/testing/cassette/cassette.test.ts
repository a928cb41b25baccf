import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pagesFetcher, refusingFetcher } from '../../../test/support/pages-fetcher.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import { createGleaner } from '../../core/engine/create-gleaner.ts';
import { modelExtractor } from '../../extraction/extractors/model-extractor.ts';
import { fakeClock } from '../fake-clock.ts';
import { fixturePng } from '../../../test-kit/fixture-site/routes.ts';
import { scriptedModel } from '../../../test-kit/scripted-model.ts';
import { cassette } from './cassette.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cassette-'));
  file = path.join(folder, 'lamp.har');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

const url = 'https://shop.example/lamp';
const lamp = '<h1>Harbour Brass Desk Lamp</h1><p>Price: £89.50. It is made of brass.</p>';
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
} as const;
const question = {
  url,
  prompt: 'The lamp’s name and price',
  schema,
  include: ['evidence', 'usage'],
} as const;
const answer = { name: 'Harbour Brass Desk Lamp', price: 89.5 };
const fetcher = pagesFetcher({ [url]: lamp });

test('an extraction replays without network and model, with a result equal byte for byte', async () => {
  const model = scriptedModel([{ content: answer }]);
  const recording = cassette(file, { mode: 'record', fetcher, model });
  const recorded = await createGleaner({ ...recording.parts }).extract(question);
  await recording.close();
  expect(recorded.result).toEqual(answer);
  for (let replay = 0; replay < 2; replay += 1) {
    await using tape = cassette(file, { mode: 'replay', fetcher: refusingFetcher });
    const replayed = await createGleaner({ ...tape.parts }).extract(question);
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(recorded));
  }
  expect(model.calls).toHaveLength(1);
});

test('a PDF replays with the same bytes, pictures included', async () => {
  const picture = 'https://shop.example/lamp.png';
  const pages = pagesFetcher({
    [url]: `${lamp}<img src="/lamp.png" alt="The lamp" width="40" height="40">`,
    [picture]: { headers: { 'content-type': 'image/png' }, body: fixturePng([9, 9, 9]) },
  });
  const input = { url, format: 'pdf' } as const;
  const recording = cassette(file, { mode: 'record', fetcher: pages });
  const recorded = await createGleaner({ ...recording.parts }).scrape(input);
  await recording.close();
  expect(pages.requests.map((request) => request.url)).toEqual([url, picture]);
  await using tape = cassette(file, { mode: 'replay', fetcher: refusingFetcher });
  const replayed = await createGleaner({ ...tape.parts }).scrape(input);
  expect(JSON.stringify(replayed)).toBe(JSON.stringify(recorded));
});

test('a page that is read in several model calls side by side replays with the same result', async () => {
  const rows = Array.from(
    { length: 6_000 },
    (_, row) => `<li>Lamp number ${row}, brass, £${row}</li>`,
  );
  const clock = fakeClock();
  const model = scriptedModel(async (_call, index) => {
    clock.advance(100 * (index + 1));
    return { content: { names: [`Lamp number ${index}`] } };
  });
  const input = {
    url,
    prompt: 'The names of all lamps',
    schema: { type: 'object', properties: { names: { type: 'array', items: { type: 'string' } } } },
    reduceContent: false,
    include: ['usage'],
  } as const;
  const pages = pagesFetcher({ [url]: `<ul>${rows.join('')}</ul>` });
  const recording = cassette(file, { mode: 'record', fetcher: pages, model, clock });
  const recorded = await createGleaner({ ...recording.parts }).extract(input);
  await recording.close();
  expect(model.calls.length).toBeGreaterThan(2);
  await using tape = cassette(file, { mode: 'replay', fetcher: refusingFetcher });
  const replayed = await createGleaner({ ...tape.parts }).extract(input);
  expect(JSON.stringify(replayed)).toBe(JSON.stringify(recorded));
});

test('the time of a call is that of the recorded parts, however long a replay takes', async () => {
  const clock = fakeClock(Date.UTC(2026, 4, 1));
  const model = scriptedModel(() => {
    clock.advance(1_200);
    return { content: answer };
  });
  const pages = pagesFetcher({
    [url]: () => {
      clock.advance(300);
      return lamp;
    },
  });
  const recording = cassette(file, { mode: 'record', fetcher: pages, model, clock });
  const gleaner = createGleaner({ ...recording.parts });
  const first = await gleaner.extract(question);
  // What passes between two calls belongs to neither.
  clock.advance(60_000);
  const second = await gleaner.extract(question);
  await recording.close();
  expect([first.latencyMs, second.latencyMs]).toEqual([1_500, 1_500]);
  await using tape = cassette(file, { mode: 'replay' });
  const replay = createGleaner({ ...tape.parts });
  expect(await replay.extract(question)).toEqual(first);
  expect(await replay.extract(question)).toEqual(second);
  expect(tape.parts.clock.nowMs()).toBe(Date.UTC(2026, 4, 1) + 3_000);
});

test('a model call that was retried gets the recorded second answer, and at once', async () => {
  const own = fakeClock();
  const waiting = Promise.withResolvers<void>();
  const clock: Clock = {
    ...own,
    after(delayMs, callback) {
      if (delayMs === 60_000) waiting.resolve();
      return own.after(delayMs, callback);
    },
  };
  // Longer than a test may take.
  const model = scriptedModel([
    { status: 429, headers: { 'retry-after': '60' } },
    { content: answer },
  ]);
  const extractWith = async (tape: ReturnType<typeof cassette>) => {
    const extractor = modelExtractor({ model: tape.parts.model ?? model, maxRetries: 1 });
    return createGleaner({ ...tape.parts, extractor }).extract(question);
  };
  const recording = cassette(file, { mode: 'record', fetcher, model, clock });
  const recorded = extractWith(recording);
  await waiting.promise;
  own.advance(60_000);
  const { latencyMs } = await recorded;
  await recording.close();
  expect(latencyMs).toBeGreaterThanOrEqual(60_000);
  // Its own clock stands still: only the tape's can pass the minute.
  await using tape = cassette(file, { mode: 'replay', clock: fakeClock() });
  expect(await extractWith(tape)).toEqual(await recorded);
});

test('a call that met its deadline meets it again, without the wait', async () => {
  const clock = fakeClock();
  const asked = Promise.withResolvers<void>();
  const model = scriptedModel(() => {
    asked.resolve();
    return { hang: true };
  });
  const call = { timeoutMs: 100_000 };
  const recording = cassette(file, { mode: 'record', fetcher, model, clock });
  const recorded = createGleaner({ ...recording.parts }).extract(question, call);
  await asked.promise;
  clock.advance(100_000);
  const failure: unknown = await recorded.catch((error: unknown) => error);
  expect(failure).toMatchObject({ details: { reason: 'timed_out' } });
  await recording.close();
  await using tape = cassette(file, { mode: 'replay' });
  const replayed = createGleaner({ ...tape.parts }).extract(question, call);
  await expect(replayed).rejects.toThrow((failure as Error).message);
});

test('a page and a model that failed fail again in the same way', async () => {
  const failing = pagesFetcher({ [url]: { status: 503, body: Buffer.from('<p>Away</p>') } });
  const model = scriptedModel([{ status: 500 }]);
  const recording = cassette(file, { mode: 'record', fetcher: failing, model });
  const given = { html: lamp, prompt: 'The price' };
  const messages = async (tape: ReturnType<typeof cassette>) => {
    const gleaner = createGleaner({ ...tape.parts });
    const failures = [gleaner.extract(question), gleaner.extract(given)];
    return Promise.all(failures.map((each) => each.catch((error: Error) => error.message)));
  };
  const recorded = await messages(recording);
  await recording.close();
  expect(recorded).toEqual([expect.stringContaining('503'), expect.stringContaining('500')]);
  await using tape = cassette(file, { mode: 'replay' });
  expect(await messages(tape)).toEqual(recorded);
});

test('auto records where there is no file, and replays where there is one', async () => {
  vi.stubEnv('CI', '');
  const missing = path.join(folder, 'tests', 'cassettes', 'lamp.har');
  const results = [];
  for (const mode of ['record', 'replay']) {
    await using tape = cassette(missing, { fetcher });
    expect(tape.mode).toBe(mode);
    results.push(await createGleaner({ ...tape.parts }).scrape({ url, format: 'markdown' }));
  }
  expect(results[1]).toEqual(results[0]);
});

test('auto never records with CI=true, and says how to record', () => {
  vi.stubEnv('CI', 'true');
  expect(() => cassette(file, { fetcher })).toThrow(
    /"[^"]*lamp\.har" does not exist, and with CI=true nothing is recorded: run the test once without CI/,
  );
  expect(existsSync(file)).toBe(false);
});

test('a mode that does not exist is refused by name', () => {
  expect(() => cassette(file, { mode: 'play' as never })).toThrow(
    "Expected `mode` to be 'replay', 'record' or 'auto', got \"play\".",
  );
});
