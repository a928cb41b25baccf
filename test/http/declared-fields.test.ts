import { describe, expect, expectTypeOf, test } from 'vitest';
import { createOpenApiDocument } from '../../src/web/http/index.ts';
import {
  extractInputFields,
  type ExtractInput,
} from '../../src/core/extract/parse-extract-input.ts';
import {
  type Fields,
  type InputOf,
  parseInput,
  toInputShape,
  toWireName,
} from '../../src/core/operations/parse-input.ts';
import { scrapeInputFields, type ScrapeInput } from '../../src/core/scrape/scrape-input.ts';
import { type DispatchInput, dispatchInputFields } from '../../src/service/runs/dispatch-run.ts';
import { createGate, until } from '../support/open-service.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { eachWay } from './open-stage.ts';

interface BodySchema {
  readonly required?: readonly string[];
  readonly properties: Readonly<
    Record<string, { readonly default?: unknown; readonly description?: string }>
  >;
}

const document = createOpenApiDocument() as {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: {
            readonly content: { readonly 'application/json': { readonly schema: BodySchema } };
          };
        };
      }
    >
  >;
};

interface Operation {
  readonly path: string;
  readonly fields: Fields;
  /** A body in order. */
  readonly body: Readonly<Record<string, unknown>>;
}

const page = { website_url: 'https://shop.test/lamp' };
const operations: readonly Operation[] = [
  {
    path: '/smartscraper',
    fields: extractInputFields,
    body: { ...page, user_prompt: 'the price' },
  },
  { path: '/scrape', fields: scrapeInputFields, body: page },
  { path: '/smartbrowse/recipes/{id}/run', fields: dispatchInputFields, body: {} },
];

/** Of no kind that any field takes. */
const wrong = [[['wrong']]];

const onWire = operations.flatMap((operation) =>
  Object.entries(operation.fields).flatMap(([name, field]) => {
    const wireName = toWireName(name, field);
    return wireName === undefined ? [] : [{ ...operation, name, field, wireName }];
  }),
);

const inProcess = operations.flatMap(({ path, fields }) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.wire === false ? [{ path, fields, name }] : [],
  ),
);

test('the types of inputs are those of the declared fields', () => {
  expectTypeOf<Required<DispatchInput>>().toEqualTypeOf<
    Required<InputOf<typeof dispatchInputFields>>
  >();
  expectTypeOf<keyof ExtractInput>().toEqualTypeOf<keyof typeof extractInputFields>();
  expectTypeOf<keyof ScrapeInput>().toEqualTypeOf<keyof typeof scrapeInputFields>();
  expectTypeOf<ExtractInput['prompt']>().toEqualTypeOf<string>();
  expectTypeOf<ScrapeInput['maxAge']>().toEqualTypeOf<number | undefined>();
});

describe.each(operations)('$path', ({ path, fields }) => {
  const schema = document.paths[path]?.post.requestBody.content['application/json'].schema;

  test('the document has exactly the declared fields, each with its description', () => {
    const names = Object.entries(fields).map(([name, field]) => toWireName(name, field));
    expect(Object.keys(schema?.properties ?? {})).toEqual(names.filter(Boolean));
    for (const property of Object.values(schema?.properties ?? {})) {
      expect(property.description).toMatch(/\w/);
    }
  });

  test('the defaults of the document are those that the parser fills in', () => {
    const documented = Object.entries(fields).flatMap(([name, field]) => {
      const value = schema?.properties[toWireName(name, field) ?? '']?.default;
      return value === undefined ? [] : [[name, value] as const];
    });
    // These depend on other fields: what is refused beside them has to be told from what was not given.
    const declared = documented.filter(([name]) => name !== 'format' && name !== 'navigation');
    const given = { prompt: 'the price', account: 'a', recipeId: 'r' };
    const input = Object.fromEntries(
      Object.entries(given).filter(([name]) => Object.hasOwn(fields, name)),
    );
    expect(parseInput(toInputShape(fields), input).fields).toMatchObject(
      Object.fromEntries(declared),
    );
  });
});

test('each limit stands in the document', () => {
  const schema = JSON.stringify(
    document.paths['/smartscraper']?.post.requestBody.content['application/json'].schema,
  );
  expect(schema).toContain('"maxLength":8192');
  expect(schema).toContain('"maxLength":10000');
  expect(schema).toContain('"maxProperties":32');
});

