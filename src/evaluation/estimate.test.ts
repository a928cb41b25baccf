import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createGleaner, structureExtractor } from '../index.ts';
import { scriptedModel, type ScriptedModel } from '../../test-kit/scripted-model.ts';
import { type Amount, type EstimateRequest, estimate } from './estimate.ts';

const url = 'https://shop.example/lamps';
const lamp = z.object({ name: z.string(), price: z.number(), inStock: z.boolean().optional() });
const lamps = z.object({ lamps: z.array(lamp) });

function listing(count: number): string {
  const items = Array.from(
    { length: count },
    (_, index) =>
      `<li><h3>Harbour lamp No. ${index + 1}</h3><p>£${index}.50, in stock, made of brass and oak by hand.</p></li>`,
  );
  return `<!doctype html><title>Lamps</title><main><h1>Lamps</h1><ul>${items.join('')}</ul></main>`;
}

/** Tokens of four characters of what a model was really sent. */
function countSent({ calls }: ScriptedModel): number {
  const texts = calls.flatMap(({ prompt, responseFormat }) => [
    ...prompt.map(({ content }) =>
      typeof content === 'string' ? content : content.map(({ text = '' }) => text).join(''),
    ),
    responseFormat?.type === 'json' ? JSON.stringify(responseFormat.schema ?? '') : '',
  ]);
  return texts.join('').length / 4;
}

