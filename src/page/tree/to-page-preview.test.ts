import { describe, expect, test } from 'vitest';
import { createGleaner } from '../../index.ts';
import { readPage } from '../read-page.ts';
import { toPagePreview, type PreviewPlace } from './to-page-preview.ts';

const url = 'https://shop.example/';

function show(html: string, places: readonly PreviewPlace[] = [], maxLength = 10_000): string {
  return toPagePreview(readPage({ html, url }).document, places, maxLength).html;
}

describe('toPagePreview', () => {
  test('keeps what people see of a page, and nothing that loads, runs or leads away', () => {
    const html =
      show(`<title>T</title><style>p{}</style><script>run()</script><base href="//evil.invalid/">
      <p onclick="run()" style="background:url(//evil.invalid/a)" id="a" class="b">One <a href="javascript:run()">two</a>
      <img src="//evil.invalid/b.png" alt="A <b>lamp</b>" onerror="run()"><iframe src="//evil.invalid/"></iframe></p>
      <form action="//evil.invalid/"><button>Buy</button></form><svg onload="run()"><text>three</text></svg>
      <table background="//evil.invalid/c"><tr><td colspan="2" rowspan="65534" width="9">four</td></tr></table>`);
    expect(html).not.toMatch(
      /evil|javascript|run\(|onclick|style|href|src|id=|<svg|<form|<iframe|65534/,
    );
    expect(html).toContain('<span class="link">two</span>');
    expect(html).toContain('<span class="picture">A &lt;b&gt;lamp&lt;/b&gt;</span>');
    expect(html).toContain('<td colspan="2">four</td>');
    const names = new Set([...html.matchAll(/ ([a-z-]+)=/g)].map(([, name]) => name));
    expect(names).toEqual(new Set(['class', 'colspan']));
  });

  test('marks the very characters that evidence names, on every page', async () => {
    const html = `<main><h1>Harbour   lamp &amp; shade</h1><p>By <b>Alder</b>, <em>£1,299.50</em> now, was £1,499.00.</p>
      <p>Made of brass
      and oak.</p></main>`;
    const value = {
      name: 'Harbour lamp & shade',
      brand: 'Alder',
      price: 1_299.5,
      made: 'brass and oak',
      both: 'Alder, £1,299.50',
    };
    await using gleaner = createGleaner({
      browser: false,
      extractor: { name: 'sample', extract: async () => ({ value, usage: [], warnings: [] }) },
    });
    const { evidence = [] } = await gleaner.extract({
      html,
      url,
      prompt: 'all',
      include: ['evidence'],
    });
    const places = evidence.flatMap((each) =>
      'node' in each && each.node !== undefined ? [each] : [],
    );
    const shown = toPagePreview(
      readPage({ html, url }).document,
      places as readonly PreviewPlace[],
      10_000,
    ).html;
    const marked = places.map(({ path }, place) => {
      const pattern = new RegExp(
        `<(\\w+)[^>]* data-e="(?:\\d+,)*${place}(?:,\\d+)*">(.*?)</\\1>`,
        's',
      );
      return [path, pattern.exec(shown)?.[2]?.replaceAll(/<[^>]*>/g, '')];
    });
    expect(Object.fromEntries(marked)).toMatchObject({
      '/name': 'Harbour lamp &amp; shade',
      '/brand': 'Alder',
      '/price': '1,299.50',
      '/made': 'brass and oak',
    });
    // A value over several texts marks the element around them.
    expect(Object.fromEntries(marked)['/both']).toContain('Alder');
  });

  test('parts texts at every border of places that overlap', () => {
    const node = 'html>body>p/text(1)';
    const html = show('<html><body><p>abcdef</p></body></html>', [
      { node, start: 0, end: 4 },
      { node, start: 2, end: 6 },
      { node: 'html>body>h9', start: 0, end: 1 },
    ]);
    expect(html).toContain(
      '<mark data-e="0">ab</mark><mark data-e="0,1">cd</mark><mark data-e="1">ef</mark>',
    );
  });

  test('ends a long page early, with all elements closed, and says so', () => {
    const { document } = readPage({ html: `<div>${'<p>word</p>'.repeat(1_000)}</div>`, url });
    const { html, isCut } = toPagePreview(document, [], 500);
    expect(isCut).toBe(true);
    expect(html.length).toBeLessThan(700);
    expect(html.split('<p>').length).toBe(html.split('</p>').length);
    expect(toPagePreview(document, [], 100_000).isCut).toBe(false);
  });
});
