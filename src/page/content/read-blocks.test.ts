import { isTag, isText } from 'domhandler';
import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import type { ContentBlock } from './content-block.ts';
import { readBlocks } from './read-blocks.ts';

function blocksOf(body: string, head = ''): readonly ContentBlock[] {
  const html = `<!doctype html><html><head><title>T</title>${head}</head><body>${body}</body></html>`;
  return readBlocks(readPage({ html, url: 'https://shop.example/item/1' }));
}

function textsOf(body: string): readonly string[] {
  return blocksOf(body).map(({ text }) => text);
}

/** The marked texts of a page with their marks. */
function marksOf(body: string): readonly (readonly [string, string])[] {
  return blocksOf(body).flatMap(({ text, parts }) =>
    parts.flatMap(({ start, mark }, at) =>
      mark === undefined ? [] : [[text.slice(start, parts[at + 1]?.start).trim(), mark] as const],
    ),
  );
}

function boxOf(id: string, more: string): string {
  return `<input type="radio" id="${id}" ${more}>`;
}

describe('page text', () => {
  test.each([
    ['a block for each paragraph', '<p>One <b>two</b></p><p>three</p>', ['One two', 'three']],
    ['text glued in the page stays glued', '<p>a<sup>b</sup><span>x</span></p>', ['abx']],
    [
      'raised or small digits are none of the number before them',
      '<p>£19<sup>99</sup>, 10<sup>6</sup> per ml, 68<small>50</small>, x<sup>2</sup></p>',
      ['£19 99, 10 6 per ml, 68 50, x2'],
    ],
    ['a line break parts', '<p>Street 1<br>Town</p>', ['Street 1', 'Town']],
    [
      'text between blocks is a block',
      '<div>before<p>in</p>after</div>',
      ['before', 'in', 'after'],
    ],
    [
      'a term and its definition are one line',
      '<dl><dt>Weight<dd>2 kg<dt>Colour:<dd>red<dd>blue</dl>',
      ['Weight: 2 kg', 'Colour: red', 'blue'],
    ],
    ['a term without definition stays', '<dl><dt>Alone</dl><p>x</p>', ['Alone', 'x']],
    [
      'of a long list of choices the first twelve and the selected are read',
      `<select>${Array.from({ length: 40 }, (_, i) => `<option${i === 30 ? ' selected' : ''}>o${i}</option>`).join('')}</select>`,
      [`${Array.from({ length: 12 }, (_, i) => `o${i}`).join(' | ')} | o30`],
    ],
    ['custom elements part blocks', '<x-a>one</x-a><x-a>two</x-a>', ['one', 'two']],
  ])('%s', (_, body, expected) => {
    expect(textsOf(body)).toEqual(expected);
  });

  test('the text stays a copy of the page, and its parts know what is struck out or chosen', () => {
    expect(textsOf('<p>Was <del>£20</del> now £15</p>')).toEqual(['Was £20 now £15']);
    expect(marksOf('<p>Was <del>£20</del>, <s>£<b>18</b></s> now £15</p>')).toEqual([
      ['£20', 'struck'],
      ['£', 'struck'],
      ['18', 'struck'],
    ]);
    expect(
      marksOf(
        '<select><option value="" selected>Size<option>S</select><select><option>Red<option selected>Blue</select>',
      ),
    ).toEqual([['Blue', 'chosen']]);
    expect(
      marksOf(
        `<p><label>${boxOf('a', '')}S</label> <label>${boxOf('b', 'checked')}M</label></p>` +
          `<p>${boxOf('c', '')}<label for="c">Oak</label> ${boxOf('d', 'checked')}<label for="d">Ash</label></p>` +
          '<p role="radio" aria-checked="true">Matt</p><p role="radio" aria-checked="false">Gloss</p>',
      ),
    ).toEqual([
      ['M', 'chosen'],
      ['Ash', 'chosen'],
      ['Matt', 'chosen'],
    ]);
  });

  test('headings know the heading above them, and text knows its own', () => {
    const blocks = blocksOf('<h1>A</h1><h2>B</h2><p>b</p><h2>C</h2><h3>D</h3><p>d</p>');
    const above = blocks.map(({ text, heading }) => [text, heading?.text]);
    expect(above).toEqual([
      ['A', undefined],
      ['B', 'A'],
      ['b', 'B'],
      ['C', 'A'],
      ['D', 'C'],
      ['d', 'D'],
    ]);
  });

  test('a long text is split between sentences, and nothing of it is lost', () => {
    const text = 'A sentence that says little. '.repeat(200).trim();
    const blocks = blocksOf(`<p>${text}</p>`);
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.map((block) => block.text).join(' ')).toBe(text);
    for (const block of blocks) expect(block.text.length).toBeLessThanOrEqual(1_500);
  });
});

