import { describe, expect, test } from 'vitest';
import {
  createGleaner,
  type ExtractResult,
  type JsonSchema,
  structureExtractor,
  verifyEvidence,
  type Extractor,
} from '../../src/index.ts';

const html = `<!doctype html><html lang="en"><head><title>Brass lamp</title>
<meta property="og:site_name" content="The Harbour Shop of Lamps">
<script type="application/ld+json">{"@type":"Product","name":"Brass lamp of a captain","mpn":"HS-2231-B","offers":{"price":"89.50","priceCurrency":"GBP"}}</script>
</head><body><main><h1>Brass lamp of a captain</h1><p>Price: £89.50</p><p>In stock</p>
<p>Listed on 12 March 2026</p><a href="/lamps/brass">More</a></main></body></html>`;
const url = 'https://shop.example/lamp';
const answer = {
  name: 'Brass lamp of a captain',
  price: 89.5,
  mpn: 'HS-2231-B',
  shop: 'The Harbour Shop of Lamps',
  listed: '2026-03-12',
  link: 'https://shop.example/lamps/brass',
  weight: '4,711 pounds and a half',
  total: 179,
};

async function ask(extractor: Extractor, schema?: JsonSchema): Promise<ExtractResult> {
  const gleaner = createGleaner({ extractor });
  try {
    const input = { html, url, prompt: 'The lamp', include: ['evidence'] as const };
    return await gleaner.extract(schema === undefined ? input : { ...input, schema });
  } finally {
    await gleaner.close();
  }
}

const stub: Extractor = {
  name: 'stub',
  extract: async () => ({
    value: answer,
    usage: [],
    warnings: [],
    inferred: [{ path: '/total', rule: 'product' }],
  }),
};

