import { type ChildNode, isTag } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { workRatioOf } from '../../test/support/work-ratio-of.ts';
import { maxAttributes, maxDepth, maxNodes } from './parse/linked-tree.ts';
import { readText } from './tree/node-text.ts';
import { toHtml } from './tree/to-html.ts';
import { type ParseMode, readPage, type ReadPageInput } from './read-page.ts';

const modes: readonly ParseMode[] = ['accurate', 'speed'];
const read = (html: string, input: Partial<ReadPageInput> = {}) =>
  readPage({ html, url: 'https://shop.example/a/b', ...input });
const textOf = (html: string, input: Partial<ReadPageInput> = {}): string =>
  readText(read(html, input).document);

/** Depth and number of a document's nodes, and whether all links agree with `children`. */
function measure(root: { readonly children: readonly ChildNode[] }): {
  depth: number;
  nodes: number;
  isLinked: boolean;
} {
  const stack = root.children.map((node, index) => ({ node, index, parent: root, depth: 1 }));
  let nodes = 0;
  let depth = 0;
  let isLinked = true;
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, index, parent } = entry;
    nodes += 1;
    depth = Math.max(depth, entry.depth);
    isLinked &&=
      node.parent === parent &&
      node.prev === (parent.children[index - 1] ?? null) &&
      node.next === (parent.children[index + 1] ?? null);
    if (!isTag(node)) continue;
    for (const [index, child] of node.children.entries()) {
      stack.push({ node: child, index, parent: node, depth: entry.depth + 1 });
    }
  }
  return { depth, nodes, isLinked };
}

