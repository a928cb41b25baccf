import { describe, expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';
import { toMarkdown } from '../to-markdown.ts';

const url = 'https://a.example/page';
const write = (html: string): string =>
  toMarkdown(readPage({ html, url, isForPeople: true })).trim();

const row = (number: number, line: string): string =>
  `<tr><td class="hljs-ln-numbers" data-line-number="${number}"></td><td>${line}</td></tr>`;

test.each<readonly [title: string, html: string, markdown: string]>([
  [
    'code is a span',
    '<p>Call <code>a_b(*c)</code> or <kbd>Esc</kbd></p>',
    'Call `a_b(*c)` or `Esc`',
  ],
  [
    'a span is fenced by more than it holds',
    '<p><code>a`b</code> <code>``c</code></p>',
    '``a`b`` ``` ``c ```',
  ],
  ['spans that touch become one', '<p><code>a</code><code>b</code> <code>c</code></p>', '`ab` `c`'],
  [
    'a link inside code stays a link',
    '<p><code>List(<a href="/t">T</a>)</code></p>',
    '`List(`[`T`](https://a.example/t)`)`',
  ],
  [
    'preformatted text keeps its white space',
    '<pre>a\n  b\n\n\n\tc  \n</pre>',
    '```\na\n  b\n\n\n\tc\n```',
  ],
  [
    'the language is read off the class',
    '<pre><code class="language-ts">x</code></pre>',
    '```ts\nx\n```',
  ],
  [
    'so are other ways to name it',
    '<div class="highlight-source-rust"><pre>x</pre></div><pre class="lang-C++">y</pre>',
    '```rust\nx\n```\n\n```c++\ny\n```',
  ],
  [
    'the name of a language wins over what follows that of a highlighter',
    '<pre class="code highlight js-syntax-highlight language-python white"><code>x</code></pre>',
    '```python\nx\n```',
  ],
  [
    'the language is read off the box around a table of lines',
    '<div class="language-ruby"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></tbody></table></code></pre></div></div>',
    '```ruby\na\nb\n```',
  ],
  ['a fence is longer than any inside', '<pre>```\na\n````</pre>', '`````\n```\na\n````\n`````'],
  [
    'lines of a highlighter are lines',
    '<pre><code><div>a</div><div>b</div></code></pre><pre>c<br>d</pre>',
    '```\na\nb\n```\n\n```\nc\nd\n```',
  ],
  [
    'line numbers beside code go',
    '<table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>',
    '```\na\nb\n```',
  ],
  [
    'elements of lines that touch are lines',
    '<pre><code><span class="line"><b>a</b> {</span><span class="line"></span><span class="line">  b</span></code></pre>' +
      '<pre><span style="display: block">c</span><span style="display:block">  d</span></pre>',
    '```\na {\n\n  b\n```\n\n```\nc\n  d\n```',
  ],
  [
    'lines that end in the source end once',
    '<pre><code><span class="line">a</span>\n<span class="line">b</span></code></pre>' +
      '<pre><code><span class="code-line">c\n</span><span class="code-line">d\n</span></code></pre>',
    '```\na\nb\n```\n\n```\nc\nd\n```',
  ],
  [
    'words of code that touch stay on their line',
    '<pre><code><span class="token">a</span><span class="token single-line">b</span><span class="inline">c</span></code></pre>',
    '```\nabc\n```',
  ],
  [
    'the language is read off what other highlighters write',
    '<pre class="src src-python">a</pre><pre class="lang:js decode:true">b</pre><pre data-enlighter-language="php">c</pre>' +
      '<pre data-enlighter-language="generic">d</pre><div class="mw-highlight mw-highlight-lang-lua"><pre>e</pre></div>' +
      '<pre class="sourceCode numberSource r"><code>f</code></pre><pre lang="ruby">g</pre><pre lang="en">h</pre>',
    [
      ['python', 'a'],
      ['js', 'b'],
      ['php', 'c'],
      ['', 'd'],
      ['lua', 'e'],
      ['r', 'f'],
      ['ruby', 'g'],
      ['', 'h'],
    ]
      .map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``)
      .join('\n\n'),
  ],
  [
    'a hook of scripts is no language',
    '<table class="highlight js-file-line-container"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a = 1</td></tr></table>',
    '```\na = 1\n```',
  ],
  [
    'a picture on a line of its own stands between the lines of code',
    '<pre><code>a = 1\n<img src="/p.png" alt="plot">\n  b = 2</code></pre>',
    '```\na = 1\n```\n\n![plot](https://a.example/p.png)\n\n```\n  b = 2\n```',
  ],
  [
    'a picture within a line of code is its sign',
    '<pre>foo(); <img src="1.gif" alt="(1)">\n  bar(); <a id="x"><img src="2.gif" alt="(2)"></a>\n<img src="s.png" alt="☺"> c</pre>',
    '```\nfoo(); (1)\n  bar(); (2)\n☺ c\n```',
  ],
  [
    'a heading stands between the lines of code',
    '<pre><h3>NAME</h3>  ls - list\n  dir\n<h3>USE</h3>  ls</pre>',
    '### NAME\n\n```\n  ls - list\n  dir\n```\n\n### USE\n\n```\n  ls\n```',
  ],
  ['a page in a pre is a page', '<pre><h1>A</h1><p>b</p></pre>', '# A\n\nb'],
  ['markup in code is text', '<pre>&lt;b&gt; **x** &amp;amp;</pre>', '```\n<b> **x** &amp;\n```'],
])('%s', (_, html, markdown) => {
  expect(write(html)).toBe(markdown);
});

