import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGleaner, type Fetcher, type Gleaner, readEnvironment } from '../src/index.ts';
import { createService, memoryStore, type Store } from '../src/service/index.ts';
import { cassette, serveFixtureSite } from '../test-kit/index.ts';
import { refusalOf } from '../test-kit/contracts/contract-check.ts';
import { lampPage } from './support/stub-fetcher.ts';

const question = { html: lampPage, prompt: 'The lamp' };

test('an engine closes at the end of its block, and refuses calls from then on', async () => {
  let kept: Gleaner | undefined;
  {
    await using gleaner = createGleaner();
    kept = gleaner;
    await expect(kept.extract(question)).resolves.toMatchObject({ creditsUsed: 5 });
  }
  await expect(kept.extract(question)).rejects.toMatchObject({ code: 'service_unavailable' });
});

/** As people write it. */
async function ask() {
  await using gleaner = createGleaner();
  return gleaner.extract(question);
}

async function askAndWait() {
  await using gleaner = createGleaner();
  return await gleaner.extract(question);
}

test('a call that is returned from the block of its engine without `await` says so', async () => {
  await expect(ask()).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringMatching(/`await using` ended .*`return await gleaner\.extract/),
  });
  await expect(askAndWait()).resolves.toMatchObject({ creditsUsed: 5 });
});

test('a call that is under way when its engine is closed is told apart from one that comes later', async () => {
  const gleaner = createGleaner();
  const early = gleaner.extract(question).catch((error: unknown) => error);
  const closed = gleaner.close();
  await expect(gleaner.extract(question)).rejects.toThrow('The engine is closed');
  expect(await early).toMatchObject({
    message: expect.stringMatching(/was closed while this call/),
  });
  await closed;
});

test('an option that does not exist is refused, with the one that was meant', () => {
  const refusals = [
    [
      () => createGleaner({ modle: 1 } as object),
      'createGleaner has no option "modle"; did you mean "model"?',
    ],
    [
      () => createGleaner({ limits: { pagMs: 1 } as object }),
      '`limits` has no option "pagMs"; did you mean "pageMs"?',
    ],
    [
      () => createGleaner({ prices: { scrap: 1 } as object }),
      '`prices` has no option "scrap"; did you mean "scrape"?',
    ],
    [
      () => createGleaner({ files: { upload: '/x' } as object }),
      '`files` has no option "upload"; did you mean "uploads"?',
    ],
    [
      () => createGleaner({ egress: { alowPrivate: [] } as object }),
      'The egress has no option "alowPrivate"; did you mean "allowPrivate"?',
    ],
    [
      () => createGleaner({ retries: 3 } as object),
      'createGleaner has no option "retries"; there are model, extractor, fetcher, browser, cache, markdown, ledger, limits, prices, maxWrong, models, threads, workers, egress, files, clock, createId.',
    ],
    [() => createGleaner(['gpt'] as object), 'createGleaner takes an object of options.'],
    [
      () => createGleaner(JSON.parse('"gpt"') as object),
      'createGleaner takes an object of options.',
    ],
    [
      () => createGleaner(JSON.parse('null') as object),
      'createGleaner takes an object of options.',
    ],
    [
      () => createService({ qeue: 1 } as object),
      'createService has no option "qeue"; did you mean "queue"?',
    ],
    [
      () => cassette('x.har', { secret: [] } as object),
      'cassette has no option "secret"; did you mean "secrets"?',
    ],
  ] as const;
  for (const [make, message] of refusals) expect(make).toThrow(new TypeError(message));
});

test('misspelt fields are told the names that they are near to, and no others', async () => {
  await using gleaner = createGleaner();
  const input = { html: lampPage, promt: 'x', scema: {}, colour: 'red' } as object;
  await expect(gleaner.extract(input as { html: string; prompt: string })).rejects.toMatchObject({
    details: {
      issues: expect.arrayContaining([
        { path: '/promt', message: 'There is no such field; did you mean "prompt"?' },
        { path: '/scema', message: 'There is no such field; did you mean "schema"?' },
        { path: '/colour', message: 'There is no such field.' },
      ]) as unknown,
    },
  });
});

test('the ids of requests are those that the engine is given', async () => {
  const kinds: string[] = [];
  const createId = (kind: string): string => `${kind}-${kinds.push(kind)}`;
  await using gleaner = createGleaner({ createId });
  expect((await gleaner.extract(question)).requestId).toBe('request-1');
  const scraped = await gleaner.scrape({ html: lampPage });
  expect(scraped.requestId).toBe('request-2');
  expect(kinds).toEqual(['request', 'request']);
});

async function readBy(workers: 'processes' | 'threads') {
  await using gleaner = createGleaner({ workers, threads: 1 });
  const { result, evidence } = await gleaner.extract({ ...question, include: ['evidence'] });
  const { markdown } = await gleaner.scrape({ html: lampPage });
  return { result, evidence, markdown };
}

test('pages are read in processes where that is asked for, with the same answers', async () => {
  expect(await readBy('processes')).toEqual(await readBy('threads'));
});

test('what is no kind of worker, and processes without any, are refused', () => {
  expect(() => createGleaner({ workers: 'fibers' as 'threads' })).toThrow(
    'Expected `workers` to be threads or processes, got "fibers".',
  );
  expect(() => createGleaner({ workers: 'processes', threads: 0 })).toThrow(
    /needs at least one: leave `threads` out/,
  );
  expect(readEnvironment({ GLEANER_WORKERS: 'processes' })).toEqual({ workers: 'processes' });
  expect(readEnvironment({ GLEANER_WORKERS: '' })).toEqual({});
  expect(() => readEnvironment({ GLEANER_WORKERS: '4' })).toThrow(
    'GLEANER_WORKERS must be threads or processes, got "4".',
  );
});

test('folders of files are paths, and the environment may name them', () => {
  for (const files of [{ uploads: '' }, { downloads: 7 as unknown as string }]) {
    expect(() => createGleaner({ files })).toThrow(
      /^Expected `files\.(?:uploads|downloads)` to be/,
    );
  }
  expect(readEnvironment({ GLEANER_UPLOADS: '/srv/in', GLEANER_DOWNLOADS: '/srv/out' })).toEqual({
    files: { uploads: '/srv/in', downloads: '/srv/out' },
  });
  expect(readEnvironment({ GLEANER_UPLOADS: '' })).toEqual({});
  expect(
    readEnvironment({ GLEANER_CDP_URL: 'http://a:9222/?x=1,2, ws://b/devtools,https://c' }),
  ).toEqual({ browser: { cdpUrl: ['http://a:9222/?x=1,2', 'ws://b/devtools', 'https://c'] } });
  expect(readEnvironment({ GLEANER_PLAYWRIGHT_URL: 'ws://a:1/ ws://b:2/' })).toEqual({
    browser: { playwrightUrl: ['ws://a:1/', 'ws://b:2/'] },
  });
});

test.each([
  [{ GLEANER_ALLOW_PRIVATE: '10.0.0.0/8, here' }, '`GLEANER_ALLOW_PRIVATE[1]` to be a network'],
  [{ GLEANER_CDP_URL: 'nonsense' }, '`GLEANER_CDP_URL[0]` to be an absolute URL'],
  [{ GLEANER_PLAYWRIGHT_URL: 'http://a:1' }, '`GLEANER_PLAYWRIGHT_URL[0]` to be an absolute URL'],
  [
    { GLEANER_CDP_URL: 'ws://a:1', GLEANER_PLAYWRIGHT_URL: 'ws://a:1' },
    'one of `GLEANER_CDP_URL` and `GLEANER_PLAYWRIGHT_URL`, got both',
  ],
  [{ GLEANER_MODEL_URL: 'nonsense', GLEANER_MODEL: 'x' }, '`GLEANER_MODEL_URL` to be an absolute'],
  [{ GLEANER_MODEL_URL: 'http://a/', GLEANER_MODEL: ' ' }, '`GLEANER_MODEL` to be the name'],
])('an environment of %o is refused by its variable', (environment, message) => {
  expect(() => readEnvironment(environment)).toThrow(TypeError);
  expect(() => readEnvironment(environment)).toThrow(message);
});

test('closing an engine before its first call is done at once, and so is closing it twice', async () => {
  const gleaner = createGleaner();
  const closed = gleaner.close();
  expect(gleaner.close()).toBe(closed);
  await closed;
  await expect(gleaner.scrape({ html: lampPage })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

test('a call under way ends when the engine closes, also the first one, which loads the engine', async () => {
  const fetcher: Fetcher = {
    name: 'silent',
    fetch: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const gleaner = createGleaner({ fetcher });
  const call = refusalOf(
    gleaner.extract({ url: 'https://shop.example/', prompt: 'The lamp' }),
    'service_unavailable',
  );
  await gleaner.close();
  expect(await call).toBeInstanceOf(Error);
});

test('an engine that closes waits until the calls of a service on it have freed what they held', async () => {
  const fetching = Promise.withResolvers<void>();
  const gleaner = createGleaner({
    fetcher: {
      name: 'silent',
      fetch() {
        fetching.resolve();
        return new Promise(() => undefined);
      },
    },
  });
  const memory = memoryStore();
  let isFreed = false;
  const store: Store = {
    ...memory,
    ledger: {
      ...memory.ledger,
      async void(holdId) {
        await setImmediate();
        const balance = await memory.ledger.void(holdId);
        isFreed = true;
        return balance;
      },
    },
  };
  const service = createService({ gleaner, store });
  const { id: account } = await service.accounts.create({ credits: 10 });
  const input = { url: 'https://shop.example/', prompt: 'The lamp' };
  const call = refusalOf(service.extract(input, { account }), 'service_unavailable');
  await fetching.promise;
  await gleaner.close();
  expect(isFreed).toBe(true);
  await call;
});

test.each([
  [{ model: 'openai/gpt-5' as never }, /`model`.*language model object/],
  [{ egress: { allowPrivate: ['10.0.0.0'] } }, /`allowPrivate\[0\]`.*"10\.0\.0\.0"/],
  [{ browser: { cdpUrl: 'http://a', playwrightUrl: 'ws://b' } }, /`cdpUrl`.*`playwrightUrl`/],
])(
  'an option that cannot be used is refused by name when the engine is made',
  (options, message) => {
    expect(() => createGleaner(options)).toThrow(TypeError);
    expect(() => createGleaner(options)).toThrow(message);
  },
);

test('a service on a copy of an engine is refused with the reason', () => {
  const gleaner = createGleaner();
  expect(() => createService({ gleaner: { ...gleaner } })).toThrow(
    /^Expected `gleaner` to be what `createGleaner`/,
  );
});

test('a fixture site closes at the end of its block', async () => {
  let port: number;
  {
    await using site = await serveFixtureSite();
    port = Number(new URL(site.url).port);
    await connectTo(port);
  }
  await expect(connectTo(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

async function connectTo(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}
