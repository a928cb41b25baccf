import { expect, test } from 'vitest';
import { createGleaner } from '../../src/index.ts';
import { scriptedModel } from '../../test-kit/index.ts';

const url = 'https://data.example/items';
const records = [
  { name: 'Lamp', price: 12.5, seller: { city: 'Bath' } },
  { name: 'Chair', price: 1234.5, seller: { city: 'Hull' } },
];
const schema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          price: { type: 'number' },
          city: { type: 'string' },
        },
      },
    },
  },
} as const;

function serve(
  body: string,
  type: string,
  model?: ReturnType<typeof scriptedModel>,
): ReturnType<typeof createGleaner> {
  const page = { url, status: 200, headers: { 'content-type': type }, body: Buffer.from(body) };
  return createGleaner({
    browser: false,
    threads: 0,
    ...(model === undefined ? {} : { model }),
    fetcher: { name: 'one page', fetch: async () => page },
  });
}

test.each([
  ['JSON', JSON.stringify({ total: 2, items: records }), 'application/json'],
  ['JSON lines', records.map((each) => JSON.stringify(each)).join('\n'), 'application/x-ndjson'],
  ['JSON that is called HTML', JSON.stringify(records), 'text/html'],
])(
  'without a model the records of %s are read by their names, with evidence',
  async (_name, body, type) => {
    await using gleaner = serve(body, type);
    const { result, evidence } = await gleaner.extract({
      url,
      prompt: 'All items',
      schema,
      include: ['evidence'],
    });
    expect(result).toEqual({
      items: [
        { name: 'Lamp', price: 12.5, city: 'Bath' },
        { name: 'Chair', price: 1234.5, city: 'Hull' },
      ],
    });
    expect(evidence?.find(({ path }) => path === '/items/1/price')?.status).toBe('supported');
  },
);

test('a scrape shows JSON as it came', async () => {
  const body = JSON.stringify(records);
  await using gleaner = serve(body, 'application/json');
  const { markdown } = await gleaner.scrape({ url, format: 'markdown' });
  expect(markdown).toContain(body);
});

test('a model is sent JSON as it came, and its answer is found in it', async () => {
  const body = JSON.stringify(records);
  const model = scriptedModel([{ when: { page: body }, content: { city: 'Hull' } }]);
  await using gleaner = serve(body, 'application/json', model);
  const { result, evidence } = await gleaner.extract({
    url,
    prompt: 'The city',
    schema: { type: 'object', properties: { city: { type: 'string' } } },
    include: ['evidence'],
  });
  expect(result).toEqual({ city: 'Hull' });
  expect(evidence?.[0]?.status).toBe('supported');
});
