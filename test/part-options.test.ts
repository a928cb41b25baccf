import { describe, expect, test } from 'vitest';
import { chromiumBrowser } from '../src/browser/chromium-browser.ts';
import { createEgress } from '../src/network/egress/create-egress.ts';
import { browserFetcher, httpFetcher } from '../src/network/fetchers/http-fetcher.ts';
import {
  type Page,
  type PageRequest,
  createGleaner,
  memoryCache,
  memoryLedger,
  postgresCache,
  modelExtractor,
  openaiCompatibleModel,
  selectorExtractor,
  turndownMarkdown,
} from '../src/index.ts';
import {
  createService,
  memoryQueue,
  memoryStore,
  pgBossQueue,
  postgresStore,
  sqliteStore,
} from '../src/service/index.ts';
import { createDashboard } from '../src/web/dashboard/index.ts';
import { createHttpHandler, serve } from '../src/web/http/index.ts';
import { createStudio } from '../src/web/studio/index.ts';
import {
  cassette,
  scriptedModel,
  serveFixtureSite,
  serveScriptedModel,
  stressRecipe,
} from '../test-kit/index.ts';
import { stubFetcher } from './support/stub-fetcher.ts';

/** As programs in JavaScript may pass them: some function takes `Options`, and gets this. */
function untyped(given: unknown): never {
  return given as never;
}

const connectionString = 'postgres://host/name';

/** Who is signed in: nobody. */
const stranger = async (): Promise<undefined> => undefined;

const handler = async (): Promise<Response> => new Response();

