import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createGleaner, type ExtractInput, type Extractor, memoryLedger } from '../../src/index.ts';

const html = `<!doctype html><html lang="en"><head><title>Brass lamp</title></head><body><main>
<h1>Brass lamp of a captain</h1><p>Price: £89.50</p><p>Stock: few</p>
<a href="/lamps/brass">More</a><img src="/lamp.jpg" alt="The lamp">
<ul><li>Red shade of linen</li><li>Blue shade of cotton</li></ul></main></body></html>`;
const url = 'https://shop.example/lamp';

function answering(value: unknown): Extractor {
  return { name: 'stub', extract: async () => ({ value, usage: [], warnings: [] }) };
}

async function ask(value: unknown, input: Partial<ExtractInput> = {}) {
  const ledger = memoryLedger({ accounts: { a: 10 } });
  const gleaner = createGleaner({ extractor: answering(value), ledger });
  try {
    const given = { html, url, prompt: 'The lamp', ...input } as ExtractInput;
    const [outcome] = await Promise.allSettled([gleaner.extract(given, { account: 'a' })]);
    return { outcome, left: await gleaner.creditsRemaining('a') };
  } finally {
    await gleaner.close();
  }
}

async function resultOf(value: unknown, input: Partial<ExtractInput> = {}) {
  const { outcome } = await ask(value, input);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

const lamp = { name: 'Brass lamp of a captain', price: 89.5, sku: 'LL-4711-X' };
const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    sku: { type: 'string' },
  },
};

