import { describe, expect, test } from 'vitest';
import { createGleaner, memoryLedger } from '../../index.ts';
import { extractorContract } from '../../../test-kit/contracts/extractor-contract.ts';
import { cheerioExtractor } from './cheerio-extractor.ts';

describe('cheerioExtractor', () => {
  test.each(extractorContract)('$name', async ({ run }) => {
    const extractor = cheerioExtractor(($) => ({ name: $('h1').text() }));
    await expect(run(extractor)).resolves.toBeUndefined();
  });

  test('its value is validated, coerced, found on the page and charged like that of any extractor', async () => {
    await using gleaner = createGleaner({
      extractor: cheerioExtractor(async ($, { prompt }) => ({
        names: $('li')
          .toArray()
          .map((item) => $(item).find('b').text()),
        price: $('.price').text(),
        prompt,
      })),
      ledger: memoryLedger({ accounts: { ada: 5 } }),
    });
    const { result, evidence } = await gleaner.extract(
      {
        html: '<ul><li><b>Blue</b> kettle<li><b>Red</b> kettle</ul><p class="price">£24.50</p><p hidden>x</p>',
        prompt: 'The kettles',
        schema: {
          type: 'object',
          properties: {
            names: { type: 'array', items: { type: 'string' } },
            price: { type: 'number' },
          },
        },
        include: ['evidence'],
      },
      { account: 'ada' },
    );
    expect(result).toEqual({ names: ['Blue', 'Red'], price: 24.5, prompt: 'The kettles' });
    expect(evidence).toContainEqual(expect.objectContaining({ path: '/names/1' }));
    expect(await gleaner.creditsRemaining('ada')).toBe(0);
  });

  test('what people do not see is not in its tree', async () => {
    await using gleaner = createGleaner({
      extractor: cheerioExtractor(($) => ({ count: $('p').length, scripts: $('script').length })),
    });
    const html = '<p>a</p><p hidden>b</p><script>c</script>';
    const { result } = await gleaner.extract({ html, prompt: 'x' });
    expect(result).toEqual({ count: 1, scripts: 0 });
  });

  test('what the function throws rejects the call, which costs nothing', async () => {
    const failure = new Error('no such element');
    await using gleaner = createGleaner({
      extractor: cheerioExtractor(() => {
        throw failure;
      }),
      ledger: memoryLedger({ accounts: { ada: 5 } }),
    });
    const call = gleaner.extract({ html: '<p>a</p>', prompt: 'x' }, { account: 'ada' });
    await expect(call).rejects.toBe(failure);
    expect(await gleaner.creditsRemaining('ada')).toBe(5);
  });
});