describe('the options that are no numbers', () => {
  const entryPoints: readonly (readonly [
    open: (options: object) => unknown,
    wrong: readonly (readonly [name: string, ...values: unknown[]])[],
  ])[] = [
    [
      (options) => createGleaner(untyped(options)),
      [
        ['browser', true, 'chrome', null, 5, [], { printPdf() {} }],
        ['cache', true, null, {}, { get() {} }],
        ['clock', Date, null, {}],
        ['createId', 'x', null],
        ['extractor', () => {}, null, {}],
        ['fetcher', () => {}, null, {}],
        ['ledger', 5, null, {}],
        ['markdown', 'turndown', null, {}],
        ['model', null],
      ],
    ],
    [
      (options) => createGleaner({ egress: untyped(options) }),
      [
        ['allowPrivate', '127.0.0.1/32', null, 5],
        ['lookup', 5, null],
      ],
    ],
    [
      (options) => createGleaner({ browser: untyped(options) }),
      [
        ['executablePath', 5, '', null],
        ['sandbox', 'no', null],
      ],
    ],
    [(options) => chromiumBrowser(untyped(options)), [['egress', { allowPrivate: [] }, null]]],
    [(options) => httpFetcher(untyped(options)), [['egress', { allowPrivate: [] }, null]]],
    [(options) => browserFetcher(untyped(options)), [['browser', 'chrome', null, undefined, {}]]],
    [(options) => memoryLedger(untyped(options)), [['accounts', 5, null, ['ada']]]],
    [
      ({ service }: { service?: unknown }) => turndownMarkdown(untyped(service)),
      [['service', 5, null, {}]],
    ],
    [(options) => modelExtractor(untyped(options)), [['model', null, undefined, 'gpt', 5]]],
    [
      (options) =>
        openaiCompatibleModel(untyped({ baseUrl: 'http://127.0.0.1/v1', model: 'm', ...options })),
      [
        ['model', undefined, null, ' ', 5],
        ['apiKey', 5, null],
        ['baseUrl', 5, null, undefined],
      ],
    ],
    [
      (options) => selectorExtractor(untyped({ fields: { name: 'h1' }, ...options })),
      [
        ['fields', undefined, null, 'h1'],
        ['items', 5, null, [5]],
      ],
    ],
    [
      (field) => selectorExtractor({ fields: { name: untyped(field) } }),
      [['fields.name.selectors', undefined, null, 5, [5]]],
    ],
    [
      (options) => cassette('none.har', untyped(options)),
      [
        ['browser', 'chrome', true, null, {}],
        ['clock', 5, null, {}],
        ['fetcher', 'x', null, {}],
        ['model', null, 'gpt'],
        ['secrets', 'x', null, [3]],
      ],
    ],
    [
      (volatile) => cassette('none.har', { volatile: untyped(volatile) }),
      [
        ['volatile.query', 'page', null, [5]],
        ['volatile.body', 'page', null, [5]],
      ],
    ],
    [({ file }: { file?: unknown }) => cassette(untyped(file)), [['file', '', 5, undefined]]],
    [
      ({ script }: { script?: unknown }) => scriptedModel(untyped(script)),
      [['script', 'x', null, undefined]],
    ],
    [
      (when) => scriptedModel([{ when: untyped(when) }]),
      [
        ['when.page', 5, null],
        ['when.prompt', 5, null],
      ],
    ],
    [
      (options) => createService(untyped(options)),
      [
        ['allowExpressions', 'no', null],
        ['gleaner', 5, null, {}],
        ['onEvent', 5, null],
        ['queue', 5, null, {}],
        ['store', 'data', null, {}],
      ],
    ],
    [(plan) => createService({ plan: untyped(plan) }), [['plan.schedulesAllowed', 'no', null]]],
    [(options) => sqliteStore(untyped(options)), [['folder', '', 5, null, undefined]]],
    [
      (options) => createHttpHandler(createService(), untyped(options)),
      [
        ['fallback', 5, null],
        ['onRequest', 5, null],
      ],
    ],
    [
      (options) => createDashboard(createService(), untyped(options)),
      [
        ['authenticate', 5, null],
        ['clock', Date, null, {}],
        ['folder', 5, '', null],
        ['mailer', () => {}, null, {}],
        ['maxStudioSessions', 0, 'a', null],
        ['onEvent', 5, null],
        ['onRequest', 5, null],
        ['origin', 5, null, 'https://a.example/path'],
      ],
    ],
    [
      (clientAddress) =>
        createDashboard(createService(), { clientAddress: untyped(clientAddress) }),
      [['clientAddress.header', 5, '', 'x forwarded', null, undefined]],
    ],
    [
      (options) => createStudio({ gleaner: createGleaner(), authenticate: stranger, ...options }),
      [
        ['authenticate', 5, null],
        ['basePath', 5, null, 'studio'],
        ['folder', 5, '', null],
        ['gleaner', 5, null, {}, undefined],
        ['maxSessions', 0, 'a', null],
        ['origin', 5, '', null],
        ['recipes', 5, null, {}],
      ],
    ],
    [
      (start) =>
        createStudio({ gleaner: createGleaner(), authenticate: stranger, start: untyped(start) }),
      [['start.url', 5, '', null]],
    ],
    [
      (options) => postgresStore({ connectionString, ...options }),
      [
        ['connectionString', 5, null],
        ['leaseMs', 0, 'a', null],
        ['pool', 5, null, {}],
        ['schema', 5, null, ['name'], 'Name'],
      ],
    ],
    [(options) => postgresCache({ connectionString, ...options }), [['schema', null]]],
    [
      (options) => pgBossQueue({ connectionString, ...options }),
      [
        ['connectionString', 5, null],
        ['onError', 5, null],
        ['schema', 5, '', null],
      ],
    ],
  ];

  const cases = entryPoints.flatMap(([open, wrong]) =>
    wrong.map(([name, ...values]) => [name, open, values] as const),
  );

  test.each(cases)('`%s` of another type is refused by its name', (name, open, values) => {
    for (const value of values) {
      const opening = () => open({ [name.replace(/.*\./, '')]: value });
      expect(opening).toThrow(TypeError);
      expect(opening).toThrow(`Expected \`${name}\` to be `);
    }
  });

  test('those of a server are refused before it listens', async () => {
    for (const options of [{}, { handler: 5 }, { handler: null }]) {
      await expect(serve(untyped(options))).rejects.toThrow('Expected `handler` to be a function');
    }
    await expect(serve({ handler, hostname: untyped(5) })).rejects.toThrow('`hostname`');
  });

  test('what is no service has no handler', () => {
    for (const service of [undefined, null, {}, 5]) {
      expect(() => createHttpHandler(untyped(service))).toThrow('Expected `service` to be ');
    }
  });

  test('what is no object of options is refused', async () => {
    expect(() => createService(untyped(null))).toThrow('createService takes an object of options.');
    expect(() => sqliteStore(untyped('data'))).toThrow('sqliteStore takes an object of options.');
    await expect(serve(untyped(undefined))).rejects.toThrow('serve takes an object of options.');
    for (const none of [null, 5]) {
      expect(() => createGleaner({ limits: untyped(none) })).toThrow('`limits` takes an object');
      expect(() => createGleaner({ prices: untyped(none) })).toThrow('`prices` takes an object');
    }
  });

  test('a misspelt one is refused, with the one that was meant', async () => {
    expect(() => createDashboard(createService(), untyped({ authentcate: stranger }))).toThrow(
      'createDashboard has no option "authentcate"; did you mean "authenticate"?',
    );
    const given = { gleaner: createGleaner(), authenticate: stranger };
    expect(() => createStudio(untyped({ ...given, maxSession: 1 }))).toThrow('"maxSessions"?');
    expect(() => createStudio({ ...given, start: untyped({ ur: 'a' }) })).toThrow('option "ur"');
    for (const open of [postgresStore, postgresCache, pgBossQueue]) {
      expect(() => open(untyped({ connectionString, schem: 'a' }))).toThrow('"schema"?');
    }
    expect(() => createGleaner({ browser: untyped({ cdpURL: 'ws://a' }) })).toThrow(
      'chromiumBrowser has no option "cdpURL"; did you mean "cdpUrl"?',
    );
    expect(() => sqliteStore(untyped({ folder: 'a', maxByte: 1 }))).toThrow('"maxBytes"?');
    await expect(serve(untyped({ handler, host: 'a' }))).rejects.toThrow('no option "host"');
  });

  const misspelt: readonly (readonly [what: string, open: (options: object) => unknown])[] = [
    ['browserFetcher', (options) => browserFetcher(untyped(options))],
    ['cassette', (options) => cassette('none.har', options)],
    ['`volatile`', (volatile) => cassette('none.har', { volatile })],
    ['chromiumBrowser', (chromium) => cassette('none.har', { chromium })],
    ['httpFetcher', (options) => httpFetcher(options)],
    ['memoryCache', (options) => memoryCache(options)],
    ['memoryLedger', (options) => memoryLedger(options)],
    ['modelExtractor', (options) => modelExtractor(untyped(options))],
    ['openaiCompatibleModel', (options) => openaiCompatibleModel(untyped(options))],
    ['An answer of the script', (answer) => scriptedModel([answer])],
    ['`when`', (when) => scriptedModel([{ when }])],
    ['selectorExtractor', (options) => selectorExtractor(untyped(options))],
    ['The field "name"', (field) => selectorExtractor({ fields: { name: untyped(field) } })],
    ['serveFixtureSite', (options) => serveFixtureSite(options)],
    ['serveScriptedModel', (options) => serveScriptedModel([], options)],
    ['stressRecipe', (options) => stressRecipe(untyped(options))],
    ['`volatile`', (volatile) => stressRecipe({ recipe: {}, cassette: 'none.har', volatile })],
    ['chromiumBrowser', (chromium) => stressRecipe({ recipe: {}, cassette: 'none.har', chromium })],
  ];

  test.each(misspelt)(
    'a member that %s does not have is refused by its name',
    async (_what, open) => {
      await expect((async () => open({ colour: 1 }))()).rejects.toThrow(
        expect.objectContaining({
          name: 'TypeError',
          message: expect.stringMatching(/ has no option "colour"; there (?:is|are) \w/),
        }),
      );
      await expect((async () => open([]))()).rejects.toThrow(TypeError);
    },
  );

  test('those of a stress test and a fixture site are refused before anything begins', async () => {
    for (const [name, value] of [
      ['cassette', 5],
      ['kinds', 'text'],
      ['variables', 'x'],
      ['allowExpressions', 'no'],
      ['onProgress', 5],
    ] as const) {
      const options = { recipe: {}, cassette: 'none.har', [name]: value };
      await expect(stressRecipe(untyped(options))).rejects.toThrow(`Expected \`${name}\` to be `);
    }
    await expect(serveFixtureSite({ port: 70_000 })).rejects.toThrow('Expected `port` to be ');
    await expect(serveFixtureSite({ host: untyped(5) })).rejects.toThrow('Expected `host` to be ');
  });

  test('the message says what was wanted and what came', () => {
    expect(() => createGleaner({ cache: untyped([]) })).toThrow(
      'Expected `cache` to be an object with the methods `get`, `set`, got a list.',
    );
    expect(() => createService({ allowExpressions: untyped('no') })).toThrow(
      'Expected `allowExpressions` to be true or false, got a string.',
    );
    expect(() => sqliteStore(untyped({}))).toThrow(
      'Expected `folder` to be a text that is not empty, got undefined.',
    );
  });

  test('parts of any make are taken: only their methods count', async () => {
    class Fetching {
      readonly name = 'own';
      fetch(request: PageRequest): Promise<Page> {
        return stubFetcher('<h1>A lamp</h1>').fetch(request);
      }
    }
    await using gleaner = createGleaner({
      fetcher: new Fetching(),
      cache: memoryCache(),
      ledger: memoryLedger(),
      browser: false,
      egress: { lookup: async () => [] },
    });
    await using store = memoryStore();
    await using service = createService({ gleaner, store, queue: memoryQueue(), onEvent() {} });
    expect(createHttpHandler({ ...service })).toBeInstanceOf(Function);
    expect(createEgress({ allowPrivate: [] })).toBeDefined();
  });
});