describe('tables', () => {
  test('a row is a line, with cells from above filled in and headers attached', () => {
    const rows = blocksOf(
      '<table><caption>Trips</caption><tr><th>Day<th>Town<th>Km</tr>' +
        '<tr><td rowspan=2>Mon<td>Ulm<td>10</tr><tr><td>Bonn<td></tr></table>',
    );
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'Trips'],
      ['header', 'Day | Town | Km'],
      ['row', 'Mon | Ulm | 10'],
      ['row', 'Mon | Bonn'],
    ]);
    expect(rows[3]?.headers.map(({ text }) => text)).toEqual(['Trips', 'Day | Town | Km']);
  });

  test('an empty cell keeps the columns under headers in line', () => {
    const rows = textsOf('<table><tr><th>A<th>B<th>C<tr><td>1<td><td>3</table>');
    expect(rows).toEqual(['A | B | C', '1 |  | 3']);
  });

  test('a row that holds a table is layout', () => {
    const texts = textsOf('<table><tr><td>Menu<td><table><tr><td>a<td>b</table></table>');
    expect(texts).toEqual(['Menu', 'a | b']);
  });

  test('a row of many lines is layout', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `<p>line ${index}</p>`).join('');
    expect(textsOf(`<table><tr><td>x<td>${lines}</table>`)).toHaveLength(41);
  });

  test('spans widen the rows of a page only so far', () => {
    const row = '<tr><td>x<td colspan=198><td>y';
    const lengthOf = (rows: number): number =>
      textsOf(`<table><tr><th>a<th colspan=199>b${row.repeat(rows)}</table>`).join('').length;
    const wide = lengthOf(90) / 90;
    expect(wide).toBeGreaterThan(500);
    expect(lengthOf(2_000)).toBeLessThan(110 * wide + 2_000 * 'x |  | y'.length);
  });
});

describe('attributes', () => {
  test('stand beside the text, with the element that says them', () => {
    const [block] = blocksOf('<p>12,99 € <span itemprop="price" content="12.99"></span></p>');
    expect(block?.text).toBe('12,99 €');
    expect(block?.extras).toMatchObject([{ kind: 'value', name: 'price', text: '12.99' }]);
    const node = block?.extras[0]?.source.node;
    expect(node !== undefined && isTag(node) && node.name).toBe('span');
    expect(block?.extras[0]?.source.attribute).toBe('content');
  });

  test('of a link around blocks go to the first text in it', () => {
    const [block] = blocksOf('<a href="/p/1"><div><h3>Lamp</h3></div></a>');
    expect(block).toMatchObject({ text: 'Lamp', extras: [{ kind: 'link', text: '/p/1' }] });
  });
});

