import { aliases, filters, pseudos } from 'css-select';
import { describe, expect, test } from 'vitest';
import { workRatioOfAsync } from '../../../test/support/work-ratio-of.ts';
import { createGleaner, memoryLedger } from '../../index.ts';
import {
  extractorContract,
  openExtractionPage,
} from '../../../test-kit/contracts/extractor-contract.ts';
import {
  type SelectorExtractorOptions,
  findSelectorProblem,
  pseudoClasses,
  selectorExtractor,
} from './selector-extractor.ts';
import { systemClock } from '../../runtime/signals/waiting.ts';

const listing = `<html lang="en"><body><h1>Lamps</h1><p class="price">£1.00</p><ul>
  <li class="card"><h3>Desk lamp</h3><b class="price">£89.50</b><a href="/desk">More</a><i>brass</i><i>steel</i>
    <time datetime="2024-05-03">3 May</time></li>
  <li class="card"><h3>Wall lamp</h3><b class="now">£45.00</b><a href="/wall">More</a></li>
  <li class="card sponsored"><em>Advertisement</em></li>
</ul></body></html>`;
const fields: SelectorExtractorOptions['fields'] = {
  name: 'h3',
  price: { selectors: ['.price', 'css/.now'], type: 'number' },
  url: { selectors: 'a', type: 'url' },
  materials: { selectors: 'i', list: true, optional: true },
  added: { selectors: 'time', type: 'date', optional: true },
};
const lamps = [
  {
    name: 'Desk lamp',
    price: 89.5,
    url: 'https://shop.example/desk',
    materials: ['brass', 'steel'],
    added: '2024-05-03',
  },
  { name: 'Wall lamp', price: 45, url: 'https://shop.example/wall', materials: [] },
];

async function extract(options: SelectorExtractorOptions, html = listing) {
  const page = await openExtractionPage({ html, url: 'https://shop.example/' });
  return selectorExtractor(options).extract({
    page,
    prompt: 'x',
    schema: undefined,
    detailLevel: 'medium',
    pageComplexity: 'low',
    plainText: false,
    reduceContent: undefined,
    clock: systemClock(),
    signal: new AbortController().signal,
  });
}

function refusalOf(options: SelectorExtractorOptions): unknown {
  try {
    return selectorExtractor(options);
  } catch (error) {
    return error;
  }
}

describe('selectorExtractor', () => {
  test.each(extractorContract)('$name', async ({ run }) => {
    await expect(run(selectorExtractor({ fields: { name: 'h1' } }))).resolves.toBeUndefined();
  });

  test('an item’s fields are read inside the item, by the first selector that matches there', async () => {
    const { value, warnings } = await extract({ items: ['.none', '.card'], fields });
    expect(value).toEqual(lamps);
    expect(warnings).toEqual(['1 of 3 items have none of the fields, and were left out.']);
  });

  test('without items the page is one item', async () => {
    const { value } = await extract({
      fields: { title: 'h1', names: { selectors: 'h3', list: true } },
    });
    expect(value).toEqual({ title: 'Lamps', names: ['Desk lamp', 'Wall lamp'] });
  });

  test.each([
    [':scope', 'Desk lamp £89.50Morebrasssteel 3 May'],
    [':scope > h3', 'Desk lamp'],
    ['> h3', 'Desk lamp'],
    ['body h3', 'Desk lamp'],
    ['li', 'Desk lamp £89.50Morebrasssteel 3 May'],
    ['h3 + b', '£89.50'],
  ])('%s is searched from the item on', async (selector, text) => {
    const { value } = await extract({ items: '.card', fields: { text: selector } });
    expect((value as readonly unknown[])[0]).toEqual({ text });
  });

  test('attributes and HTML are read as in recipes', async () => {
    const { value } = await extract({
      items: '.card:first-child',
      fields: {
        href: { selectors: 'a', attribute: 'href' },
        html: { selectors: 'h3', type: 'html' },
        classes: { selectors: ':scope', attribute: 'CLASS' },
      },
    });
    expect(value).toEqual([{ href: '/desk', html: 'Desk lamp', classes: 'card' }]);
  });

  test.each([
    ['$12<sup>99</sup>', 12.99],
    ['1.299<small>95 </small> €', 1299.95],
    ['$1,299<small>.95</small>', 1299.95],
    ['10<b>50</b>', 1050],
    ['10<sup>6</sup>', undefined],
    ['$10.50<sup>2</sup>', undefined],
  ])('small digits behind a number are its cents or stand apart: %s', async (html, price) => {
    const field = { selectors: 'p', type: 'number' } as const;
    expect((await extract({ fields: { price: field } }, `<p>${html}</p>`)).value).toEqual(
      price === undefined ? {} : { price },
    );
  });

  test('what is missing or unreadable is named by place; nothing on the page is a warning too', async () => {
    const { warnings } = await extract({
      items: '.card',
      fields: { name: 'h3', price: { selectors: 'b', type: 'number' }, sku: '.sku' },
    });
    expect(warnings).toContain('/0/sku was not found.');
    expect((await extract({ items: '.none', fields })).warnings).toEqual([
      'No element of the page matches the selectors of `items`.',
    ]);
    expect((await extract({ fields: { sku: '.sku' } })).warnings).toEqual([
      'None of the fields was found in the page.',
    ]);
  });

  test('each field and selector that cannot be used is named when the extractor is made', () => {
    const refusal = refusalOf({
      items: '.card[',
      fields: {
        a: { selectors: ['p', 'a:nonsense'] },
        b: 'p::before',
        c: 'aria/Next',
        d: { selectors: [] },
        e: { selectors: 'p', type: 'money' as 'number' },
      },
    });
    expect(refusal).toMatchObject({
      code: 'invalid_request',
      details: {
        issues: [
          { path: '/fields/a/selectors/1', message: expect.stringContaining('"a:nonsense"') },
          { path: '/fields/b/selectors/0' },
          { path: '/fields/c/selectors/0', message: expect.stringContaining('needs a browser') },
          { path: '/fields/d/selectors' },
          { path: '/fields/e/type' },
          { path: '/items/0' },
        ],
      },
    });
    expect(refusalOf({ fields: {} })).toMatchObject({ code: 'invalid_request' });
  });

  test('what only css-select refuses is an error of the call', async () => {
    await expect(extract({ fields: { a: 'p:nth-child(x)' } })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: '/fields/a/selectors/0' }] },
    });
  });

  test('the pseudo-classes that are taken are those of css-select', () => {
    const known = [...Object.keys(filters), ...Object.keys(pseudos), ...Object.keys(aliases)];
    const inner = ['has', 'is', 'matches', 'not', 'where'];
    expect([...pseudoClasses].toSorted()).toEqual([...known, ...inner].toSorted());
    for (const name of inner) expect(findSelectorProblem(`a:${name}(b)`)).toBeUndefined();
  });

  test('many items take time that grows with the page', async () => {
    const card = '<li class="card"><h3>Lamp</h3><b class="price">£5</b><a href="/a">More</a></li>';
    const work = await workRatioOfAsync(async () => {
      const { value, warnings } = await extract({ items: '.card', fields }, card.repeat(12_000));
      expect((value as readonly unknown[]).length).toBe(10_000);
      expect(warnings[0]).toBe('Only the first 10000 of 12000 items were read.');
    });
    expect(work).toBeLessThan(3_000);
  });
});

