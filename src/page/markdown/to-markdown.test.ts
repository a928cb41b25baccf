import { describe, expect, it } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { readPage } from '../read-page.ts';
import { type MarkdownOptions, toMarkdown } from './to-markdown.ts';

const url = 'https://shop.example/a/page';

function render(html: string, options?: MarkdownOptions): string {
  return toMarkdown(readPage({ html, url }), options);
}

/** Title, HTML, Markdown without the line end that closes every page. */
type Case = readonly [title: string, html: string, markdown: string];

const lines = (...text: string[]): string => text.join('\n');

const text: readonly Case[] = [
  ['paragraphs stand apart by one empty line', '<p>One</p>\n\n\n<p>Two</p>', 'One\n\nTwo'],
  ['white space folds, no-break spaces too', '<p> a \n\t b&nbsp;&nbsp;c </p>', 'a b c'],
  ['entities are decoded', '<p>Fish &amp; chips &copy; &#8364;5</p>', 'Fish & chips © €5'],
  ['invisible characters go', '<p>in\u200Bvis\u202Eible\u00AD &#x2066;text</p>', 'invisible text'],
  ['text without blocks is a paragraph', 'a<div>b</div>c', 'a\n\nb\n\nc'],
  [
    'empty elements leave no trace',
    '<p></p><b></b><ul><li></li></ul><h2> </h2><blockquote></blockquote>x',
    'x',
  ],
  ['a line break is a break without trailing spaces', '<p>a<br>b</p>', 'a\\\nb'],
  ['a line break at an end is nothing', '<p><br>a<br></p>b', 'a\n\nb'],
  ['two line breaks part paragraphs', 'a<br><br>b', 'a\n\nb'],
  ['a rule stands between content only', '<hr>a<hr><hr>b<hr>', 'a\n\n---\n\nb'],
  ['quotations keep their marks', '<p>She said <q>yes</q>.</p>', 'She said “yes”.'],
  [
    'readings of ruby stand in brackets once',
    '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
    '漢(kan)',
  ],
  [
    'cells and empty bases of formulas keep their places',
    '<p>so <math><mtable><mtr><mtd><mn>1</mn></mtd><mtd></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><msup><mrow></mrow><mn>4</mn></msup></mtd></mtr></mtable></math></p>',
    String.raw`so $\begin{matrix}1 & \\ 3 & ^{4}\end{matrix}$`,
  ],
  [
    'formulas in the text are no markup',
    String.raw`<p>so \(a_{1} * b_{2}\) and \[\sum_{i} c_i\] and $$d_{1} * e_{1}* f$$</p>`,
    String.raw`so $a_{1} * b_{2}$ and $$\sum_{i} c_i$$ and $$d_{1} * e_{1}* f$$`,
  ],
  [
    'dollars and brackets that hold no formula are text',
    String.raw`<p>from $$ to $$$, *or* $5* and \(a, b\)</p>`,
    String.raw`from $$ to $$$, \*or\* $5\* and \\(a, b\\)`,
  ],
  [
    'formulas that stand apart are marked so',
    '<p>so <math display="block" alttext="x^2"><mi>x</mi></math></p>',
    'so $$x^2$$',
  ],
  [
    'words in a formula are words',
    '<p>so <math><msup><mi>a</mi><mn>2</mn></msup><mtext>if so</mtext></math></p>',
    String.raw`so $a^{2}\text{if so}$`,
  ],
  [
    'a picture that has a set of addresses alone is the one for a screen',
    '<img srcset="/s.jpg 320w, /l.jpg 1280w, /x.jpg 4000w">',
    '![](https://shop.example/l.jpg)',
  ],
  [
    'a field that cannot be changed says its value',
    '<p>Code <input readonly value="SAVE10"> <input value="no"></p>',
    'Code SAVE10',
  ],
  [
    'checkboxes that nobody can change are values of their cells',
    '<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td><input type=checkbox disabled checked></td><td><input type=checkbox disabled></td><td><input type=checkbox checked>x</td></tr></table>',
    '| a | b | c |\n| --- | --- | --- |\n| [x] | [ ] | x |',
  ],
  [
    'what leads back from a note that is used twice is none of it',
    '<p>a<sup id=r1><a href="#n">[1]</a></sup> b<sup id=r2><a href="#n">[1]</a></sup></p><ol><li id=n><span>^ <a href="#r1"><sup>a</sup></a> <a href="#r2"><sup>b</sup></a></span> <span>Smith</span></li></ol>',
    'a[^1] b[^1]\n\n[^1]: Smith',
  ],
  ['formulas are written as TeX', '<p>so <math alttext="x^2"><mi>x</mi></math></p>', 'so $x^2$'],
  [
    'small and big print is print',
    '<p><small>a</small><ins>b</ins><mark>c</mark><abbr title="t">d</abbr></p>',
    'abcd',
  ],
  [
    'a summary heads its details',
    '<details><summary>More</summary><p>Text</p></details>',
    '**More**\n\nText',
  ],
  [
    'buttons and labels do not stick together',
    '<label>Size</label><button>S</button><button>M</button>',
    'Size S M',
  ],
];