eachWay((openStage) => {
  test.each(onWire)(
    '$path refuses a wrong $wireName under that name',
    async ({ path, wireName, name, body }) => {
      const { ask, recipeId } = await openStage();
      const answer = await ask({
        method: 'POST',
        path: `/v1${path.replace('{id}', recipeId)}`,
        json: { ...body, [wireName]: wrong },
      });
      expect(answer.status).toBe(400);
      const { issues } = answer.body.error.details as {
        readonly issues: readonly { readonly path: string }[];
      };
      expect(new Set(issues.map((issue) => issue.path.split('/')[1]))).toEqual(new Set([wireName]));
      const foreign = name === wireName ? [] : [`\`${name}\``];
      expect(foreign.filter((word) => answer.body.error.message.includes(word))).toEqual([]);
    },
  );

  test.each(inProcess)(
    '$path has no $name over HTTP, nor another name of it',
    async ({ path, name }) => {
      const { ask, recipeId } = await openStage();
      const { status, body } = await ask({
        method: 'POST',
        path: `/v1${path.replace('{id}', recipeId)}`,
        json: { ...operations.find((operation) => operation.path === path)?.body, [name]: 'x' },
      });
      expect(status).toBe(400);
      expect(body.error.details).toEqual({
        issues: [
          {
            path: `/${name}`,
            message: expect.stringMatching(/^There is no such field/),
          },
        ],
      });
    },
  );

  test('a field is not known by its name in process', async () => {
    const { ask } = await openStage();
    const { status, body } = await ask({
      path: '/v1/smartscraper',
      json: { url: 'https://shop.test/lamp', user_prompt: 'the price' },
    });
    expect(status).toBe(400);
    expect(body.error.details).toEqual({
      issues: [
        { path: '/url', message: expect.stringContaining('website_url') },
        { path: '/website_url', message: 'It is missing.' },
      ],
    });
  });

  test('what is unknown, missing and wrong is reported at once', async () => {
    const { ask } = await openStage();
    const { body } = await ask({ path: '/v1/smartscraper', json: { max_age: -1, colour: 'red' } });
    const { issues } = body.error.details as { readonly issues: readonly { path: string }[] };
    expect(issues.map(({ path }) => path)).toEqual([
      '/colour',
      '/website_url',
      '/max_age',
      '/user_prompt',
    ]);
  });

  const url = 'https://shop.test/lamp';
  test.each([
    [
      'a URL that is not absolute',
      { website_url: 'nonsense' },
      '/website_url',
      'Expected `website_url` to be an absolute URL such as "https://example.com/page", got',
    ],
    [
      'no prompt at all',
      { website_url: url, user_prompt: '' },
      '/user_prompt',
      /Expected at least 1 character\.$/,
    ],
    [
      'a URL of more than 8 KB',
      { website_url: `${url}?${'a'.repeat(8_200)}` },
      '/website_url',
      'at most 8192 characters',
    ],
    [
      'a private address',
      { website_url: 'http://127.0.0.1/' },
      '/website_url',
      /is not a public one\.$/,
    ],
    [
      'no URL',
      { website_url: undefined },
      '/website_url',
      /missing. Give the address of the page\.$/,
    ],
    [
      'a schema that is no object',
      { output_schema: true },
      '/output_schema',
      'Expected a JSON Schema as an object, got a boolean',
    ],
    [
      'a tag to keep and to drop',
      { include_tags: ['p'], exclude_tags: ['p'] },
      '/exclude_tags/0',
      '`include_tags`',
    ],
    [
      'a prompt that is too long',
      { user_prompt: 'a'.repeat(10_001) },
      '/user_prompt',
      'at most 10000 characters',
    ],
  ])('%s is refused in the words of HTTP', async (_what, change, path, message) => {
    const { ask } = await openStage();
    const json = { website_url: url, user_prompt: 'the price', ...change };
    const { body } = await ask({ path: '/v1/smartscraper', json });
    expect(body.error.details).toEqual({
      issues: [{ path, message: expect.stringMatching(message) }],
    });
    expect(body.error.message).not.toMatch(
      /timeoutMs|allowPrivate|browser: false|egress|format "uri"/,
    );
  });

  test('what only the operator can mend is not advised to clients', async () => {
    const fetcher = stubFetcher('<div id="root"></div><script src="/app.js"></script>');
    const { ask } = await openStage({ fetcher, gleaner: { browser: false } });
    const json = { website_url: url, user_prompt: 'the price' };
    const { status, body } = await ask({ path: '/v1/smartscraper', json });
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject({ reason: 'browser_needed' });
    expect(body.error.message).toMatch(/in a browser\. This service runs none\.$/);
  });

  test('nor is it in the warnings of a result', async () => {
    const data = '<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script>';
    const fetcher = stubFetcher(`${data}<div id="root"></div><script src="/app.js"></script>`);
    const { ask } = await openStage({ fetcher, gleaner: { browser: false } });
    const json = { website_url: url, user_prompt: 'the name', include: ['warnings'] };
    const { body } = await ask({ path: '/v1/smartscraper', json });
    const warnings = body.data['warnings'] as readonly string[];
    expect(warnings).toContainEqual(expect.stringMatching(/This service runs none\./));
    expect(warnings.join(' ')).not.toContain('browser: false');
  });

  test('a call that takes too long learns its time, and no option of the library', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => (await gate.wait(), lampPage));
    const { ask, clock } = await openStage({ fetcher });
    const asked = ask({ path: '/v1/scrape', json: { website_url: url } });
    await until(() => fetcher.requests.length === 1);
    clock.advance(120_000);
    const { body } = await asked;
    expect(body.error.message).toBe(`${url}: The call was given up after 2 min. Ask for less.`);
    gate.open();
  });
});
