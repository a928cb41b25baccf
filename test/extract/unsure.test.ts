import { describe, expect, test } from 'vitest';
import { createGleaner, type ExtractInput, type Extractor, memoryLedger } from '../../src/index.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    availability: { type: 'string' },
  },
};

interface Shop {
  /** Amount of the structured data. */
  readonly stated: string;
  /** Markup of what the page shows. */
  readonly shown: string;
}

function shop({ stated, shown }: Shop): string {
  const product = {
    '@type': 'Product',
    name: 'Brass lamp',
    offers: { price: stated, priceCurrency: 'GBP' },
  };
  return `<!doctype html><html lang="en-GB"><head><title>Brass lamp</title>
<script type="application/ld+json">${JSON.stringify(product)}</script></head>
<body><main><h1>Brass lamp</h1><p>A lamp of brass, for ships.</p>${shown}</main></body></html>`;
}

const settled = shop({ stated: '89.50', shown: '<p>Price: £89.50</p>' });
const unsettled = shop({ stated: '40.00', shown: '<p>Price: £36.53</p>' });

async function ask(html: string, input: Partial<ExtractInput> = {}, extractor?: Extractor) {
  const ledger = memoryLedger({ accounts: { a: 10 } });
  const gleaner = createGleaner({
    ledger,
    threads: 0,
    browser: false,
    ...(extractor === undefined ? {} : { extractor }),
  });
  try {
    const given = {
      html,
      url: 'https://shop.example/lamp',
      prompt: 'The lamp',
      schema,
      include: ['evidence'],
      ...input,
    } as ExtractInput;
    const [outcome] = await Promise.allSettled([gleaner.extract(given, { account: 'a' })]);
    return { outcome, left: await gleaner.creditsRemaining('a') };
  } finally {
    await gleaner.close();
  }
}