const headings: readonly Case[] = [
  ['headings have their level', '<h1>A</h1><h3>B</h3><h6>C</h6>', '# A\n\n### B\n\n###### C'],
  ['a heading is strong already', '<h2><b>A</b> <i>b</i></h2>', '## A *b*'],
  ['a heading is one line', '<h2>A<br>b<div>c</div></h2>', '## A b c'],
  [
    'what a heading was not closed before is no heading',
    '<h2>A<p>b</p><ul><li>c</ul></h2>',
    '## A\n\nb\n\n- c',
  ],
  ['a mark by which a heading links to itself goes', '<h2>A <a href="#a">¶</a></h2>', '## A'],
  ['that of a term too', '<dl><dt><b>A</b><a href="#a">¶</a></dt><dd>B</dd></dl>', '**A**\n: B'],
  [
    'the mark of a note that is a cell stays there, as in paragraphs',
    '<dl><dt>A<sup><a href="#n">†</a></sup></dt><dd>B</dd></dl><h2>C<a href="#n">*</a></h2><p>d<a href="#n">†</a></p><table><tr><td id=n>N',
    '**A[†](https://shop.example/a/page#n)**\n: B\n\n## C[\\*](https://shop.example/a/page#n)\n\nd[†](https://shop.example/a/page#n)\n\nN',
  ],
  ['a number sign at the end stays', '<h2>A #</h2><h2>C#</h2>', '## A \\#\n\n## C#'],
];