describe('code', () => {
  test.each([
    ['<button>Copy</button><code>a = 1</code>', 'a = 1'],
    ['<span role=tooltip>Copied!</span>a = 1', 'a = 1'],
    ['<clipboard-copy>Copy</clipboard-copy>a = 1', 'a = 1'],
    [
      '<span class="line-number">1</span>a = 1\n<span class="line-number">2</span>b = 2',
      'a = 1\nb = 2',
    ],
    ['<i style="user-select: none">7</i>a = 1', 'a = 1'],
    ['a = <span class="number">1</span>', 'a = 1'],
  ])('is read without what stands beside it: %s', (html, code) => {
    expect(write(`<pre>${html}</pre>`)).toBe(`\`\`\`\n${code}\n\`\`\``);
  });

  test('in a table of numbered lines keeps its lines', () => {
    const lines = `<table class="hljs-ln"><tbody>${row(1, 'def f(r):')}${row(2, '    return r')}</tbody></table>`;
    expect(write(`<pre><code>${lines}</code></pre>`)).toBe('```\ndef f(r):\n    return r\n```');
  });
});

describe('code in a cell', () => {
  test('is a line of the cell for each of its lines, with its indentation', () => {
    expect(
      write(
        '<table><tr><th>Name<th>Do</tr><tr><td>list<td><pre><code>if x:\n  a | b\n\nend</code></pre></table>',
      ),
    ).toBe('| Name | Do |\n| --- | --- |\n| list | `if x:`<br>`  a \\| b`<br>`end` |');
  });

  test('of one line stands in its text', () => {
    expect(write('<table><tr><th>A<th>B</tr><tr><td>x<td>Run <pre>ls</pre> now</table>')).toBe(
      '| A | B |\n| --- | --- |\n| x | Run<br>`ls`<br>now |',
    );
  });

  test('of a page that is laid out by a table is a block', () => {
    expect(write('<table><tr><td>1<td><pre>a\nb</pre></table>')).toBe('1\n\n```\na\nb\n```');
  });
});