describe('as the extractor of an engine', () => {
  const schema = {
    type: 'object',
    required: ['lamps'],
    properties: {
      lamps: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'price'],
          properties: { name: { type: 'string' }, price: { type: 'number', minimum: 10 } },
        },
      },
    },
  };

  test.each([
    ['items', undefined],
    ['lamps', schema],
  ])('values of %s are grounded where they were read', async (list, wanted) => {
    await using gleaner = createGleaner({
      extractor: selectorExtractor({
        items: '.card',
        fields: {
          name: 'h3',
          price: { selectors: 'b', type: 'number' },
          tags: { selectors: 'i', list: true, type: 'number' },
        },
      }),
    });
    const html = ['Desk lamp', 'Oak lamp']
      .map((name) => `<h3>${name}</h3><b>$12<sup>99</sup></b><i>1</i><i>none</i><i>3</i>`)
      .map((card) => `<div class="card">${card}</div>`)
      .join('');
    const { evidence } = await gleaner.extract({
      html,
      url: 'https://shop.example/',
      prompt: 'The lamps',
      schema: wanted,
      grounding: 'require',
      include: ['evidence'],
    });
    const place = expect.stringContaining('div:nth-of-type(2)>h3');
    const at = (path: string, node: unknown) =>
      expect.objectContaining({ path: `/${list}/1/${path}`, node });
    expect(evidence).toContainEqual(at('name', place));
    expect(evidence).toContainEqual(at('tags/1', expect.stringContaining('i:nth-of-type(3)')));
  });

  test('values are validated, found on the page and charged like those of any extractor', async () => {
    await using gleaner = createGleaner({
      extractor: selectorExtractor({ items: '.card', fields }),
      ledger: memoryLedger({ accounts: { ada: 20 } }),
    });
    const input = { html: listing, url: 'https://shop.example/', prompt: 'The lamps' };
    const { result, evidence } = await gleaner.extract(
      { ...input, schema, include: ['evidence'] },
      { account: 'ada' },
    );
    expect(result).toEqual({ lamps });
    expect(evidence).toContainEqual(
      expect.objectContaining({ path: '/lamps/0/price', node: expect.stringMatching(/b\/text/) }),
    );
    expect(await gleaner.creditsRemaining('ada')).toBe(15);
    const dear = structuredClone(schema);
    dear.properties.lamps.items.properties.price.minimum = 50;
    await expect(
      gleaner.extract({ ...input, schema: dear }, { account: 'ada' }),
    ).rejects.toMatchObject({
      details: { reason: 'schema_mismatch', issues: [{ path: '/lamps/1/price' }] },
    });
    expect(await gleaner.creditsRemaining('ada')).toBe(15);
    expect((await gleaner.extract(input, { account: 'ada' })).result).toEqual({ items: lamps });
  });
});