const emphasis: readonly Case[] = [
  [
    'emphasis has one delimiter',
    '<p><em>a</em> <i>b</i> <b>c</b> <strong>d</strong> <del>e</del></p>',
    '*a* *b* **c** **d** ~~e~~',
  ],
  ['spaces move out of emphasis', '<p>a<b> b </b>c</p>', 'a **b** c'],
  ['nested emphasis of one kind is written once', '<p><b><strong>a</strong></b></p>', '**a**'],
  ['two kinds nest', '<p><b>a <i>b</i></b> <i><b>c</b></i></p>', '**a *b*** ***c***'],
  ['neighbours of one kind become one', '<p><b>a</b><b>b</b></p>', '**ab**'],
  ['the second of two kinds that touch is text', '<p><b>a</b><i>b</i></p>', '**a**b'],
  ['emphasis within a word works', '<p>un<b>believ</b>able</p>', 'un**believ**able'],
  ['punctuation before a letter moves out', '<p><b>Note:</b>this</p>', '**Note**:this'],
  ['quotes after a letter keep emphasis out', '<p>a<b>“b”</b></p>', 'a“b”'],
  ['emphasis around blocks is repeated in each', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
  ['emphasis may hold a line break', '<p><b>a<br>b</b></p>', '**a\\\nb**'],
  [
    'emphasis that could not end before a letter gives way to it',
    '<p>x <b><em><b>:-</b></em>a*</b> y</p>',
    String.raw`x **:-a**\* y`,
  ],
  [
    'a price is one word, however its parts are marked',
    '<p><b>$</b> <b>299</b> <b>.99</b>, $<strong>459</strong><sup>.99</sup>, 10<sup>2</sup></p>',
    '**$299.99**, $459.99, 10<sup>2</sup>',
  ],
  [
    'bold and slanted elements that are shown plain are no emphasis',
    '<b style="font-weight:normal"><p>a <i style="color:red; FONT-STYLE: normal !important">b</i></p></b><strong style="font-weight: 400">c</strong> <b style="font-weight:600">d</b> <b style="--x-font-weight:normal">e</b>',
    'a b\n\nc **d** **e**',
  ],
  [
    'raised and lowered text is tagged',
    '<p>H<sub>2</sub>O, 10<sup>6</sup></p>',
    'H<sub>2</sub>O, 10<sup>6</sup>',
  ],
  [
    'a raised link is a reference, not a power',
    '<p>a<sup><a href="/n">2</a></sup></p>',
    'a[2](https://shop.example/n)',
  ],
];

const lists: readonly Case[] = [
  ['items have bullets', '<ul><li>a<li>b</ul>', '- a\n- b'],
  [
    'items are numbered from start',
    '<ol start=9><li>a<li>b<li value=20>c</ol>',
    '9. a\n10. b\n20. c',
  ],
  [
    'numbers that Markdown cannot write are text in an item',
    '<ol start=-1><li>a<li>b<li>c<li value=1000000000>d<li value=x>e</ol>',
    '+ -1. a\n0. b\n1. c\n+ 1000000000. d\n+ 1000000001. e',
  ],
  [
    'a list counts down below zero',
    '<ol reversed start=1><li>a<li>b<li>c<ul><li>d</ul><li><p>e</ol><ul><li>f</ul>',
    '1) a\n0. b\n+ -1. c\n  - d\n+ -2.\n\n  e\n\n- f',
  ],
  [
    'numbers beyond all bounds are none',
    '<ol start=99999999999><li>a<li value=-9e99>b</ol>',
    '1. a\n+ -9. b',
  ],
  [
    'lists nest under their item',
    '<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>',
    '- a\n  1. b\n     - c\n- d',
  ],
  [
    'a list right inside a list belongs to the item before',
    '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>',
    '- a\n  - b\n- c',
  ],
  [
    'an item may have paragraphs',
    '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>',
    '- a\n\n  b\n- c',
  ],
  [
    'a list that starts late stands apart from a paragraph',
    '<ul><li>a<ol start=4><li>b</ol></ul>',
    '- a\n\n  4. b',
  ],
  [
    'two lists are two',
    '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>',
    '- a\n\n* b\n\n1. c\n\n1) d',
  ],
  [
    'check boxes make tasks',
    '<ul><li><input type=checkbox checked>a<li><label><input type=checkbox> b</label></ul>',
    '- [x] a\n- [ ] b',
  ],
  [
    'numbered tasks keep their boxes',
    '<ol><li><input type=checkbox checked>a<li><label><input type=checkbox> b</label></ol>',
    '1. [x] a\n2. [ ] b',
  ],
  [
    'elements that are said to be check boxes make tasks',
    '<ul><li><span role=checkbox aria-checked=true></span>a<li role=checkbox aria-checked=false>b<li><div role=checkbox aria-checked=true>c</div><li>d <i role=checkbox aria-checked=true>e</i></ul>',
    '- [x] a\n- [ ] b\n- [x] c\n- d *e*',
  ],
  [
    'an item may hold code, quotes and headings',
    '<ol><li><h3>a</h3><pre>b\n c</pre><blockquote>d</blockquote></ol>',
    '1. ### a\n\n   ```\n   b\n    c\n   ```\n\n   > d',
  ],
  ['an empty item is left out, and counts', '<ol><li>a<li> <li>c</ol>', '1. a\n3. c'],
  ['items without a list are items', '<li>a</li><li>b</li>', '- a\n- b'],
  [
    'terms are strong, definitions follow',
    '<dl><dt>a<dd>b<dd>c<dt>d<dt>e<dd><p>f</p><p>g</p></dl>',
    '**a**\n: b\n: c\n\n**d**\n**e**\n: f\n\n  g',
  ],
  [
    'quotes nest',
    '<blockquote>a<blockquote><p>b</p><p>c</p></blockquote></blockquote>',
    '> a\n>\n> > b\n> >\n> > c',
  ],
  [
    'a list in a quote is quoted',
    '<blockquote><ul><li>a<li>b<br>c</ul></blockquote>',
    '> - a\n> - b\\\n>   c',
  ],
];

const notes: readonly Case[] = [
  [
    'a note and its reference find each other',
    '<p>a<sup id=r1><a href="#n1">1</a></sup>, b<sup><a href="#n2">[2]</a></sup></p><ol><li id=n1>First <a href="#r1">↩</a><li id=n2><p>Second</p><p>more</p></ol>',
    lines('a[^1], b[^2]', '', '[^1]: First', '[^2]: Second', '', '    more'),
  ],
  [
    'a reference without a note is a link',
    '<p>a<sup><a href="#n1">1</a></sup></p>',
    'a[1](https://shop.example/a/page#n1)',
  ],
  [
    'two references share a note',
    '<p>a<sup><a href="#n">1</a></sup> b<sup><a href="#n">1</a></sup></p><p id=n>N</p>',
    'a[^1] b[^1]\n\n[^1]: N',
  ],
  [
    'references stand in tables and headings, too',
    '<h2>T<sup><a href="#n">1</a></sup></h2><table><tr><th>a<th>b<tr><td>c<sup><a href="#n">1</a></sup><td>d</table><p id=n>N</p>',
    '## T[^1]\n\n| a | b |\n| --- | --- |\n| c[^1] | d |\n\n[^1]: N',
  ],
  [
    'what follows a reference does not make it a link',
    '<p>a<sup><a href="#n">1</a></sup>(b)</p><p id=n>N</p>',
    'a[^1]\\(b)\n\n[^1]: N',
  ],
];

const namedNotes: readonly Case[] = [
  [
    'as Word writes them',
    '<p>a<a href="#_ftn1" name="_ftnref1">[1]</a></p><div><p><a href="#_ftnref1" name="_ftn1">[1]</a> Note.</p></div>',
    'a[^1]\n\n[^1]: Note.',
  ],
  [
    'beside a mark that leads back',
    '<p>a<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a></p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div><p>Note.</p></div></div>',
    'a[^1]\n\n[^1]: Note.',
  ],
  [
    'by a sign that is not raised',
    '<p>a<a href="#n" id="r">*</a></p><p id="n"><a href="#r">*</a> Note.</p>',
    'a[^1]\n\n[^1]: Note.',
  ],
  [
    'by a word and a number in brackets',
    '<p>a<sup><a href="#n">[note 2]</a></sup></p><ol><li id="n">Note.</li></ol>',
    'a[^note2]\n\n[^note2]: Note.',
  ],
  [
    'but not by a link to a part of the page',
    '<p>See <a href="#n">part 2</a>.</p><h2 id="n">2 Two</h2>',
    'See [part 2](https://shop.example/a/page#n).\n\n## 2 Two',
  ],
];

const escapes: readonly Case[] = [
  [
    'what would be markup is escaped',
    '<p>*a* _b_ `c` [d](e) &lt;f&gt; ~~g~~ \\* &amp;amp;</p>',
    '\\*a\\* \\_b\\_ \\`c\\` [d\\](e) \\<f> \\~\\~g\\~\\~ \\\\\\* \\&amp;',
  ],
  [
    'what stands for itself is not',
    '<p>2 * 3, snake_case, a &lt; b, AT&amp;T, ~5, [1], C:\\dir, a|b, #1, 1.5, x - y!</p>',
    '2 * 3, snake_case, a < b, AT&T, ~5, [1], C:\\dir, a|b, #1, 1.5, x - y!',
  ],
  [
    'a line does not become a block',
    '<p># a</p><p>- b</p><p>+ c</p><p>&gt; d</p><p>1. e</p><p>2) f</p><p>---</p><p>===</p>',
    '\\# a\n\n\\- b\n\n\\+ c\n\n\\> d\n\n1\\. e\n\n2\\) f\n\n\\---\n\n\\===',
  ],
  [
    'nor does a line after a break',
    '<p>a<br># b<br>- c<br>3. d</p>',
    'a\\\n\\# b\\\n\\- c\\\n3\\. d',
  ],
  [
    'nor text that comes in pieces',
    '<p><span>1</span>. a</p><p><span>-</span> b</p>',
    '1\\. a\n\n\\- b',
  ],
  ['a definition of a link stays text', '<p>[a]: /b</p>', '[a\\]: /b'],
];

describe.each([
  ['text', text],
  ['headings', headings],
  ['emphasis', emphasis],
  ['lists and quotes', lists],
  ['notes', notes],
  ['notes are found', namedNotes],
  ['escapes', escapes],
])('%s', (_group, cases) => {
  it.each(cases)('%s', (_title, html, markdown) => {
    expect(render(html)).toBe(`${markdown}\n`);
  });
});

describe('options', () => {
  it('writes images as their text when asked to', () => {
    const html =
      '<p>a <img src="/a.png" alt="b*"> <a href="/c"><img src="/d.png" alt="d"></a><img src="/e.png"></p>';
    expect(render(html, { images: 'alt' })).toBe('a b\\* [d](https://shop.example/c)\n');
  });

  it('parts the text of images from their neighbours, letters and emoji apart, and says nothing twice', () => {
    const html =
      '<p><img alt="Logo">Harbour <img alt="T">he 5<img alt="🎉"> <a href="/c"><img alt="Lamp">lamp</a></p>';
    expect(render(html, { images: 'alt' })).toBe(
      'Logo Harbour The 5🎉 [lamp](https://shop.example/c)\n',
    );
  });

  it('gives an empty page as an empty string', () => {
    expect(render('')).toBe('');
  });
});

it('reads text that a page has in its head, as browsers do', () => {
  const html = '<head><title>T</title><div>a</div></head><body>b';
  expect(toMarkdown(readPage({ html, url, parseMode: 'speed' }))).toBe('a\n\nb\n');
});

describe('limits', () => {
  it('stands 100,000 elements within each other', () => {
    for (const tag of ['div', 'b', 'ul', 'blockquote', 'table', 'a', 'sup']) {
      const open = tag === 'ul' ? '<ul><li>x' : `<${tag} href="/">x`;
      expect(render(open.repeat(20_000))).toContain('x');
    }
  });

  it('does not let spans multiply a table', () => {
    const row = `<tr>${'<td colspan=1000 rowspan=65534>x'.repeat(20)}`;
    const markdown = render(`<table>${row.repeat(300)}</table>`);
    expect(markdown.length).toBeLessThan(2_000_000);
  });

  it('counts spans over all tables of a page', () => {
    const begun = `<table><tr>${'<td>'.repeat(901)}<tr><th>a<th colspan=900 rowspan=900>b`;
    const table = `${begun}${'<tr>'.repeat(20)}</table>`;
    const [once = 0, often = 0] = [table, table.repeat(300)].map((html) => render(html).length);
    // A table takes 900 cells of the 20,000 a row; the others are as short as their own cells.
    expect(once).toBeGreaterThan(10_000);
    expect(often).toBeLessThan(3 * once);
  });

  it('does not make every row as long as the longest', () => {
    const long = `<tr>${'<td>x'.repeat(1_000)}`;
    const markdown = render(`<table>${long}${'<tr><td>x'.repeat(5_000)}</table>`);
    expect(markdown.length).toBeLessThan(100_000);
    expect(markdown.split('\n')).toHaveLength(5_004);
  });

  it('does not read again what it has written', () => {
    // Quadratic work on these would take many minutes.
    const html = '<b>a!</b>b*<code>`</code><a href="/c">d</a>'.repeat(60_000);
    const markdown = toMarkdown(readPage({ html, url, parseMode: 'speed' }));
    expect(markdown.length).toBeGreaterThan(1_000_000);
  });

  it.each([
    ['spaces in a line of code', `<pre>a${' '.repeat(300_000)}b</pre>`],
    ['brackets before colons', '<i>]</i>:'.repeat(60_000)],
    ['commas in a srcset', `<img src=a.webp srcset="a${','.repeat(300_000)}b 2w">`],
  ])('takes time in proportion to the page: %s', (_, html) => {
    const page = readPage({ html, url });
    expect(workRatioOf(() => toMarkdown(page))).toBeLessThan(400);
  });

  it('makes links absolute until they have grown by 4 million characters, and says so', () => {
    const base = `<base href="https://a.example/${'b'.repeat(8_000)}/">`;
    const html = base + Array.from({ length: 2_000 }, (_, n) => `<a href=${n}>link</a> `).join('');
    const warnings: string[] = [];
    const markdown = render(html, { warn: (warning) => warnings.push(warning) });
    expect(markdown.match(/\]\(https/g)).toHaveLength(498);
    expect(markdown.match(/link/g)).toHaveLength(2_000);
    expect(warnings).toEqual([expect.stringContaining('stands without them')]);
  });

  it('starts no line with more than 60 characters of its containers', () => {
    const html = `${'<ol start=100000000><li>a'.repeat(30)}${'a<br>'.repeat(1_000)}`;
    const markdown = render(html);
    const longest = Math.max(...markdown.split('\n').map((line) => line.length));
    expect(longest).toBeLessThan(100);
  });

  it('ends after 16 million characters, and says so', () => {
    const html = `<pre>${'a\n'.repeat(200_000)}</pre>`;
    const warnings: string[] = [];
    const quotes = `${'<blockquote>'.repeat(19)}${html.repeat(4)}<p>last`;
    const markdown = render(quotes, { warn: (warning) => warnings.push(warning) });
    expect(markdown.length).toBeLessThan(16_000_000);
    expect(markdown.length).toBeGreaterThan(4_000_000);
    expect(markdown).not.toContain('last');
    expect(warnings).toEqual([expect.stringContaining('the rest was left out')]);
  });
});