describe.each(modes)('readPage in the %s mode', (parseMode) => {
  it('reads numbers of characters with any number of zeros before them', () => {
    const zeros = '0'.repeat(400);
    const html = `<p>&#${zeros}65;&#x${zeros}42;&#${zeros};</p>`;

    expect(textOf(html, { parseMode })).toBe('AB\uFFFD');
  });

  const text = (html: string): string => textOf(html, { parseMode });

  it.each([
    ['<html lang="pt-BR">', 'pt-BR'],
    ['<html lang="" xml:lang="en_US">', 'en_US'],
    ['<html lang="{{lang}}" xml:lang="de">', 'de'],
    ['<html lang="[% locale %]">', undefined],
  ])('takes a language for one and no place that was not filled: %s', (start, language) => {
    expect(readPage({ html: `${start}<p>a`, url: 'https://a.example/' }).language).toBe(language);
  });

  it('reads title, language and base', () => {
    const page = read(
      '<html lang=" de-CH\n"><head><base href="/shop/"><title> Tee &amp; <b>Kanne\n</title></head><body><svg><title>x</title></svg>',
      { parseMode },
    );
    expect([page.title, page.language, page.url]).toEqual([
      'Tee & <b>Kanne',
      'de-CH',
      'https://shop.example/shop/',
    ]);
  });

  it('reads <noscript> of a page as served, and not of a page whose scripts have run', () => {
    const html =
      '<head><noscript>Turn scripts on<img src="/pixel.png"></noscript><title>A</title></head>' +
      '<body><noscript><p>Scripts are off</p></noscript><p>Brass lamp</p></body>';
    expect(text(html)).toContain('Scripts are off');
    const rendered = read(html, { parseMode, isRendered: true });
    expect([rendered.title, readText(rendered.document)]).toEqual(['A', 'Brass lamp']);
  });

  it('reads no markup that is a text in <noscript>, as in a page saved from a browser', () => {
    expect(text('<p>Lamp</p><noscript>&lt;img src="/a"&gt;</noscript>')).toBe('Lamp');
    expect(text('<p>Lamp</p><noscript>for 2 &lt; 3</noscript>')).toContain('2 < 3');
  });

  it('puts a part that came later in the place of what stood for it', () => {
    const part = '<div hidden id="S:0"><p>Brass</p></div><script>$RC("B:0","S:0")</script>';
    expect(text(`<main>${place('0')}<p>lamp</p></main>${part}`)).toBe('Brass\nlamp');
    const inner = `<div hidden id="S:0">${place('1')}</div><div hidden id="S:1"><p>Brass</p></div><script>$RC("B:1","S:1");$RR("B:0","S:0",[])</script>`;
    expect(text(`<main>${place('0')}<p>lamp</p></main>${inner}`)).toBe('Brass\nlamp');
    expect(text(`<main>${place('1')}<p>lamp</p></main>${part}`)).toBe('Wait\nlamp');
    // Nobody sees a part that no script shows.
    const unshown = part.replace(/<script.*/, '');
    expect(text(`<main>${place('0')}<p>lamp</p></main>${unshown}`)).toBe('Wait\nlamp');
  });

  it('looks once for the ends of 25,000 parts that never came', () => {
    const html = `${place('0').replace('<!--/$-->', '').repeat(25_000)}<script>$RC("B:0","S:0")</script>`;
    // A search for each takes 1,500 times as long as the unit, one for all 35 times.
    expect(workRatioOf(() => read(html, { parseMode }))).toBeLessThan(400);
  });

  it('takes no base that is not http', () => {
    expect(read('<base href="javascript:alert(1)">', { parseMode }).url).toBe(
      'https://shop.example/a/b',
    );
  });

  it('keeps what people see', () => {
    expect(
      text(
        '<h1>A</h1><details><summary>B</summary>C</details><p>D</p>' +
          '<svg><path d="M0"/><text>E</text></svg><select><option>F</option></select><dialog open>G</dialog>' +
          '<span style="color: rgb(0, 0, 0); opacity: 0.9; left: -20px; font-size: 10px">H</span>',
      ),
    ).toBe('A\nB\nC\nD\nE\nF\nG\nH');
  });

  it.each([
    '<p hidden>SECRET</p>',
    '<p hidden="until-found">SECRET</p>',
    '<p aria-hidden="true">SECRET</p>',
    '<p style="display: none">SECRET</p>',
    '<p style="DISPLAY:NONE !important">SECRET</p>',
    '<div style="visibility:hidden"><p>SECRET</p></div>',
    '<p style="opacity:0.0">SECRET</p>',
    '<p style="position:absolute; left:-9999px">SECRET</p>',
    '<p style="position:fixed;top:-200em">SECRET</p>',
    '<p style="text-indent:-9999px">SECRET</p>',
    '<p style="margin-left:-5000px">SECRET</p>',
    '<p style="font-size:0">SECRET</p>',
    '<p style="font-size: 0px;">SECRET</p>',
    '<p style="width:1px;height:1px;overflow:hidden">SECRET</p>',
    '<p style="position:absolute;clip:rect(0 0 0 0)">SECRET</p>',
    '<p style="clip-path: inset(50%)">SECRET</p>',
    '<p style="transform: scale(0)">SECRET</p>',
    '<p style="color:transparent">SECRET</p>',
    '<p style="color:rgba(1,1,1,0)">SECRET</p>',
    '<input type=hidden value=x><dialog>SECRET</dialog>',
    '<div popover>SECRET</div>',
    '<template><p>SECRET</p></template>',
    '<!-- SECRET --><script>SECRET</script><style>SECRET</style>',
    '<noembed>SECRET</noembed><iframe><p>SECRET</p></iframe>',
    '<svg><title>SECRET</title><desc>SECRET</desc></svg>',
    '<style>.x{color:red} .note.off , #no{ display : none }</style><p class="off note">SECRET</p><p id=no>SECRET</p>',
    '<details style="display:none"><summary>SECRET</summary>SECRET</details>',
    '<details hidden><summary>SECRET</summary>SECRET</details>',
    '<svg><foreignObject style="display:none"><p>SECRET</p></foreignObject></svg>',
    '<style>@charset "x"; /* } */ span{font-size:0}</style><span>SECRET</span>',
  ])('drops %s', (hidden) => {
    expect(text(`<p>before</p>${hidden}<p>after</p>`)).toBe('before\nafter');
  });

  it.each([
    '<style>@media print { .x { display: none } }</style>',
    '<style media=print>.x { display: none }</style>',
    '<style>@media (max-width: 9px) { .x { display: none } }</style>',
    '<style>.x { display: none } .x { display: block }</style>',
    '<style>.x { display: none } @media (min-width: 1px) { .x { display: flex } }</style>',
    '<style>.y .x, .x::before, .x:empty { display: none }</style>',
    '<style>body { visibility: hidden }</style>',
  ])('keeps what %s does not hide for good', (style) => {
    expect(text(`${style}<p class=x>seen</p>`)).toBe('seen');
  });

  it.each([
    '<p style="display:none">seen</p>',
    '<p style="visibility:hidden">seen</p>',
    '<div hidden="until-found">seen</div>',
    '<p style="opacity:0; transform:translateY(30px)">seen</p>',
    '<div style="height:0; overflow:hidden"><p>seen</p></div>',
    '<style>.answer { opacity: 0 }</style><p class=answer>seen</p>',
  ])('keeps %s where a click or a scroll may open it', (collapsed) => {
    expect(textOf(collapsed, { keepCollapsed: true, parseMode })).toBe('seen');
  });

  it.each([
    '<p style="width:1px;height:1px;overflow:hidden">SECRET</p>',
    '<p style="height:1px;overflow:hidden">SECRET</p>',
    '<p style="width:0;height:0;overflow:hidden">SECRET</p>',
    '<p style="visibility:hidden;font-size:0">SECRET</p>',
    '<p style="opacity:0;position:absolute;left:-9999px">SECRET</p>',
    '<p style="position:absolute;clip:rect(0 0 0 0)">SECRET</p>',
    '<p style="color:transparent">SECRET</p>',
  ])('drops %s with collapsed parts, too', (hidden) => {
    expect(textOf(`<p>seen</p>${hidden}`, { keepCollapsed: true, parseMode })).toBe('seen');
  });

  it.each([
    '<p><span style="display:none">SECRET</span>seen</p>',
    '<p>se<b hidden>SECRET</b>en</p>',
    '<ul><li>seen<em style="display: none" lang="en">SECRET</em></li></ul>',
  ])('drops hidden words within a line that nothing can open: %s', (line) => {
    expect(textOf(line, { keepCollapsed: true, parseMode })).toBe('seen');
  });

  it.each([
    '<p><span style="display:none" id="more">hidden</span> seen</p>',
    '<p><span hidden>hidden</span> <button>seen</button> seen</p>',
    '<p><span hidden>hidden</span></p>',
    '<p><b hidden="until-found">hidden</b> seen</p>',
  ])('keeps hidden words that a control or a script may open: %s', (line) => {
    expect(textOf(line, { keepCollapsed: true, parseMode })).toContain('hidden');
  });

  it('puts back a wrapper that holds the page, without what is hidden in it', () => {
    const items = '<li>A line of the page that is long enough</li>'.repeat(60);
    expect(
      text(`<div style="visibility:hidden"><ul>${items}</ul><p hidden>SECRET</p></div><p>foot</p>`),
    ).toMatch(/^(A line of the page that is long enough\n){60}foot$/);
  });

  it('reads a page whose every part is hidden as if it were shown, and says so', () => {
    // Wrappers in wrappers, all hidden by one rule: none of them alone holds the text.
    const style = '<style>.part { visibility: hidden }</style>';
    const part = '<div class=part><div class=part><p>A line</p></div></div>';
    const page = read(`${style}<main>${part.repeat(20)}<p style="font-size:0">SECRET</p></main>`, {
      parseMode,
    });
    expect(readText(page.document)).toBe(Array.from({ length: 20 }, () => 'A line').join('\n'));
    expect(page.warnings).toEqual([expect.stringContaining('All text of the page is hidden')]);
  });

  it('does not show the little that an empty page hides', () => {
    const page = read('<img src="a.png"><div hidden><p>SECRET</p></div>', { parseMode });
    expect(readText(page.document)).toBe('');
    expect(page.warnings).toEqual([]);
  });

  it('does not put back one long hidden text', () => {
    expect(text(`<p>Teapot</p><div hidden><p>${'SECRET '.repeat(500)}</p></div>`)).toBe('Teapot');
  });

  it('ends a CDATA section where browsers end it', () => {
    expect(text('<p>a<![CDATA[ x > b ]]>c</p>')).toBe('a b ]]>c');
  });

  it('flattens a hundred thousand nested elements and keeps their text', () => {
    const page = read(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}<p>after</p>`, {
      parseMode,
    });
    expect(readText(page.document)).toBe('deep\nafter');
    expect(measure(page.document).depth).toBeLessThanOrEqual(maxDepth + 1);
    expect(page.warnings.join()).toContain('deeper');
  });

  it('does not flatten what is nested less deeply', () => {
    const page = read(`${'<div>'.repeat(200)}deep`, { parseMode });
    expect(measure(page.document).depth).toBeGreaterThan(200);
    expect(page.warnings).toEqual([]);
  });

  it('stops at the node limit, and says so', () => {
    const page = read('<i>x</i>'.repeat(maxNodes), { parseMode });
    expect(measure(page.document).nodes).toBeLessThanOrEqual(maxNodes);
    expect(page.warnings.join()).toContain(String(maxNodes));
  });

  it('keeps a thousand attributes of a hundred thousand', () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(' ');
    const page = read(`<p ${attributes}>x</p>`, { parseMode });
    const stack = [...page.document.children];
    let most = 0;
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!isTag(node)) continue;
      most = Math.max(most, Object.keys(node.attribs).length);
      stack.push(...node.children);
    }
    expect(most).toBe(maxAttributes);
    expect(page.warnings.join()).toContain('attributes');
  });

  it.each([
    ['nested tables', '<table><tr><td>'.repeat(20_000)],
    [
      'open formatting elements',
      Array.from({ length: 20_000 }, (_, id) => `<p><b id=${id}>x</p>`).join(''),
    ],
    ['foster parenting', `<div>${'<i>a</i>'.repeat(30_000)}<table>${'<p>y</p>'.repeat(30_000)}`],
    ['adoption', `<b><div>${'<i></i>'.repeat(30_000)}</b>`],
    ['stray end tags', `${'<div>'.repeat(500)}${'</x>'.repeat(100_000)}`],
    ['nested templates', '<template>'.repeat(20_000)],
    ['nested vectors', '<svg><a>'.repeat(20_000)],
    ['long text', `<p>${'word '.repeat(1_000_000)}`],
    ['a long style', `<p style="transform:${'translate('.repeat(200_000)}">`],
    [
      'a long selector',
      `<style>i{top:0;opacity:0} ${'a'.repeat(500_000)} i{opacity:1}</style><i>x</i>`,
    ],
    ['unclosed rules', `<style>${'@x{'.repeat(300_000)}</style>`],
  ])('survives %s', (_name, html) => {
    const { document } = read(`<p>start</p>${html}`, { parseMode });
    expect(readText(document)).toMatch(/^start/);
    expect(measure(document).depth).toBeLessThanOrEqual(maxDepth + 1);
  });

  it('leaves links between nodes that agree with their children', () => {
    const { document } = read(
      '<div>a<p hidden>b</p>c<!-- d --><i>e</i><script></script><b>f</b></div><p hidden>g</p><p>h</p>',
      { parseMode },
    );
    expect(measure(document).isLinked).toBe(true);
  });

  it('sets scripts that hold data aside, in page order', () => {
    const { dataScripts } = read(
      `<script type="application/ld+json">{"a":1}</script><script>var x = 1; f()</script>
       <script>window.__STATE__ = {"b": 2}</script><div hidden><script type=application/json>{"c":3}</script></div>
       <script src=x.js></script>`,
      { parseMode },
    );
    expect(dataScripts.map((script) => readText(script))).toEqual([
      '{"a":1}',
      'window.__STATE__ = {"b": 2}',
      '{"c":3}',
    ]);
  });
});

describe('includeTags', () => {
  const html = `<title>T</title><header>top</header><main><h1>H</h1><article>A<p>B</p></article></main>
    <article itemscope itemtype="https://schema.org/Thing"><i itemprop=name>C</i></article>
    <script type="application/ld+json">{"@type":"Product","name":"x"}</script>`;

  it('keeps these subtrees alone, on the way to them', () => {
    const { document } = read(html, { includeTags: ['ARTICLE'] });
    expect(readText(document)).toBe('A\nB\nC');
    expect(measure(document).isLinked).toBe(true);
  });

  it('keeps structured data within them alone', () => {
    const expected = { article: 'Thing', script: 'Product' };
    for (const [tag, type] of Object.entries(expected)) {
      const { entities } = read(html, { includeTags: [tag] }).structuredData;
      expect(entities.map(({ types }) => types)).toEqual([[type]]);
    }
  });

  it('leaves the document empty when no such tag is there', () => {
    expect(read(html, { includeTags: ['aside'] }).document.children).toEqual([]);
  });
});

describe('excludeTags', () => {
  it('drops these subtrees and their structured data', () => {
    const { document, structuredData } = read(
      '<p>a</p><nav>b<i itemscope itemtype=X></i></nav><script type="application/ld+json">{"@type":"Product"}</script>',
      { excludeTags: ['nav', 'script'] },
    );
    expect(readText(document)).toBe('a');
    expect(structuredData).toMatchObject({ entities: [], jsonLd: [] });
  });

  it('names every entry that is no tag name', () => {
    expect(() => read('', { includeTags: ['p', '.price'], excludeTags: ['', 'a b'] })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: {
          issues: ['/includeTags/1', '/excludeTags/0', '/excludeTags/1'].map((path) =>
            expect.objectContaining({ path }),
          ),
        },
      }),
    );
  });
});

describe('text for the eyes beside text for screen readers', () => {
  const spoken =
    '<style>.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>';

  it.each([
    '5<span class=spoken> minutes</span> <span aria-hidden=true>min</span>',
    '<b>5<span class=spoken> minutes</span></b> <b aria-hidden=true>min</b>',
    '5 <span aria-hidden=true>min</span><span class=spoken>minutes</span>',
  ])('keeps what people see of %s', (html) => {
    expect(readText(read(`${spoken}<p>Bake for ${html} today</p>`).document)).toBe(
      'Bake for 5 min today',
    );
  });

  it('keeps no larger part of a page that is hidden from screen readers, nor a block beside what is hidden, and none beside text that is seen', () => {
    const menu = `<p class=spoken>x</p><p aria-hidden=true>SECRET</p><div aria-hidden=true>${'<p>SECRET</p>'.repeat(12)}</div>`;
    const text = readText(
      read(`${spoken}<p>a<span class=spoken>b</span></p>${menu}<i aria-hidden=true>SECRET</i>c`)
        .document,
    );
    expect(text).not.toContain('SECRET');
  });
});

function behindDialog(page: string): string {
  return `<div aria-hidden=true>${page}</div>
    <div role=dialog aria-modal=true><p>We and our 800 partners store cookies on your device.</p></div>`;
}

describe('a page behind an open dialog, which hides it from screen readers', () => {
  const short = '<h1>Boats</h1><p>The harbour has three.</p>';

  it('is read by people, however short it is', () => {
    expect(readText(read(behindDialog(short), { isForPeople: true }).document)).toContain(
      'has three',
    );
    expect(readText(read(behindDialog(short)).document)).not.toContain('has three');
  });

  it('is read by models where it is as long as pages are, whatever the dialog says', () => {
    const long = short + '<p>One.</p>'.repeat(40);
    const vendors = '<p>Vendor 12 measures and stores what you read.</p>'.repeat(30);

    expect(
      readText(read(behindDialog(long).replace('<p>We', `${vendors}<p>We`)).document),
    ).toContain('has three');
  });
});

describe('time and size in proportion to the page', () => {
  it('puts back what is hidden from screen readers alone, in page order', () => {
    const parts = Array.from({ length: 50_000 }, (_, n) => `<p aria-hidden=true>${n}</p>`);
    const html = `<b>first</b>${parts.slice(0, 25_000).join('')}<b>middle</b>${parts.slice(25_000).join('')}`;
    let text = '';
    const work = workRatioOf(() => {
      const { document } = read(html, { parseMode: 'speed' });
      expect(measure(document).isLinked).toBe(true);
      text = readText(document);
    });
    const numbers = parts.map((_, n) => `${n}`);
    const lines = ['first', ...numbers.slice(0, 25_000), 'middle', ...numbers.slice(25_000)];
    expect(text).toBe(lines.join('\n'));
    expect(work).toBeLessThan(1_500);
  });

  it('ends where elements that are not closed repeat their attributes, and says so', () => {
    const attributes = Array.from({ length: 990 }, (_, n) => `a${n}=b`).join(' ');
    const open = Array.from({ length: 20 }, (_, n) => `<b id=${n} ${attributes}>`).join('');
    const page = read(`<p>first${open}${'<p>a'.repeat(10_000)}`, { parseMode: 'accurate' });
    const html = toHtml(page.document, 'keep');
    expect(html).toContain('first');
    expect(html.length).toBeLessThan(3_000_000);
    expect(page.warnings).toEqual([expect.stringContaining('repeat their attributes')]);
  });
});

function place(name: string): string {
  return `<!--$?--><template id="B:${name}"></template><p>Wait</p><!--/$-->`;
}
