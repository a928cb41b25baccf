import { describe, expect, test } from 'vitest';
import { extractorContract } from '../testing/contracts/extractor-contract.ts';
import { openExtractionPage } from '../testing/open-extraction-page.ts';
import { structureExtractor } from './structure-extractor.ts';

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

  test('plain text is what the page shows, a line for each block', async () => {
    const { value } = await structureExtractor().extract({ ...request, plainText: true });
    expect(value).toBe('Blue kettle\nMade of steel.');
  });
});