describe('a button beside code', () => {
  test.each([
    ['before it', '<div><button>Copy</button><pre>a\nb</pre></div>'],
    [
      'in a bar below it, with the name of the file',
      '<figure><pre>a\nb</pre><div><div><button>Kopieren</button></div></div></figure>',
    ],
    [
      'in an item of a bar',
      '<div><pre>a\nb</pre><div><div><p-bar><button>コピー</button></p-bar></div></div></div>',
    ],
  ])('is no text of the page: %s', (_, html) => {
    expect(write(html)).toBe('```\na\nb\n```');
  });

  test.each([
    [
      'that a text speaks of',
      '<div><p>Press <button>Start</button></p><pre>a</pre></div>',
      'Start',
    ],
    ['that names what is shown', '<div><button role="tab">npm</button><pre>a</pre></div>', 'npm'],
    ['of two codes', '<div><pre>a</pre><button>Run</button><pre>b</pre></div>', 'Run'],
    ['without code', '<div><button>Copy</button><p>a</p></div>', 'Copy'],
    ['beside a long text', `<div><pre>a</pre>${'word '.repeat(40)}<button>Go</button></div>`, 'Go'],
  ])('stays where it is one %s', (_, html, text) => {
    expect(write(html)).toContain(text);
  });
});

test.each([
  ['highlight-console notranslate', 'console'],
  ['highlight-c++ notranslate', 'c++'],
  ['highlight-default notranslate', ''],
  ['highlight-wrapper', ''],
])('code around which stands the class "%s" is of the language "%s"', (name, language) => {
  expect(write(`<div class="${name}"><div class="highlight"><pre>a</pre></div></div>`)).toBe(
    `\`\`\`${language}\na\n\`\`\``,
  );
});

test.each([
  ['highlight highlight-source-rust', 'rust'],
  ['highlight tab-size', ''],
  ['syntaxhighlighter nogutter java', 'java'],
])('code in an element of the class "%s" is of the language "%s"', (name, language) => {
  expect(write(`<div class="${name}"><pre>a</pre></div>`)).toBe(`\`\`\`${language}\na\n\`\`\``);
});

test.each([
  'hljs javascript',
  'javascript hljs',
  'hljs language-javascript',
  'hljs lang-javascript',
])('a highlighter names the language: %s', (name) => {
  expect(write(`<pre><code class="${name}">a</code></pre>`)).toBe('```javascript\na\n```');
});

describe('code without an element that keeps lines', () => {
  const numbered = `<table><tbody><tr><td class="gutter"><div class="line">1</div><div class="line">2</div></td><td class="code"><div class="container"><div class="line"><code>if x:</code></div><div class="line"><code>&nbsp;&nbsp;</code><code>go()</code></div></div></td></tr></tbody></table>`;

  test('is a block where a highlighter shows it beside its numbers', () => {
    expect(write(`<div class="syntaxhighlighter  python">${numbered}</div>`)).toBe(
      '```python\nif x:\n  go()\n```',
    );
    const rows = ['a = 1', 'b = 2'].map(
      (line, at) =>
        `<tr><td class="blob-num" data-line-number="${at + 1}"></td><td class="blob-code">${line}</td></tr>`,
    );
    expect(write(`<table class="highlight">${rows.join('')}</table>`)).toBe(
      '```\na = 1\nb = 2\n```',
    );
  });

  test('is no table of codes beside numbers', () => {
    const html = '<table><tr><th>No<th>Code</tr><tr><td>1<td class="code">AB</tr></table>';
    expect(write(html)).toBe('| No | Code |\n| --- | --- |\n| 1 | AB |');
  });

  test('is a block where line breaks part it and nothing stands beside it', () => {
    expect(write('<p><code>one<br>  two</code></p>')).toBe('```\none\n  two\n```');
    expect(write('<p>Run <code>one<br>two</code></p>')).toBe('Run `one two`');
    const cell = '<table><tr><th>A<th>B</tr><tr><td>x<td><code>a<br>b</code></tr></table>';
    expect(write(cell)).toBe('| A | B |\n| --- | --- |\n| x | `a`<br>`b` |');
  });
});
