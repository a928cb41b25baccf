import { createRequire } from 'node:module';
import { marked } from 'marked';
import TurndownService from 'turndown';
import { describe, expect, it } from 'vitest';
import { readPage } from '../read-page.ts';
import { toMarkdown } from './to-markdown.ts';

const { gfm } = createRequire(import.meta.url)('@joplin/turndown-plugin-gfm') as {
  readonly gfm: TurndownService.Plugin;
};
const reference = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
});
reference.use(gfm);

/** Absolute links only: Turndown leaves links as they are. */
const pages: readonly (readonly [title: string, html: string])[] = [
  ['paragraphs', '<p>One two</p><div>three</div><p>four</p>'],
  ['headings', '<h1>A</h1><p>b</p><h2>C <em>d</em></h2><h6>E</h6>'],
  ['emphasis', '<p>a <em>b</em> c <strong>d</strong>, <i><b>e</b></i> f</p>'],
  ['spaces around emphasis', '<p>a<b> b </b>c <i> d</i></p>'],
  ['deleted text', '<p>a <del>b</del> c</p>'],
  ['line breaks', '<p>a<br>b</p>'],
  ['rules', '<p>a</p><hr><p>b</p>'],
  ['code', '<p>a <code>b*c</code> and <code>d`e</code></p>'],
  ['code blocks', '<pre><code class="language-js">a();\n\n  b &lt; c;\n</code></pre>'],
  ['bullets', '<ul><li>a</li><li>b</li></ul>'],
  ['numbers', '<ol start="4"><li>a</li><li>b</li></ol>'],
  ['nested lists', '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>'],
  [
    'tasks',
    '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
  ],
  ['quotes', '<blockquote><p>a</p><p>b</p><blockquote><p>c</p></blockquote></blockquote>'],
  ['a list in a quote', '<blockquote><ul><li>a</li></ul></blockquote>'],
  ['code in a list', '<ol><li>a<pre><code>b\nc</code></pre></li><li>d</li></ol>'],
  [
    'links',
    '<p><a href="https://a.example/b?c=d&amp;e=f">g</a> <a href="https://a.example/x_(y)">z</a></p>',
  ],
  ['images', '<p><img src="https://a.example/b.png" alt="c"> d</p>'],
  [
    'an image in a link',
    '<p><a href="https://a.example/"><img src="https://a.example/b.png" alt="c"></a></p>',
  ],
  [
    'tables',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td><b>4</b></td></tr></tbody></table>',
  ],
  ['escapes', '<p>*a* _b_ [c](d) # e 1. f \\ `g`</p><p># a</p><p>1. b</p><p>- c</p><p>&gt; d</p>'],
  [
    'an article',
    '<article><header><h1>A</h1></header><section><h2>B</h2><p>c <a href="https://a.example/">d</a>.</p></section></article>',
  ],
];

/** What a reader of the Markdown sees; tight and loose lists look alike, and a line's end is a space. */
function toSeen(markdown: string): string {
  return marked
    .parse(markdown, { async: false, gfm: true })
    .replace(
      /<li>\s*(<input[^>]*>)?\s*<p>([\s\S]*?)<\/p>/g,
      (_all, task: string | undefined, text: string) => `<li>${task ?? ''} ${text}`,
    )
    .replace(/<(\/?)(?:p)>\s*(?=<\/li>)/g, '')
    .replace(/>\s+/g, '>')
    .replace(/\s+</g, '<')
    .replace(/\s+/g, ' ');
}

function convert(html: string): { ours: string; theirs: string } {
  const url = 'https://a.example/';
  return { ours: toMarkdown(readPage({ html, url })), theirs: reference.turndown(html) };
}

describe('Turndown and we mean the same by', () => {
  it.each(pages)('%s', (_title, html) => {
    const { ours, theirs } = convert(html);
    expect(toSeen(ours)).toBe(toSeen(theirs));
  });
});

/** Each with the reason that ours is wanted. */
const differences: readonly (readonly [title: string, html: string, ours: string])[] = [
  [
    'headings are strong already, so strong text in them is not marked',
    '<h2><b>a</b></h2>',
    '## a\n',
  ],
  [
    'powers and indices keep their meaning: `10<sup>6</sup>` is not 106',
    '<p>10<sup>6</sup></p>',
    '10<sup>6</sup>\n',
  ],
  [
    'a link around blocks is on the first: a link cannot hold blocks',
    '<a href="https://a.example/"><h2>a</h2><p>b</p></a>',
    '## [a](https://a.example/)\n\nb\n',
  ],
  [
    'the title of a link mostly repeats its text, and costs tokens',
    '<a href="https://a.example/" title="b">a</a>',
    '[a](https://a.example/)\n',
  ],
  ['terms and definitions stay told apart', '<dl><dt>a</dt><dd>b</dd></dl>', '**a**\n: b\n'],
  ['two lists do not become one', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b\n'],
  ['emphasis that would read as asterisks is left out', '<p>a<b>(b)</b></p>', 'a(b)\n'],
  [
    'neighbours of one kind are joined: `**a****b**` shows asterisks',
    '<p><b>a</b><b>b</b></p>',
    '**ab**\n',
  ],
  [
    'spans in tables are resolved',
    '<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |\n',
  ],
  ['scripts do not become links', '<a href="javascript:a()">a</a>', 'a\n'],
];

describe('on purpose we differ from Turndown:', () => {
  it.each(differences)('%s', (_title, html, markdown) => {
    const { ours, theirs } = convert(html);
    expect(ours).toBe(markdown);
    expect(toSeen(ours)).not.toBe(toSeen(theirs));
  });
});