describe('structured data', () => {
  const product = {
    '@type': 'Product',
    name: 'Lamp &amp; shade',
    offers: [
      { '@type': 'Offer', price: 5, priceCurrency: 'EUR' },
      { '@type': 'Offer', price: 7, priceCurrency: 'EUR' },
    ],
  };

  test('is a block for each value, under its thing, with records numbered', () => {
    const blocks = blocksOf(
      '',
      `<script type="application/ld+json">${JSON.stringify(product)}</script>`,
    );
    expect(blocks.map(({ kind, name, text }) => [kind, name, text])).toEqual([
      ['entity', '', '[Product]'],
      ['data', 'name', 'Lamp & shade'],
      ['data', 'offers[0].price', '5'],
      ['data', 'offers[0].priceCurrency', 'EUR'],
      ['data', 'offers[1].price', '7'],
      ['data', 'offers[1].priceCurrency', 'EUR'],
    ]);
    expect(blocks[4]?.parts[0]?.source.pointer).toBe('/offers/1/price');
    expect(blocks[4]?.heading).toBe(blocks[0]);
  });

  test('says a thing that stands on top once, elsewhere by its name', () => {
    const graph = {
      '@graph': [
        { '@id': '#page', '@type': 'WebPage', name: 'Page', description: 'About the page' },
        { '@id': '#post', '@type': 'Article', headline: 'News', isPartOf: { '@id': '#page' } },
      ],
    };
    const blocks = blocksOf(
      '',
      `<script type="application/ld+json">${JSON.stringify(graph)}</script>`,
    );
    expect(blocks.filter(({ text }) => text === 'About the page')).toHaveLength(1);
    expect(blocks.find(({ name }) => name === 'isPartOf.name')?.text).toBe('Page');
  });

  test('that is hidden from readers is read too, and only once', () => {
    const blocks = blocksOf(
      '<div itemscope itemtype="https://schema.org/Product"><meta itemprop="sku" content="A-17"><p itemprop="name">Lamp</p></div>',
    );
    expect(blocks.filter(({ text }) => text === 'A-17')).toHaveLength(1);
    expect(blocks.filter(({ text }) => text === 'Lamp')).toHaveLength(1);
  });

  test.each([
    '<p itemprop="name">Lamp</p><p itemprop="description" style="display:none">SECRET</p>',
    '<p itemprop="name">Lamp</p><p itemprop="description" hidden>SECRET</p>',
    '<p itemprop="name">Lamp</p><div hidden><p itemprop="description">SECRET</p></div>',
    '<p itemprop="name">Lamp</p><div itemprop="offers" itemscope hidden><p itemprop="price">SECRET</p></div>',
  ])('in the text of an element that people do not see is left out: %s', (inner) => {
    const texts = textsOf(`<div itemscope itemtype="https://schema.org/Product">${inner}</div>`);
    expect(texts).toEqual(['Lamp']);
  });

  test('in attributes of an element that people do not see is read, and so is the title', () => {
    const html =
      '<html itemscope itemtype="https://schema.org/WebPage"><title itemprop="name">Lamps</title>' +
      '<body><p itemprop="description" content="About lamps" hidden>SECRET</p><p>Text</p>';
    const blocks = readBlocks(readPage({ html, url: 'https://shop.example/' }));
    expect(blocks.map(({ text }) => text)).toEqual(['[WebPage]', 'Lamps', 'About lamps', 'Text']);
  });

  test('for browsers and search engines is left out', () => {
    const metas = '<meta name="viewport" content="width=1"><meta name="description" content="D">';
    expect(blocksOf('', metas).map(({ name }) => name)).toEqual(['description']);
  });
});

test('every character of a block leads back to the node it came from', () => {
  const body =
    '<h1>Big  <i>lamp</i></h1><dl><dt>Weight</dt><dd>2 <b>kg</b></dd></dl>' +
    '<table><tr><td rowspan=2>Mon<td>Ulm<b>er</b> <i>Tor</i><tr><td>Bonn</table>';
  let checked = 0;
  for (const { text, parts } of blocksOf(body)) {
    expect(parts.length).toBeGreaterThan(0);
    parts.forEach(({ start, source: { node } }, index) => {
      const [word] = text.slice(start, parts[index + 1]?.start).split(/[:|]/);
      expect(isText(node) && node.data).toContain(word?.trim());
      checked += 1;
    });
  }
  expect(checked).toBe(12);
});

test('blocks are read once for a reading', () => {
  const reading = readPage({ html: '<p>x', url: 'https://a.example/' });
  expect(readBlocks(reading)).toBe(readBlocks(reading));
});
