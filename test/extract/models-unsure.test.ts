import { describe, expect, test } from 'vitest';
import {
  createGleaner,
  type ExtractInput,
  type GleanerOptions,
  type JsonSchema,
  memoryLedger,
} from '../../src/index.ts';
import { z } from 'zod';
import { scriptedModel } from '../../test-kit/scripted-model.ts';

const text = { type: 'string' };
const schema: JsonSchema = {
  type: 'object',
  required: ['name', 'price'],
  properties: { name: text, price: { type: 'number' }, material: text },
};

interface Shop {
  readonly stated: string;
  readonly shown: string;
  readonly more?: string;
}

/** The name is stated by data and shown: it is sure. */
function shop({ stated, shown, more = '' }: Shop): string {
  const product = {
    '@type': 'Product',
    name: 'Brass lamp',
    offers: { price: stated, priceCurrency: 'GBP' },
  };
  return `<!doctype html><html lang="en-GB"><head><title>Brass lamp</title>
<script type="application/ld+json">${JSON.stringify(product)}</script></head>
<body><main><h1>Brass lamp</h1><p>A lamp for ships, made of copper.</p><p>${shown}</p>${more}</main></body></html>`;
}

const recipeIngredient = ['200 g flour', '2 eggs', '1 pinch of salt'];

/** The ingredients are stated by data, and others may be shown. */
function recipe(shown: readonly string[]): string {
  const data = { '@type': 'Recipe', name: 'Pancakes', recipeIngredient };
  const items = shown.map((item) => `<li>${item}</li>`).join('');
  return `<!doctype html><html lang="en"><head><script type="application/ld+json">${JSON.stringify(data)}</script></head>
<body><main><h1>Pancakes</h1><h2>Ingredients</h2><ul class="ingredients">${items}</ul><p>From a grandmother in Delft.</p></main></body></html>`;
}

const settled = shop({ stated: '89.50', shown: 'Price: £89.50' });
const unsettled = shop({ stated: '40.00', shown: 'Price: £36.53' });
const two = { type: 'object', properties: { name: text, price: { type: 'number' } } } as const;

interface Asked {
  readonly input?: Partial<ExtractInput>;
  readonly options?: GleanerOptions;
  readonly answers: readonly unknown[];
}

async function ask(html: string, { input = {}, options = {}, answers }: Asked) {
  const model = scriptedModel(
    answers.map((content) =>
      content instanceof Error ? { error: content } : { content },
    ) as never,
  );
  const gleaner = createGleaner({
    model,
    ledger: memoryLedger({ accounts: { a: 10 } }),
    threads: 0,
    browser: false,
    ...options,
  });
  try {
    const given = {
      html,
      url: 'https://shop.example/lamp',
      prompt: 'Name, price and material of the lamp',
      schema,
      models: 'unsure',
      include: ['evidence', 'usage'],
      ...input,
    } as ExtractInput;
    const [outcome] = await Promise.allSettled([gleaner.extract(given, { account: 'a' })]);
    return { outcome, calls: model.calls, left: await gleaner.creditsRemaining('a') };
  } finally {
    await gleaner.close();
  }
}

async function answerOf(...given: Parameters<typeof ask>) {
  const { outcome, ...rest } = await ask(...given);
  if (outcome.status === 'rejected') throw outcome.reason;
  return { ...outcome.value, ...rest };
}

/** A question without the code that borders its page. */
function words(prompt: unknown): string {
  return JSON.stringify(prompt).replaceAll(/[0-9a-f]{24}/g, 'code');
}

/** The properties that a question asks for. */
function wantedBy(call: unknown): readonly string[] {
  const { responseFormat } = call as {
    responseFormat?: { schema?: { properties?: object } };
  };
  return Object.keys(responseFormat?.schema?.properties ?? {});
}