describe('estimate of an extraction', () => {
  test.each([
    ['a record', lamp, listing(1), {}, { name: 'Harbour lamp No. 1', price: 0.5 }],
    ['a list', lamps, listing(40), {}, { lamps: [{ name: 'Harbour lamp No. 1', price: 0.5 }] }],
    ['a list in parts', lamps, listing(900), { detailLevel: 'low' }, { lamps: [] }],
    ['a page read whole', lamps, listing(900), { reduceContent: false }, { lamps: [] }],
    ['the better model', lamps, listing(400), { pageComplexity: 'high' }, { lamps: [] }],
  ] as const)(
    'counts what a model is really sent: %s',
    async (_name, schema, html, call, content) => {
      const model = scriptedModel(() => ({ content }));
      await using gleaner = createGleaner({ model, browser: false });
      const input = { url, html, prompt: 'every lamp with its price', schema, ...call };
      const { inputTokens, modelCalls, credits } = await estimate({ extract: input }, { gleaner });
      expect(model.calls).toHaveLength(0);
      const { creditsUsed } = await gleaner.extract(input);
      const sent = countSent(model);
      expect(modelCalls?.likely).toBe(model.calls.length);
      expect(Math.abs((inputTokens?.likely ?? 0) / sent - 1)).toBeLessThan(0.02);
      expect(inputTokens?.most).toBeGreaterThan(sent);
      expect(credits.likely).toBe(creditsUsed);
    },
  );

  const product =
    '<script type="application/ld+json">{"@type":"Product","name":"Harbour lamp"}</script>';
  const wordy = 'The full name of the product, as it is displayed on this page. '.repeat(5);
  const known = `<!doctype html><title>Harbour lamp</title>${product}<main><h1>Harbour lamp</h1><p>Of brass, by hand.</p></main>`;

  test.each([
    ['some fields are left', lamp.extend({ name: z.string().describe(wordy) }), { price: 4 }],
    ['nothing is left', z.object({ name: z.string() }), {}],
  ] as const)(
    'with `models: unsure` counts what is really sent, and what is saved: %s',
    async (_name, schema, content) => {
      const model = scriptedModel(() => ({ content }));
      await using gleaner = createGleaner({ model, browser: false, models: 'unsure' });
      const input = { url, html: known, prompt: 'the lamp', schema, include: ['usage' as const] };
      const { savedInputTokens, inputTokens, modelCalls } = await estimate(
        { extract: input },
        { gleaner },
      );
      const extraction = await gleaner.extract(input);
      expect(modelCalls?.likely).toBe(model.calls.length);
      expect(Math.abs((inputTokens?.likely ?? 0) - countSent(model))).toBeLessThan(20);
      const saved = extraction.savedInputTokens ?? 0;
      expect(saved).toBeGreaterThan(0);
      expect(Math.abs((savedInputTokens?.likely ?? 0) - saved)).toBeLessThan(20);
    },
  );

  test('with `models: unsure` says that a page which is not known may take nothing', async () => {
    const request = { url, prompt: 'the lamp', schema: lamp } as const;
    const open = await estimate({ extract: { ...request, models: 'unsure' } });
    const whole = await estimate({ extract: request });
    expect(open.modelCalls?.least).toBe(0);
    expect(open.inputTokens).toEqual({ ...whole.inputTokens, least: 0 });
    expect(open.savedInputTokens?.most).toBe(whole.inputTokens?.likely);
    expect(whole.savedInputTokens).toBeUndefined();
  });

  test('of a page that is not known states the range that any page keeps to', async () => {
    const model = scriptedModel(() => ({ content: { name: 'Harbour lamp', price: 1 } }));
    await using gleaner = createGleaner({ model, browser: false });
    const request = { prompt: 'the first lamp', schema: lamp };
    const { inputTokens, basis } = await estimate({ extract: { url, ...request } }, { gleaner });
    for (const count of [1, 60, 2_000]) {
      const before = countSent(model);
      await gleaner.extract({ url, html: listing(count), ...request });
      const sent = countSent(model) - before;
      expect(sent).toBeGreaterThanOrEqual(inputTokens?.least ?? Infinity);
      expect(sent).toBeLessThanOrEqual(inputTokens?.most ?? 0);
    }
    // A page that fills its budget.
    const full = countSent(model);
    await gleaner.extract({ url, html: listing(2_001), ...request });
    expect(Math.abs((inputTokens?.likely ?? 0) / (countSent(model) - full) - 1)).toBeLessThan(0.1);
    expect(basis.join(' ')).toMatch(
      /content budget of 3000 tokens beside \d+ tokens of instructions/,
    );
  });

  test('counts the page behind a URL where it is at hand', async () => {
    const html = listing(30);
    const request = { prompt: 'every lamp', schema: lamps };
    const counted = await estimate({ extract: { url, ...request } }, { content: html });
    const given = await estimate({ extract: { url, html, ...request } });
    expect(counted).toEqual(given);
    expect(counted.inputTokens?.least).toBe(counted.inputTokens?.likely);
  });

  test('holds a second question, for an answer that breaks the schema', async () => {
    const model = scriptedModel((_call, index) => ({
      content: { lamps: [{ name: 'Harbour lamp No. 1', price: index === 0 ? 'cheap' : 0.5 }] },
    }));
    await using gleaner = createGleaner({ model, browser: false });
    const input = { url, html: listing(20), prompt: 'every lamp', schema: lamps };
    const { inputTokens, modelCalls } = await estimate({ extract: input }, { gleaner });
    await gleaner.extract(input);
    expect(model.calls).toHaveLength(2);
    expect(modelCalls?.most).toBe(2);
    expect(countSent(model)).toBeLessThanOrEqual(inputTokens?.most ?? 0);
  });

  test('guesses an answer from its schema: a list by its page, a record by its fields', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      name: `Harbour lamp No. ${index + 1}`,
      price: index + 0.5,
      inStock: true,
    }));
    const answers = [
      [lamps, { lamps: rows }],
      [lamp, rows[0]],
    ] as const;
    for (const [schema, answer] of answers) {
      const { outputTokens } = await estimate({
        extract: { url, html: listing(40), prompt: 'every lamp', schema },
      });
      const tokens = JSON.stringify(answer).length / 4;
      expect(outputTokens?.least).toBeLessThanOrEqual(tokens);
      expect(outputTokens?.most).toBeGreaterThanOrEqual(tokens);
      expect(outputTokens?.likely).toBeGreaterThan(tokens / 2);
      expect(outputTokens?.likely).toBeLessThan(tokens * 2);
    }
  });

  test('turns tokens into money by the prices of the model', async () => {
    const modelPrices = { inputPerMillion: 2, outputPerMillion: 10 };
    const { inputTokens, outputTokens, money } = await estimate(
      { extract: { url, html: listing(5), prompt: 'every lamp', schema: lamps } },
      { modelPrices },
    );
    expect(money?.likely).toBeCloseTo(
      ((inputTokens?.likely ?? 0) * 2 + (outputTokens?.likely ?? 0) * 10) / 1e6,
      12,
    );
    await expect(
      estimate({ scrape: { url } }, { modelPrices: { ...modelPrices, inputPerMillion: -1 } }),
    ).rejects.toThrow('inputPerMillion');
  });

  test('without a model takes no tokens, and an extractor of one’s own is not known', async () => {
    await using plain = createGleaner({ browser: false });
    const request = { extract: { url, prompt: 'every lamp' } };
    await expect(
      estimate(request, {
        gleaner: plain,
        modelPrices: { inputPerMillion: 1, outputPerMillion: 1 },
      }),
    ).resolves.toMatchObject({
      credits: { likely: 5 },
      inputTokens: { most: 0 },
      money: { most: 0 },
    });
    const extractor = { ...structureExtractor(), name: 'mine' };
    await using own = createGleaner({ browser: false, extractor });
    const unknown = await estimate(request, { gleaner: own });
    expect(unknown.inputTokens).toBeUndefined();
    expect(unknown.basis.join(' ')).toContain('"mine"');
  });

  test('refuses what the extraction would refuse', async () => {
    await expect(estimate({ extract: { url: 'shop', prompt: '' } })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const schema = { type: 'objekt' };
    await expect(estimate({ extract: { url, prompt: 'lamps', schema } })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

async function creditsOf(request: EstimateRequest, prices = {}): Promise<Amount> {
  return (await estimate(request, { prices })).credits;
}

describe('estimate in credits', () => {
  test('is the price of the call, with stealth where it is asked for', async () => {
    await expect(creditsOf({ scrape: { url } })).resolves.toMatchObject({ likely: 1 });
    await expect(creditsOf({ scrape: { url, stealth: true } })).resolves.toMatchObject({
      likely: 3,
    });
    await expect(
      creditsOf({ extract: { url, prompt: 'x', stealth: true } }),
    ).resolves.toMatchObject({ likely: 10 });
    await expect(creditsOf({ scrape: { url } }, { scrape: 7 })).resolves.toMatchObject({
      likely: 7,
    });
    await using gleaner = createGleaner({ browser: false, prices: { scrape: 4 } });
    expect((await estimate({ scrape: { url } }, { gleaner })).credits.likely).toBe(4);
  });

  test('of a run is its pages by the price of one, as far as it, its recipe and the engine let it go', async () => {
    const recipe = {
      title: 'Lamps',
      steps: [
        { type: 'navigate', url },
        {
          type: 'customStep',
          name: 'extract',
          parameters: { items: ['li'], fields: { name: { selectors: ['h3'] } } },
        },
        { type: 'customStep', name: 'paginate', parameters: { next: ['a.next'], maxPages: 6 } },
      ],
    };
    await expect(creditsOf({ run: { maxPages: 12 } })).resolves.toEqual({
      least: 2,
      likely: 24,
      most: 24,
    });
    await expect(creditsOf({ run: {} })).resolves.toMatchObject({ most: 200 });
    await expect(creditsOf({ run: { account: 'a', maxPages: 50 } })).resolves.toMatchObject({
      most: 40,
    });
    await expect(creditsOf({ run: { recipe, maxPages: 50 } })).resolves.toMatchObject({ most: 12 });
    const single = { ...recipe, steps: recipe.steps.slice(0, 2) };
    await expect(creditsOf({ run: { recipe: single, maxPages: 50 } })).resolves.toMatchObject({
      most: 2,
    });
    await expect(creditsOf({ run: { recipe: { steps: 1 } } })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

test.each([
  ['pages that are none', { run: { maxPages: 0 } }, '/maxPages'],
  ['less than no page', { run: { maxPages: -1 } }, '/maxPages'],
  ['a part of a page', { run: { maxPages: 1.5 } }, '/maxPages'],
  ['two operations', { run: {}, extract: { url, prompt: 'x' } }, ''],
  ['no operation', {}, ''],
  ['another operation', { crawl: { url } }, ''],
  ['an operation without an input', { extract: undefined }, ''],
  ['nothing', undefined, ''],
])('estimate refuses %s by name', async (_what, request, path) => {
  await expect(estimate(request as never)).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ path }] },
  });
});