describe('grounding', () => {
  test('report keeps a value that is not on the page and counts it beside the evidence', async () => {
    const { result, warnings, evidence } = await resultOf(lamp, { schema, include: ['evidence'] });
    expect(result).toEqual(lamp);
    expect(warnings).toContain('1 of 3 values are not on the page: /sku.');
    expect(evidence?.map(({ status }) => status)).toEqual([
      'supported',
      'normalised',
      'unsupported',
    ]);
  });

  test('report says nothing where evidence was not asked for', async () => {
    expect((await resultOf(lamp, { schema })).warnings).toEqual([]);
  });

  test('drop leaves an optional value out, and says so', async () => {
    const { result, warnings, evidence } = await resultOf(lamp, {
      schema,
      grounding: 'drop',
      include: ['evidence'],
    });
    expect(result).toEqual({ name: lamp.name, price: lamp.price });
    expect(warnings).toEqual(['The value at /sku was left out: it is not on the page.']);
    expect(evidence?.map(({ path }) => path)).toEqual(['/name', '/price']);
  });

  test('drop fails for a value that the schema requires', async () => {
    const { outcome, left } = await ask(lamp, {
      schema: { ...schema, required: ['name', 'sku'] },
      grounding: 'drop',
    });
    expect(outcome).toMatchObject({
      reason: {
        code: 'validation_failed',
        message:
          'The page does not contain /sku. Ask for what the page states, or make these fields optional.',
        details: { reason: 'not_grounded', issues: [{ path: '/sku' }] },
      },
    });
    expect(left).toBe(10);
  });

  test('drop names what it cannot leave out where it stands in the answer', async () => {
    const row = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        shade: { type: 'string' },
        price: { type: 'number' },
      },
    };
    const rows = {
      type: 'array',
      items: { anyOf: [row, { required: ['shade'], maxProperties: 1 }] },
    };
    const value = {
      rows: [{ shade: 'invented shade' }, { name: 'invented name', price: lamp.price }],
    };
    const { outcome } = await ask(value, {
      schema: { type: 'object', properties: { rows } },
      grounding: 'drop',
    });
    expect(outcome).toMatchObject({
      reason: { details: { reason: 'not_grounded', issues: [{ path: '/rows/1/name' }] } },
    });
  });

  test('drop puts null in the place of a required value that may be null', async () => {
    const nullable = {
      ...schema,
      required: ['name', 'sku'],
      properties: { ...schema.properties, sku: { type: ['string', 'null'] } },
    };
    const { result } = await resultOf(lamp, { schema: nullable, grounding: 'drop' });
    expect(result).toEqual({ name: lamp.name, price: lamp.price, sku: null });
  });

  test('drop leaves out an item of which nothing is on the page, and keeps the others', async () => {
    const value = {
      items: [
        { name: 'Red shade of linen' },
        { name: 'Green shade of velvet' },
        { name: 'Blue shade of cotton' },
      ],
      tags: ['Red shade of linen', 'invented tag of nobody'],
    };
    const { result, warnings } = await resultOf(value, { grounding: 'drop' });
    expect(result).toEqual({
      items: [{ name: 'Red shade of linen' }, { name: 'Blue shade of cotton' }],
      tags: ['Red shade of linen'],
    });
    expect(warnings).toEqual(
      expect.arrayContaining([
        'The value at /items/1 was left out: it is not on the page.',
        'The value at /tags/1 was left out: it is not on the page.',
      ]),
    );
  });

  test('require fails for any value that is not on the page, names the paths and costs nothing', async () => {
    const { outcome, left } = await ask(lamp, { schema, grounding: 'require' });
    expect(outcome).toMatchObject({
      reason: {
        code: 'validation_failed',
        details: { reason: 'not_grounded', issues: [{ path: '/sku' }] },
      },
    });
    expect(left).toBe(10);
  });

  test('require lets an answer pass whose values are all on the page', async () => {
    const { sku: _sku, ...own } = lamp;
    expect((await resultOf(own, { schema, grounding: 'require' })).result).toEqual(own);
  });

  test.each(['report', 'drop'] as const)(
    'with %s an address that the page does not contain is never returned',
    async (grounding) => {
      const value = {
        name: lamp.name,
        link: 'https://shop.example/lamps/brass',
        image: 'https://shop.example/lamp-large.jpg',
        links: ['https://shop.example/lamp.jpg', 'https://elsewhere.example/lamp'],
      };
      const { result, warnings } = await resultOf(value, { grounding });
      expect(result).toEqual({
        name: lamp.name,
        link: value.link,
        links: ['https://shop.example/lamp.jpg'],
      });
      expect(warnings).toEqual([
        'The value at /image was left out: it is not on the page.',
        'The value at /links/1 was left out: it is not on the page.',
      ]);
    },
  );

  test('an address that the schema requires and the page does not contain is a failure', async () => {
    const required = {
      type: 'object',
      required: ['image'],
      properties: { image: { type: 'string', format: 'uri' } },
    };
    const { outcome } = await ask({ image: 'https://shop.example/none.jpg' }, { schema: required });
    expect(outcome).toMatchObject({ reason: { details: { reason: 'not_grounded' } } });
  });

  test('an address of the caller’s own is no made-up one', async () => {
    const source = 'https://catalogue.example/42';
    const { result } = await resultOf(
      { name: lamp.name, source },
      { prompt: `The lamp; as source write ${source}` },
    );
    expect(result).toEqual({ name: lamp.name, source });
  });

  test('a made-up address within a text is named in a warning', async () => {
    const { warnings } = await resultOf({ note: 'See https://elsewhere.example/lamp.' });
    expect(warnings).toEqual([
      "The page does not contain these addresses in the answer's texts: https://elsewhere.example/lamp.",
    ]);
  });

  test('no item of a tuple moves to the place of one that is not on the page', async () => {
    const links = ['https://elsewhere.example/shop', 'https://shop.example/lamps/brass'];
    const parts = ['shop', 'manual'].map((description) => ({ type: 'string', description }));
    const ofLinks = (items: readonly string[], required: readonly string[] = []) => ({
      value: { name: lamp.name, links: items },
      schema: {
        type: 'object',
        required,
        properties: { name: { type: 'string' }, links: { type: 'array', prefixItems: parts } },
      },
    });
    const moved = ofLinks(links);
    const { result, warnings } = await resultOf(moved.value, { schema: moved.schema });
    expect(result).toEqual({ name: lamp.name });
    expect(warnings).toEqual(['The value at /links was left out: it is not on the page.']);
    const last = ofLinks(links.toReversed());
    const kept = await resultOf(last.value, { schema: last.schema });
    expect(kept.result).toEqual({ name: lamp.name, links: links.slice(1) });
    const needed = ofLinks(links, ['links']);
    const { outcome } = await ask(needed.value, { schema: needed.schema });
    expect(outcome).toMatchObject({ reason: { details: { reason: 'not_grounded' } } });
  });

  test('what a schema library strips is no part of the result, and no reason to fail', async () => {
    const shape = z.object({ name: z.string(), shade: z.object({ name: z.string() }) });
    const shade = { name: 'Red shade of linen', note: 'made up' };
    const given = { name: lamp.name, note: 'made up too', shade };
    const answer = await resultOf(given, {
      schema: shape,
      grounding: 'require',
      include: ['evidence'],
    });
    expect(answer.result).toEqual({ name: lamp.name, shade: { name: shade.name } });
    expect(answer.evidence?.map(({ path }) => path)).toEqual(['/name', '/shade/name']);
    expect(answer.warnings).toEqual([]);
  });

  test('what a transform renamed is held against the page as it was read', async () => {
    const shape = z.object({ name: z.string() }).transform(({ name }) => ({ title: name }));
    const asked = { schema: shape, include: ['evidence'] } as const;
    const { result, evidence } = await resultOf({ name: lamp.name }, asked);
    expect(result).toEqual({ title: lamp.name });
    expect(evidence).toMatchObject([{ path: '/name', status: 'supported' }]);
  });

  test('a text has no values that could be left out', async () => {
    const { outcome } = await ask('A lamp.', { plainText: true, grounding: 'drop' });
    expect(outcome).toMatchObject({
      reason: { code: 'invalid_request', details: { issues: [{ path: '/grounding' }] } },
    });
  });
});