describe('verifyEvidence', () => {
  test('finds every status again in the HTML that was kept, and in its bytes', async () => {
    const result = await ask(stub);
    const { ok, values } = await verifyEvidence(html, result);
    expect(ok).toBe(true);
    expect(values).toEqual(
      [
        ['name', 'supported'],
        ['price', 'normalised'],
        ['mpn', 'supported'],
        ['shop', 'supported'],
        ['listed', 'normalised'],
        ['link', 'normalised'],
        ['weight', 'unsupported'],
        ['total', 'inferred'],
      ].map(([name, status]) => ({ path: `/${name}`, status, was: status, ok: true })),
    );
    const bytes = new TextEncoder().encode(html);
    expect(await verifyEvidence(bytes, result)).toMatchObject({ ok: true });
  });

  test('finds again what was read without a model', async () => {
    const properties = Object.fromEntries(
      ['name', 'mpn', 'price', 'availability'].map((name) => [name, { type: 'string' }]),
    );
    const result = await ask(structureExtractor(), { type: 'object', properties });
    expect(result.evidence?.map(({ status }) => status)).not.toContain('unsupported');
    expect(await verifyEvidence(html, result)).toMatchObject({ ok: true });
  });

  test.each<[string, object, object]>([
    [
      'servings',
      { '@type': 'Recipe', name: 'Soup', recipeYield: '4 servings' },
      { status: 'supported', pointer: '/recipeYield', start: 0, end: 1 },
    ],
    [
      'date_published',
      { '@type': 'NewsArticle', headline: 'Soup', datePublished: 'Thu, 09/25/2025 - 11:38' },
      { status: 'normalised', rule: 'date', pointer: '/datePublished', start: 5, end: 15 },
    ],
    [
      'author',
      {
        '@type': 'NewsArticle',
        headline: 'Soup',
        author: ['Ann Lee', 'Bob Ray (br)'].map((name) => ({
          '@type': 'Person',
          name,
          url: 'https://a.example/x',
        })),
      },
      { status: 'normalised', rule: 'form', pointer: '/author' },
    ],
    [
      'author',
      {
        '@type': 'NewsArticle',
        headline: 'Soup',
        author: ['Ann Lee', 'Bob Ray'].map((name) => ({
          '@type': 'Person',
          name,
          url: `https://a.example/authors/${name.toLowerCase().replace(' ', '-')}/`,
        })),
      },
      { status: 'normalised', rule: 'form', pointer: '/author' },
    ],
    ['title', {}, { status: 'supported', node: 'title', start: 0, end: 4 }],
    ['language', {}, { status: 'supported', node: 'html', attribute: 'lang' }],
    ['sku', { '@type': 'Product', name: 'Soup' }, { status: 'inferred', rule: 'page address' }],
  ])(
    'finds again a value of data, of the head or of the address: %s',
    async (name, data, place) => {
      const soup = `<!doctype html><html lang="en-US"><head><title>Soup</title>
<script type="application/ld+json">${JSON.stringify(data)}</script></head><body><p>Stir it.</p></body></html>`;
      const gleaner = createGleaner({ extractor: structureExtractor() });
      const type = name === 'servings' ? 'integer' : 'string';
      try {
        const result = await gleaner.extract({
          html: soup,
          url: 'https://shop.example/p/soup-9781234567.html',
          prompt: 'The page',
          schema: { type: 'object', properties: { [name]: { type } } },
          include: ['evidence'],
        });
        expect(result.evidence).toMatchObject([{ path: `/${name}`, ...place }]);
        expect(await verifyEvidence(soup, result)).toMatchObject({ ok: true });
      } finally {
        await gleaner.close();
      }
    },
  );

  test('finds again what markup states in parts that are hidden', async () => {
    const watch =
      '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Watch</h1><p itemprop="brand" style="display:none">Casio</p></div>';
    const gleaner = createGleaner({ extractor: structureExtractor() });
    try {
      const result = await gleaner.extract({
        html: watch,
        url,
        prompt: 'The watch',
        schema: { type: 'object', properties: { brand: { type: 'string' } } },
        include: ['evidence'],
      });
      expect(result.result).toEqual({ brand: 'Casio' });
      expect(await verifyEvidence(watch, result)).toMatchObject({ ok: true });
      const changed = watch.replace('Casio', 'Seiko');
      expect(await verifyEvidence(changed, result)).toMatchObject({ ok: false });
    } finally {
      await gleaner.close();
    }
  });

  test.each([
    ['/price', '£89.50</p>', '£98.50</p>'],
    ['/price', '£89.50</p>', '£89.50 each</p>'],
    ['/name', '<h1>Brass lamp of a captain', '<h1>Brass lamp of a sailor'],
    ['/mpn', 'HS-2231-B', 'HS-2231-C'],
    ['/shop', 'Harbour Shop', 'Harbour Store'],
    ['/listed', '12 March 2026', '13 March 2026'],
    ['/link', 'href="/lamps/brass"', 'href="/lamps/iron"'],
    ['/weight', 'In stock', 'In stock: 4,711 pounds and a half'],
  ])('a change of what %s cites is found: %s', async (path, before, after) => {
    const result = await ask(stub);
    const { ok, values } = await verifyEvidence(html.replace(before, after), result);
    expect(ok).toBe(false);
    expect(values.filter((value) => !value.ok).map((value) => value.path)).toContain(path);
  });

  test('a change elsewhere on the page leaves all evidence as it is', async () => {
    const changed = html.replace('>More<', '>More lamps<');
    expect(await verifyEvidence(changed, await ask(stub))).toMatchObject({ ok: true });
  });

  test('a value that was changed after the fact is found', async () => {
    const result = await ask(stub);
    const forged = { ...result, result: { ...answer, price: 8.95 } };
    const { ok, values } = await verifyEvidence(html, forged);
    expect(ok).toBe(false);
    expect(values[1]).toEqual({
      path: '/price',
      status: 'unsupported',
      was: 'normalised',
      ok: false,
    });
  });

  test('evidence that was made up, left out or moved is found', async () => {
    const result = await ask(stub);
    const evidence = result.evidence ?? [];
    const [first] = evidence;
    const madeUp = evidence.map((entry) =>
      entry.path === '/weight' ? { ...first, path: '/weight' } : entry,
    ) as typeof evidence;
    const moved = evidence.map((entry) =>
      entry.path === '/name'
        ? { ...entry, node: 'html>body>main>p:nth-of-type(2)/text(1)' }
        : entry,
    ) as typeof evidence;
    for (const forged of [madeUp, moved, evidence.slice(1)]) {
      expect(await verifyEvidence(html, { ...result, evidence: forged })).toMatchObject({
        ok: false,
      });
    }
  });

  test('a page that was read in part is read so again', async () => {
    const gleaner = createGleaner({ extractor: stub });
    const excludeTags = ['h1'];
    const result = await gleaner.extract({
      html,
      url,
      prompt: 'The lamp',
      excludeTags,
      include: ['evidence'],
    });
    await gleaner.close();
    expect(result.page).toEqual({ url, parseMode: 'accurate', excludeTags });
    expect(await verifyEvidence(html, result)).toMatchObject({ ok: true });
  });

  test('a result over HTTP needs the page’s URL beside it', async () => {
    const { result, evidence } = await ask(stub);
    await expect(verifyEvidence(html, { result, evidence })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: '/url' }] },
    });
    expect(await verifyEvidence(html, { result, evidence }, { url })).toMatchObject({ ok: true });
  });

  test('a result without evidence is refused', async () => {
    await expect(verifyEvidence(html, undefined as never, { url })).rejects.toThrow(
      'Cannot verify the evidence: /evidence: It is missing: expected an array.',
    );
    await expect(verifyEvidence(html, { result: answer }, { url })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