async function resultOf(...given: Parameters<typeof ask>) {
  const { outcome } = await ask(...given);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

describe('a value', () => {
  test('that two kinds of sources state is sure', async () => {
    const { evidence, warnings, result } = await resultOf(settled);
    expect(result).toMatchObject({ name: 'Brass lamp', price: 89.5 });
    expect(evidence).toMatchObject([
      { path: '/name', confidence: 'sure' },
      { path: '/price', confidence: 'sure' },
    ]);
    expect(evidence?.every((entry) => entry.rivals === undefined)).toBe(true);
    expect(warnings.filter((warning) => warning.includes('the first was taken'))).toEqual([]);
  });

  test('of which the page states two is unsure, and both are told, with their places', async () => {
    const { evidence, warnings, result } = await resultOf(unsettled);
    const { price } = result as { price: number };
    const other = price === 40 ? 36.53 : 40;
    expect(warnings).toContain(
      `The page states ${price} or ${other} for /price; the first was taken.`,
    );
    expect(evidence?.find(({ path }) => path === '/price')).toMatchObject({
      confidence: 'unsure',
      rivals: [
        { value: other, node: expect.any(String), snippet: expect.stringContaining(`${other}`) },
      ],
    });
  });

  test('that one source alone states is unsure, without a rival and without a warning', async () => {
    const { evidence, warnings } = await resultOf(shop({ stated: '89.50', shown: '' }));
    const found = evidence?.find(({ path }) => path === '/price');
    expect(found).toMatchObject({ confidence: 'unsure' });
    expect(found?.rivals).toBeUndefined();
    expect(warnings.filter((warning) => warning.includes('/price'))).toEqual([]);
  });

  test('that the same place states twice has one source: a label and its own microdata', async () => {
    const own = '<p>Price: <span itemprop="price">£89.50</span></p>';
    const html = `<html lang="en-GB"><body><main itemscope itemtype="https://schema.org/Product"><h1>Brass lamp</h1>${own}</main></body></html>`;
    const { evidence } = await resultOf(html);
    expect(evidence?.find(({ path }) => path === '/price')).toMatchObject({ confidence: 'unsure' });
  });

  test('of an extractor that does not read the page’s structure is unsure', async () => {
    const stub: Extractor = {
      name: 'stub',
      extract: async () => ({ value: { name: 'Brass lamp' }, usage: [], warnings: [] }),
    };
    const { evidence } = await resultOf(settled, {}, stub);
    expect(evidence).toMatchObject([{ path: '/name', status: 'supported', confidence: 'unsure' }]);
  });

  test('of a list is unsure: no level was measured for it', async () => {
    const cards = [12, 13, 14].map((price) => `<li><h3>Lamp ${price}</h3><p>£${price}.00</p></li>`);
    const { evidence } = await resultOf(
      `<html lang="en"><body><ul>${cards.join('')}</ul></body></html>`,
      {
        schema: { type: 'object', properties: { lamps: { type: 'array', items: schema } } },
      },
    );
    expect(evidence?.length).toBeGreaterThan(0);
    expect(evidence?.every(({ confidence }) => confidence === 'unsure')).toBe(true);
  });
});

describe('unsure', () => {
  test('drop leaves out what is not sure, and says so', async () => {
    const { result, warnings, evidence } = await resultOf(unsettled, { unsure: 'drop' });
    expect(result).toEqual({ name: 'Brass lamp' });
    expect(warnings).toContain('The value at /price was left out: the page does not settle it.');
    expect(evidence).toMatchObject([{ path: '/name', confidence: 'sure' }]);
  });

  test('drop says of a value without rivals that the page states nothing else', async () => {
    const { warnings } = await resultOf(
      settled,
      { unsure: 'drop' },
      {
        name: 'stub',
        extract: async () => ({ value: { price: 36.53 }, usage: [], warnings: [] }),
      },
    );
    expect(warnings).toContain(
      'The value at /price was left out: it is not sure, though the page states nothing else for it.',
    );
  });

  test('drop fails where the schema requires it, at no cost', async () => {
    const strict = { ...schema, required: ['price'] };
    const { outcome, left } = await ask(unsettled, { unsure: 'drop', schema: strict });
    expect(outcome).toMatchObject({
      reason: {
        code: 'validation_failed',
        details: { reason: 'unsure', issues: [{ path: '/price' }] },
      },
    });
    expect(left).toBe(10);
  });

  test('drop names those alone that cannot be left out', async () => {
    const stub: Extractor = {
      name: 'stub',
      extract: async () => ({
        value: { tags: ['sea'], lamps: [{ price: 40 }, { name: 'Brass lamp', price: 36.53 }] },
        usage: [],
        warnings: [],
      }),
    };
    const lamp = { ...schema, required: ['name'] };
    const lamps = { type: 'array', items: { ...lamp, required: [] }, minItems: 1 };
    const properties = { tags: { type: 'array', items: { type: 'string' } }, lamps };
    const { outcome } = await ask(
      unsettled,
      { unsure: 'drop', schema: { type: 'object', properties } },
      stub,
    );
    expect(outcome).toMatchObject({
      reason: {
        message:
          'Not sure, though the page states nothing else for them: /lamps/0/price, /lamps/1/name, /lamps/1/price. Make these fields optional, or take them with `unsure: tell`.',
        details: {
          issues: [
            { path: '/lamps/0/price' },
            { path: '/lamps/1/name' },
            { path: '/lamps/1/price' },
          ],
        },
      },
    });
    const { outcome: single } = await ask(
      unsettled,
      { unsure: 'drop', schema: lamp },
      {
        ...stub,
        extract: async () => ({ value: { name: 'x', price: 1 }, usage: [], warnings: [] }),
      },
    );
    expect(single).toMatchObject({ reason: { details: { issues: [{ path: '/name' }] } } });
  });

  test('fail refuses an answer with a value that is not sure, at no cost', async () => {
    const { outcome, left } = await ask(unsettled, { unsure: 'fail' });
    expect(outcome).toMatchObject({
      reason: {
        code: 'validation_failed',
        message:
          'The page does not settle /price. Make these fields optional and set `unsure` to drop, or take them with `unsure: tell` and look at their rivals in the evidence.',
        details: { reason: 'unsure', issues: [{ path: '/price', message: 'is not sure' }] },
      },
    });
    expect(left).toBe(10);
    expect((await ask(settled, { unsure: 'fail' })).left).toBe(5);
  });

  test('cannot be used with a text, and takes no other word', async () => {
    const { outcome } = await ask(settled, {
      unsure: 'drop',
      schema: undefined,
      plainText: true,
      include: [],
    });
    expect(outcome).toMatchObject({ reason: { details: { issues: [{ path: '/unsure' }] } } });
    const misspelt = await ask(settled, { unsure: 'ignore' as 'drop' });
    expect(misspelt.outcome).toMatchObject({
      reason: { details: { issues: [{ path: '/unsure' }] } },
    });
  });
});

describe('maxWrong', () => {
  const single = shop({ stated: '89.50', shown: '' }).replace(
    '"offers":{',
    '"offers":{"availability":"InStock",',
  );
  const confidenceAt = async (maxWrong: number) => {
    const gleaner = createGleaner({ threads: 0, browser: false, maxWrong });
    try {
      const { evidence } = await gleaner.extract({
        html: single,
        url: 'https://shop.example/lamp',
        prompt: 'The lamp',
        schema,
        include: ['evidence'],
      });
      return evidence?.find(({ path }) => path === '/availability')?.confidence;
    } finally {
      await gleaner.close();
    }
  };

  test('of .05 takes single sources of kinds that were wrong that seldom', async () => {
    expect(await confidenceAt(0.005)).toBe('unsure');
    expect(await confidenceAt(0.05)).toBe('sure');
  });

  test('of 0 is sure of nothing', async () => {
    const gleaner = createGleaner({ threads: 0, browser: false, maxWrong: 0 });
    const { evidence } = await gleaner.extract({
      html: settled,
      prompt: 'The lamp',
      schema,
      include: ['evidence'],
    });
    expect(evidence?.some(({ confidence }) => confidence === 'sure')).toBe(false);
    await gleaner.close();
  });

  test.each([
    [0.005, true],
    [1, false],
  ])('of %d says whether the page states two prices: %s', async (maxWrong, isDoubtful) => {
    const gleaner = createGleaner({ threads: 0, browser: false, maxWrong });
    const { warnings } = await gleaner.extract({ html: unsettled, prompt: 'The lamp', schema });
    expect(warnings.some((warning) => warning.startsWith('The page states'))).toBe(isDoubtful);
    await gleaner.close();
  });

  test.each([-1, 2, Number.NaN])('is a share: %s is refused', (maxWrong) => {
    expect(() => createGleaner({ maxWrong })).toThrow(
      /Expected `maxWrong` to be a share from 0 to 1/,
    );
  });
});
