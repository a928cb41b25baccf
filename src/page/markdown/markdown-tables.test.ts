import { expect, it } from 'vitest';
import { readPage } from '../read-page.ts';
import { toMarkdown } from './to-markdown.ts';

const url = 'https://shop.example/a/page';

/** Title, HTML, Markdown without the line end that closes every page. */
type Case = readonly [title: string, html: string, markdown: string];

const tables: readonly Case[] = [
  [
    'a table has a head and rows',
    '<table><tr><th>A<th>B<tr><td>1<td>2</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'a table without a head gets an empty one',
    '<table><tr><td>a<td>b<tr><td>c<td>d</table>',
    '|  |  |\n| --- | --- |\n| a | b |\n| c | d |',
  ],
  [
    'a head may be all a table marks as one',
    '<table><thead><tr><td>A<td>B</thead><tr><td>1<td>2</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'a table in a cell below named columns is lines of the cell',
    '<table><tr><th>A<th>B<tr><td>1<td><table><thead><tr><th>x<th>y</thead><tr><td>p<td>q</table>z<tr><td>2<td><table><tr><td>r<td>s</table></table>',
    '| A | B |\n| --- | --- |\n| 1 | x y<br>p q<br>z |\n| 2 | r s |',
  ],
  [
    'a table of tables lays out a page',
    '<table><tr><td>A<td>B<tr><td>1<td><table><tr><td>p<td>q<tr><td>r<td>s</table></table>',
    'A B\n\n1\n\n|  |  |\n| --- | --- |\n| p | q |\n| r | s |',
  ],
  [
    'a cell below named columns may be long',
    `<table><tr><th>A<th>B<tr><td>1<td>${'long '.repeat(600)}<tr><td>2<td>3</table>`,
    `| A | B |\n| --- | --- |\n| 1 | ${'long '.repeat(600)}|\n| 2 | 3 |`,
  ],
  [
    'a cell below named columns may hold a part of a page',
    '<table><tr><th>A<th>B<tr><td><header>1</header><td><section>2</section><tr><td><h2>3</h2><td>4</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
  ],
  [
    'a cell below named columns may hold terms',
    '<table><tr><th>A<th>B<tr><td><dl><dt>T<dd>D</dl><td>2</table>',
    '| A | B |\n| --- | --- |\n| T<br>D | 2 |',
  ],
  [
    'a cell over rows stands in each',
    '<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><td>3</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |',
  ],
  [
    'a cell over all rows that are left stands in each of them',
    '<table><tr><th>A<th>B<tbody><tr><td rowspan=0>1<td>2<tr><td>3<tbody><tr><td>4<td>5</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |\n| 4 | 5 |',
  ],
  [
    'a cell over more rows than its group has ends with the group',
    '<table><tr><th>A<th>B<tbody><tr><td rowspan=9>1<td>2<tr><td>3<tbody><tr><td>4<td>5</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |\n| 4 | 5 |',
  ],
  [
    'a span that is no number is one row',
    '<table><tr><th>A<th>B<tr><td rowspan=all>1<td>2<tr><td>3<td>4</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
  ],
  [
    'a cell over columns stands in the first',
    '<table><tr><th>A<th>B<tr><td colspan=2>1<tr><td>2<td>3</table>',
    '| A | B |\n| --- | --- |\n| 1 |  |\n| 2 | 3 |',
  ],
  [
    'a heading over "all" columns adds none',
    '<table><tr><th colspan=100>A<tr><td>1<td>2<tr><td>3<td>4</table>',
    '| A | A |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
  ],
  [
    'a column that is always the second half of a cell is none',
    '<table><tr><th colspan=2>A<th>B<tr><td colspan=2>1<td>2</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'a total over columns adds none',
    '<table><tr><th>A<th>B<tr><td>1<td>2<tr><th colspan=50>Sum 3</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| Sum 3 | Sum 3 |',
  ],
  [
    'heading rows become one',
    '<table><tr><th rowspan=2>A<th colspan=2>B<tr><th>x<th>y<tr><td>1<td>2<td>3</table>',
    '| A | B x | B y |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
  ],
  [
    'the heading of some rows is a row, and no part of the headers above it',
    '<table><tr><th>A<th>B<tr><th colspan=2>C<tr><td>1<td>2</table>',
    '| A | B |\n| --- | --- |\n| C | C |\n| 1 | 2 |',
  ],
  [
    'several lines of a title above the headers are no such headings',
    '<table><tr><th colspan=2>C<tr><th colspan=2>D<tr><th>A<th>B<tr><td>1<td>2</table>',
    '| C D A | C D B |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'where a head is marked, other rows are none',
    '<table><thead><tr><th>A<th>B<tbody><tr><th>Sum<th>3<tr><td>1<td>2</table>',
    '| A | B |\n| --- | --- |\n| Sum | 3 |\n| 1 | 2 |',
  ],
  [
    'pipes are escaped, in code too',
    '<table><tr><th>A<th>B<tr><td>a|b<td><code>c|d</code></table>',
    '| A | B |\n| --- | --- |\n| a\\|b | `c\\|d` |',
  ],
  [
    'lines in a cell are broken by tags',
    '<table><tr><th>A<th>B<tr><td>a<br>b<p>c</p><td><ul><li>d<li>e</ul></table>',
    '| A | B |\n| --- | --- |\n| a<br>b<br>c | • d<br>• e |',
  ],
  [
    'a numbered list in a cell keeps its numbers',
    '<table><tr><th>A<th>B<tr><td><ol start=3><li>d<ul><li>e</ul><li>f</ol><td><ol reversed><li>g<li>h</ol></table>',
    '| A | B |\n| --- | --- |\n| 3. d<br>• e<br>4. f | 2. g<br>1. h |',
  ],
  [
    'a task in a list in a cell is one',
    '<table><tr><th>A<th>B<tr><td><ul><li><input type=checkbox disabled checked>d</ul><td>e</table>',
    '| A | B |\n| --- | --- |\n| • [x] d | e |',
  ],
  [
    'a task in a cell of a list is one',
    '<ul><li>a<table><tr><th>A<th>B<tr><td><input type=checkbox disabled checked>d<td>e</table></ul>',
    '- a\n\n  | A | B |\n  | --- | --- |\n  | [x] d | e |',
  ],
  [
    'and takes none from the list around the table',
    '<ol><li>a<table><tr><th>A<th>B<tr><td><li>d</li><td>e</table><li>b</ol>',
    '1. a\n\n   | A | B |\n   | --- | --- |\n   | • d | e |\n2. b',
  ],
  [
    'empty columns and rows go',
    '<table><tr><th>A<th><th>B<tr><td><td><td><tr><td>1<td><td>2</table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'a caption stands before its table',
    '<table><caption>Cap</caption><tr><th>A<th>B<tr><td>1<td>2</table>',
    'Cap\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'a layout table is plain blocks',
    '<table><tr><td><h2>A</h2><td>b<tr><td colspan=2>c</table>',
    '## A\n\nb\n\nc',
  ],
  [
    'one whose headers name its columns is not, for the names and buttons in its cells, or the heading in its caption',
    '<table><caption><h2>Plans</h2></caption><tr><th>Plan<th>Price<th><tr><td><h4>Basic</h4><td>£3<td><form><button>Buy</button></form><tr><td><h4>Pro</h4><td>£5<td></table>',
    '## Plans\n\n| Plan | Price |  |\n| --- | --- | --- |\n| Basic | £3 | Buy |\n| Pro | £5 |  |',
  ],
  [
    'a table around a table is layout',
    '<table><tr><td>a<td><table><tr><th>A<th>B<tr><td>1<td>2</table></table>',
    'a\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['a table of one column is no table', '<table><tr><td>a<tr><td>b</table>', 'a\n\nb'],
  [
    'a table said to be for presentation is none',
    '<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>',
    'a b\n\nc d',
  ],
  [
    'links and emphasis work in cells',
    '<table><tr><th>A<th><b>B</b><tr><td><a href="/x">x</a><td><b>y</b></table>',
    '| A | **B** |\n| --- | --- |\n| [x](https://shop.example/x) | **y** |',
  ],
];

it.each(tables)('%s', (_title, html, markdown) => {
  expect(toMarkdown(readPage({ html, url }))).toBe(`${markdown}\n`);
});
