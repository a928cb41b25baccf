import { describe, expect, test } from 'vitest';
import {
  extractorContract,
  openExtractionPage,
} from '../../../test-kit/contracts/extractor-contract.ts';
import { structureExtractor } from './structure-extractor.ts';
import { systemClock } from '../../runtime/signals/waiting.ts';

const request = {
  page: await openExtractionPage({ html: '<h1>Blue kettle</h1><p>Made of steel.</p>' }),
  prompt: 'Extract the product.',
  schema: {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' }, sku: { type: 'string' } },
    required: ['name', 'price'],
  },
  detailLevel: 'medium',
  pageComplexity: 'low',
  plainText: false,
  reduceContent: undefined,
  clock: systemClock(),
  signal: new AbortController().signal,
} as const;

describe('structureExtractor', () => {
  test.each(extractorContract)('$name', async ({ run }) => {
    await expect(run(structureExtractor())).resolves.toBeUndefined();
  });

  test('warnings say that no model is configured and which fields were not found', async () => {
    const { value, usage, warnings } = await structureExtractor().extract(request);
    expect(value).toEqual({ name: 'Blue kettle' });
    expect(usage).toEqual([]);
    expect(warnings).toEqual([
      expect.stringContaining('No model is configured'),
      'Required but not found in the page: /price.',
      'Not found in the page: /sku.',
    ]);
  });

  test('one warning says of a field that the page has not how many things of a listing have it', async () => {
    const cards = ['Blue', 'Green', 'Red'].map(
      (name, at) =>
        `<li><h3><a href="/${name}">${name} kettle</a></h3><b class="price">£${at + 5}.00</b></li>`,
    );
    const page = await openExtractionPage({ html: `<h1>Kettles</h1><ul>${cards.join('')}</ul>` });
    const { value, warnings } = await structureExtractor().extract({ ...request, page });
    expect(value).toEqual({ name: 'Kettles' });
    expect(warnings).toEqual([
      expect.stringContaining('No model is configured'),
      'Not found in the page: /sku.',
      'The page itself has no /price, which is required: it shows 3 things that have one each, so ask for a list of them.',
    ]);
  });

  test.each([
    ['the title', { name: { type: 'string' }, price: { type: 'number' } }],
    ['the first field', { price: { type: 'number' }, text: { type: 'string' } }],
  ])('a list of which no record has %s needs a model', async (_title, properties) => {
    const parts = ['It floats well.', 'It sinks at once.', 'It was lost.'].map(
      (line) =>
        `<div class="entry"><p class="text">${line}</p><b class="price">${'price' in properties && 'name' in properties ? '£5.00' : ''}</b></div>`,
    );
    const page = await openExtractionPage({ html: `<h1>Log</h1><main>${parts.join('')}</main>` });
    const items = { type: 'object', properties };
    const schema = { type: 'object', properties: { entries: { type: 'array', items } } };
    await expect(structureExtractor().extract({ ...request, page, schema })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'model_needed' },
    });
  });

  test('plain text is what the page shows, a line for each block', async () => {
    const { value } = await structureExtractor().extract({ ...request, plainText: true });
    expect(value).toBe('Blue kettle\nMade of steel.');
  });
});
