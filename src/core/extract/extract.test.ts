import { expect, test } from 'vitest';
import type { Extractor } from '../../runtime/contracts/extractor.ts';
import { modelExtractor } from '../../extraction/extractors/model-extractor.ts';
import { plainModel } from '../../../test/support/plain-model.ts';
import { createGleaner } from '../engine/create-gleaner.ts';
import { requireEngine } from '../engine/create-engine.ts';
import { openSessions, type PagePool } from '../page-session/create-page-sessions.ts';
import { createPageKeeper } from '../page-session/thread/create-page-keeper.ts';
import type { QuestionKind } from '../page-session/page-question.ts';
import type { ExtractInput } from './parse-extract-input.ts';
import { extract } from './extract.ts';

const html = `<html lang="en"><h1>Kettles</h1>${['Blue', 'Red', 'Steel']
  .map((name) => `<article><h2><a href="/${name}">${name}</a></h2><p>$20.00</p></article>`)
  .join('')}`;
const product = {
  type: 'object',
  properties: { name: { type: 'string' }, url: { type: 'string', format: 'uri' } },
};
const schema = {
  type: 'object',
  properties: { products: { type: 'array', items: product } },
};

const products = { prompt: 'the products', schema };

/** The questions that were sent to a thread for one call. */
async function listSent(
  asked: Pick<ExtractInput, 'grounding' | 'include' | 'prompt' | 'schema'>,
  extractor?: Extractor,
): Promise<readonly QuestionKind[]> {
  await using gleaner = createGleaner({ extractor });
  const sent: QuestionKind[] = [];
  // Its time stands still: what is foreseen does not wait because the machine is busy.
  const work = createPageKeeper(() => 0);
  const thread = {};
  const pool: PagePool = {
    run: (job) => work(job),
    async runNear({ toJob }) {
      const { job } = toJob(thread);
      sent.push(job.kind);
      return work(job);
    },
    warm() {},
    async close() {},
  };
  const { context } = requireEngine(gleaner);
  const pages = openSessions(pool);
  await extract({ html, url: 'https://shop.example/', ...asked }, {}, { ...context, pages });
  return sent;
}

test('sends a page to its thread once where the answer is what its structure holds', async () => {
  expect(await listSent(products)).toEqual(['read']);
  expect(await listSent({ ...products, include: ['evidence'], grounding: 'drop' })).toEqual([
    'read',
  ]);
  expect(await listSent({ prompt: 'name and price' })).toEqual(['read']);
});

test('asks again about a value that became another before it is handed out', async () => {
  const extractor: Extractor = {
    name: 'first-only',
    firstQuestion: (request) => ({ kind: 'structure', question: request }),
    async extract(request) {
      const { value, warnings } = await request.page.structure(request);
      const [first] = (value as { products: readonly unknown[] }).products;
      return { value: { products: [first] }, warnings, usage: [] };
    },
  };
  expect(await listSent(products, extractor)).toEqual(['read', 'missingAddresses', 'lists']);
});

test('has the content for a model with the page, and nothing but its answer read after', async () => {
  const model = plainModel(() => '{"products":[{"name":"Blue"}]}');
  expect(await listSent(products, modelExtractor({ model }))).toEqual([
    'read',
    'readTexts',
    'lists',
  ]);
});

test('asks an extractor that names no first question nothing ahead', async () => {
  const extractor: Extractor = {
    name: 'text',
    async extract({ page }) {
      return { value: { products: [{ name: await page.text() }] }, warnings: [], usage: [] };
    },
  };
  expect(await listSent(products, extractor)).toEqual(['read', 'text', 'lists']);
});

test.each([
  ['<p>$20.79 per month</p>', 'monthlyPrice', null],
  ['<p>Child price: $12.50</p>', 'childPrice', 12.5],
  ['<p>In stock</p>', 'price', 29.99],
])(
  'without a model the price of a page is no other one: of %s %s',
  async (shown, field, wanted) => {
    const offer = '{"@type":"Product","name":"Kettle","offers":{"price":"29.99"}}';
    const page = `<script type="application/ld+json">${offer}</script><h1>Kettle</h1><p>$29.99</p>${shown}`;
    await using gleaner = createGleaner({});
    const { result } = await gleaner.extract({
      html: page,
      url: 'https://shop.example/',
      prompt: `Get the ${field}`,
      schema: { type: 'object', properties: { [field]: { type: ['number', 'null'] } } },
    });
    expect(Reflect.get(Object(result), field) ?? null).toBe(wanted);
  },
);

test('a model without a word is no text, and nothing of JSON is said where none was asked for', async () => {
  await using gleaner = createGleaner({ model: plainModel(() => '') });
  const asked = { html, url: 'https://shop.example/', prompt: 'the names', plainText: true };
  await expect(gleaner.extract(asked)).rejects.toMatchObject({
    message: 'The answer has no text.',
    details: { reason: 'answer_unreadable' },
  });
});
