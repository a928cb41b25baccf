import { describe, expect, it } from 'vitest';
import { readPage } from '../read-page.ts';
import { toHtml } from '../tree/to-html.ts';
import type { ParseMode } from '../read-page.ts';

/** What is kept of a body. */
function settle(body: string, parseMode: ParseMode): string {
  const html = `<html>\n<head>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
  const { document } = readPage({ html, url: 'https://a.example/', parseMode });
  const [, kept = ''] =
    /^<html><head><\/head><body>(.*)<\/body><\/html>$/s.exec(toHtml(document, 'keep')) ?? [];
  return kept.trimEnd();
}

const most = `<p>${'More than half of all text. '.repeat(20)}</p>`.repeat(45);

describe.each<ParseMode>(['accurate', 'speed'])('white space in the %s mode', (parseMode) => {
  it.each([
    [
      'is left out between boxes and at their ends',
      '<div>\n  <p>a</p>\n  <p>b</p>\n</div>',
      '<div><p>a</p><p>b</p></div>',
    ],
    [
      'is left out of lists and tables',
      '<ul>\n<li> <a>a</a> </li>\n</ul> <table>\n<tbody> <tr>\n<td> a\n</td> <td>\n</td></tr></tbody></table>',
      '<ul><li><a>a</a></li></ul><table><tbody><tr><td> a\n</td><td></td></tr></tbody></table>',
    ],
    [
      'is one space between the parts of a line',
      '<p>\n <b>a</b>\n\t <i>b</i>\n <br>\n <em> </em>c</p>',
      '<p><b>a</b> <i>b</i> <br> <em> </em>c</p>',
    ],
    [
      'is no space where a line of Chinese or Japanese ends in the source',
      '<p>これは長い\n  文章です。\n つづき</p><p>한국어\n문장, 中文\nabc</p><pre>漢\n字</pre>',
      '<p>これは長い文章です。つづき</p><p>한국어\n문장, 中文\nabc</p><pre>漢\n字</pre>',
    ],
    ['is left out beside a box in a line', '<b>c</b> <hr> <i>d</i>', '<b>c</b><hr><i>d</i>'],
    [
      'stays where what stood beside it is hidden',
      '<div><b>a</b> <div hidden>x</div><b>b</b> <script>1</script><b>c</b></div>',
      '<div><b>a</b> <b>b</b> <b>c</b></div>',
    ],
    [
      'is one space where nothing is left between',
      '<p><b>a</b> <script>1</script>\n<link><style>b{}</style> <b>b</b></p>',
      '<p><b>a</b> <b>b</b></p>',
    ],
    [
      'is kept in preformatted text and in code',
      '<pre><b> </b>\n  <i>x</i>\n</pre><p><code>\n <b>a</b>  <b>b</b></code></p>',
      '<pre><b> </b>\n  <i>x</i>\n</pre><p><code>\n <b>a</b>  <b>b</b></code></p>',
    ],
    ['is kept as part of a text', '<p> a  b <b>c</b>  d </p>', '<p> a  b <b>c</b>  d </p>'],
    ['is no hard space', '<p>&nbsp;</p><p>\u2003</p>', '<p>&nbsp;</p><p>\u2003</p>'],
  ])('%s', (_, body, kept) => {
    expect(settle(body, parseMode)).toBe(kept);
  });

  it('does not move what is put back', () => {
    const body = `<b>a</b> <div style="display:none">${most}</div><p>b</p> <p>c</p>`;
    const order = settle(body, parseMode).match(/<b>a|More.*than|<p>b|<p>c/gs);
    expect(order?.map((part) => part.slice(0, 4))).toEqual(['<b>a', 'More', '<p>b', '<p>c']);
  });
});