describe('models: unsure', () => {
  test('a model is asked for the fields alone that are not sure, and the sure values stand with its answer', async () => {
    const { result, calls, evidence } = await answerOf(settled, {
      answers: [{ material: 'copper' }],
    });
    expect(calls.map(wantedBy)).toEqual([['material']]);
    expect(result).toEqual({ name: 'Brass lamp', price: 89.5, material: 'copper' });
    expect(Object.keys(result as object)).toEqual(['name', 'price', 'material']);
    expect(evidence).toMatchObject([
      { path: '/name', confidence: 'sure' },
      { path: '/price', confidence: 'sure' },
      { path: '/material', confidence: 'unsure', status: 'supported' },
    ]);
  });

  test('a list that is sure as a whole is not asked for, one of which an item differs is', async () => {
    const list = { type: 'array', items: text };
    const input = {
      prompt: 'Ingredients and origin',
      schema: { type: 'object', properties: { ingredients: list, origin: text } },
    } as const;
    const sure = await answerOf(recipe(recipeIngredient), {
      input,
      answers: [{ origin: 'Delft' }],
    });
    expect(sure.calls.map(wantedBy)).toEqual([['origin']]);
    expect(sure.result).toEqual({
      ingredients: recipeIngredient,
      origin: 'Delft',
    });
    expect(sure.evidence).toMatchObject([
      { path: '/ingredients/0', confidence: 'sure' },
      { path: '/ingredients/1', confidence: 'sure' },
      { path: '/ingredients/2', confidence: 'sure' },
      { path: '/origin', confidence: 'unsure' },
    ]);
    const unsure = await answerOf(recipe(['200 g flour', '3 eggs', '1 pinch of salt']), {
      input,
      answers: [{ ingredients: ['200 g flour'], origin: 'Delft' }],
    });
    expect(unsure.calls.map(wantedBy)).toEqual([['ingredients', 'origin']]);
  });

  test('with `always`, and without a word, a model is asked for everything', async () => {
    for (const models of ['always', undefined] as const) {
      const { result, calls, savedInputTokens } = await answerOf(settled, {
        input: { models },
        answers: [{ name: 'Lamp', price: 1, material: 'copper' }],
      });
      expect(calls.map(wantedBy)).toEqual([['name', 'price', 'material']]);
      expect(result).toEqual({ name: 'Lamp', price: 1, material: 'copper' });
      expect(savedInputTokens).toBeUndefined();
    }
  });

  test('the engine says it for its calls, and a call for itself', async () => {
    const options = { models: 'unsure' } as const;
    const byEngine = await answerOf(settled, {
      input: { models: undefined },
      options,
      answers: [{ material: 'copper' }],
    });
    expect(byEngine.calls.map(wantedBy)).toEqual([['material']]);
    const byCall = await answerOf(settled, {
      input: { models: 'always' },
      options,
      answers: [{ name: 'Lamp', price: 1, material: 'copper' }],
    });
    expect(byCall.calls.map(wantedBy)).toEqual([['name', 'price', 'material']]);
    expect(() => createGleaner({ models: 'never' as never })).toThrow(/Expected `models`/);
  });

  test('where all is sure no model is asked, at the same price', async () => {
    const { result, calls, usage, savedInputTokens, left, warnings } = await answerOf(settled, {
      input: { schema: two },
      answers: [],
    });
    expect(result).toEqual({ name: 'Brass lamp', price: 89.5 });
    expect(calls).toEqual([]);
    expect(usage).toEqual([]);
    expect(savedInputTokens).toBeGreaterThan(100);
    expect(left).toBe(5);
    expect(warnings).toContain('Read from the page’s structure; no model was asked.');
  });

  test('what the page states of an unsettled field goes with the question, inside the fence of the page', async () => {
    const { result, calls, warnings } = await answerOf(unsettled, {
      input: { schema: two },
      answers: [{ price: 36.53 }],
    });
    expect(result).toEqual({ name: 'Brass lamp', price: 36.53 });
    expect(calls.map(wantedBy)).toEqual([['price']]);
    const prompt = JSON.stringify(calls[0]?.prompt);
    const page = prompt.slice(prompt.indexOf('<<<PAGE'), prompt.indexOf('>>>'));
    expect(page).toMatch(/price[^:]*: 40\b/);
    expect(page).toMatch(/price[^:]*: 36\.53 in .*£36\.53/);
    expect(warnings.filter((warning) => warning.includes('was taken'))).toEqual([]);
  });

  test('a value that agrees with an unsure one of the page is a model’s all the same', async () => {
    const { evidence } = await answerOf(unsettled, {
      input: { schema: two },
      answers: [{ price: 40 }],
    });
    expect(evidence?.find(({ path }) => path === '/price')).toMatchObject({ confidence: 'unsure' });
  });

  test('an answer that breaks the schema is repaired, and sure values stay as they are', async () => {
    const { result, calls, left } = await answerOf(unsettled, {
      answers: [
        { price: 'on request', material: 'copper' },
        { '/price': 36.53, '/name': 'Another lamp' },
      ],
    });
    expect(calls).toHaveLength(2);
    expect(result).toEqual({ name: 'Brass lamp', price: 36.53, material: 'copper' });
    expect(left).toBe(5);
  });

  test('an answer that is no JSON is asked for once more, for the same fields alone', async () => {
    const { result, calls } = await answerOf(settled, {
      answers: ['I cannot say.', { material: 'copper' }],
    });
    expect(calls.map(wantedBy)).toEqual([['material'], ['material']]);
    expect(result).toEqual({ name: 'Brass lamp', price: 89.5, material: 'copper' });
  });

  test('a sure value that the schema refuses is asked for in the repair', async () => {
    const short = z.object({
      name: z.string().refine((name) => name.length < 5),
      price: z.number(),
    });
    const { result, calls, evidence } = await answerOf(settled, {
      input: { schema: short },
      answers: [{ '/name': 'Lamp', '/price': 1 }],
    });
    expect(calls).toHaveLength(1);
    expect(JSON.stringify(calls[0]?.prompt)).toContain('/name');
    expect(result).toEqual({ name: 'Lamp', price: 89.5 });
    expect(evidence).toMatchObject([
      { path: '/name', confidence: 'unsure' },
      { path: '/price', confidence: 'sure' },
    ]);
  });

  test('a call whose model fails fails, and costs nothing', async () => {
    const { outcome, left } = await ask(settled, { answers: [] });
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'service_unavailable' },
    });
    expect(left).toBe(10);
  });

  test('a repeated call with its key asks no second time, and another rule under that key is refused', async () => {
    const model = scriptedModel([{ content: { material: 'copper' } }]);
    await using gleaner = createGleaner({
      model,
      ledger: memoryLedger({ accounts: { a: 10 } }),
      threads: 0,
      browser: false,
    });
    const input = { html: settled, prompt: 'The lamp', schema, models: 'unsure' } as const;
    const call = { account: 'a', idempotencyKey: 'lamp' };
    const first = await gleaner.extract(input, call);
    expect((await gleaner.extract(input, call)).result).toEqual(first.result);
    expect(model.calls).toHaveLength(1);
    expect(await gleaner.creditsRemaining('a')).toBe(5);
    const other = gleaner.extract({ ...input, models: 'always' }, call);
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
  });

  test('objects are asked for what is left of them, and are whole again in the answer', async () => {
    const product = {
      type: 'object',
      required: ['name', 'material'],
      properties: { name: text, material: text },
    };
    const { result, calls } = await answerOf(settled, {
      input: { schema: { type: 'object', properties: { product } } },
      answers: [{ product: { material: 'copper' } }],
    });
    expect(calls.map(wantedBy)).toEqual([['product']]);
    expect(calls[0]?.responseFormat).toMatchObject({
      schema: { properties: { product: { required: ['material'] } } },
    });
    expect(result).toEqual({ product: { name: 'Brass lamp', material: 'copper' } });
  });

  test('`experimental` has a rule of its own, which holds', async () => {
    const { result, calls } = await answerOf(settled, {
      input: { experimental: true },
      answers: [{ name: 'Lamp', price: 1, material: 'copper' }],
    });
    expect(calls.map(wantedBy)).toEqual([['name', 'price', 'material']]);
    expect(result).toEqual({ name: 'Lamp', price: 1, material: 'copper' });
  });

  test('a list is one question: it is asked for as a whole, and what is sure beside it is not', async () => {
    const rows = ['Small', 'Medium', 'Large'].map((size, at) => `<li>${size}: ${at + 3} kg</li>`);
    const { result, calls } = await answerOf(
      shop({ stated: '89.50', shown: 'Price: £89.50', more: `<ul>${rows.join('')}</ul>` }),
      {
        input: {
          schema: {
            type: 'object',
            properties: {
              name: text,
              sizes: {
                type: 'array',
                items: { type: 'object', properties: { size: text, weight: { type: 'number' } } },
              },
            },
          },
        },
        answers: [{ sizes: [{ size: 'Small', weight: 3 }] }],
      },
    );
    expect(calls.map(wantedBy)).toEqual([['sizes']]);
    expect(result).toEqual({ name: 'Brass lamp', sizes: [{ size: 'Small', weight: 3 }] });
  });

  test.each([
    ['a prompt without a schema', { schema: undefined }, { material: 'copper' }],
    ['a schema of any shape', { schema: { type: 'object' } }, { material: 'copper' }],
    ['plain text', { plainText: true, include: [] }, 'copper'],
  ])('%s is asked as ever', async (_name, input, answer) => {
    const one = await answerOf(settled, { input, answers: [answer] });
    const other = await answerOf(settled, {
      input: { ...input, models: 'always' } as never,
      answers: [answer],
    });
    expect(words(one.calls[0]?.prompt)).toBe(words(other.calls[0]?.prompt));
    expect(one.result).toEqual(other.result);
  });

  test('without a model nothing changes', async () => {
    const { result, evidence } = await answerOf(unsettled, {
      options: { model: undefined },
      answers: [],
    });
    expect(result).toMatchObject({ name: 'Brass lamp', price: expect.any(Number) });
    expect(evidence?.find(({ path }) => path === '/price')?.rivals).toHaveLength(1);
  });

  test('a page session reads a page in a thread the same way', async () => {
    const { result, calls } = await answerOf(settled, {
      options: { threads: 1 },
      answers: [{ material: 'copper' }],
    });
    expect(calls.map(wantedBy)).toEqual([['material']]);
    expect(result).toEqual({ name: 'Brass lamp', price: 89.5, material: 'copper' });
  });
});
