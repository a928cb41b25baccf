import { describe, expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readPage } from '../read-page.ts';
import { xmlToHtml } from './xml-to-html.ts';

const url = 'https://a.example/';
const read = (xml: string): string =>
  toMarkdown(readPage({ html: xmlToHtml(xml).html, url })).trim();
const page = (body: string, head = ''): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;

describe('XHTML is read by the rules of XML', () => {
  test.each([
    ['a title that is closed at once', page('<p>Text</p>', '<title/><script src="a.js"/>')],
    ['a box that is closed at once', page('<div id="x"/><a id="y"/><textarea/><p>Text</p>')],
    ['text in CDATA', page('<p><![CDATA[Text]]></p>')],
    ['no namespace', '<html><body><textarea/><p>Text</p></body></html>'],
    [
      'a prefix',
      '<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:body><h:p>Text</h:p></h:body></h:html>',
    ],
  ])('%s', (_name, xml) => {
    expect(read(xml)).toBe('Text');
  });

  test('marks in CDATA and entities are text', () => {
    expect(read(page('<p><![CDATA[1 < 2 && 3]]> &lt; &eacute;&#233;</p>'))).toBe('1 < 2 && 3 < éé');
  });

  test('scripts and styles end where XML ends them, and hide nothing else', () => {
    const script = '<script>//<![CDATA[\nif (a < b) write("</p>")\n//]]></script>';
    expect(read(page(`${script}<style>p &gt; b { display: none }</style><p>a<b>b</b></p>`))).toBe(
      'a',
    );
  });

  test('lists, links and pictures stay what they are', () => {
    const body =
      '<ul><li><a href="/x?a=1&amp;b=2">x</a></li></ul><p><img src="/i.png" alt="I"/></p>';
    expect(read(page(body))).toBe(
      '- [x](https://a.example/x?a=1&b=2)\n\n![I](https://a.example/i.png)',
    );
  });
});

test('of a feed, each element is a block of text, whatever HTML has by its name', () => {
  const feed =
    '<rss version="2.0"><channel><title>Harbour news</title><link>https://a.example/1</link><item><title>Lamp lit</title><description><![CDATA[<b>Today</b>]]></description></item></channel></rss>';
  const text = read(feed);
  expect(text).toContain('Harbour news\n\nhttps://a.example/1\n\nLamp lit');
  expect(text).toContain('Today');
});

test('what is broken or endless is read as well as it goes, in time that grows with its length', () => {
  expect(read(page('<p>First</p><p>Second'))).toBe('First\n\nSecond');
  const deep = '<a>'.repeat(200_000);
  expect(xmlToHtml(deep).isCut).toBe(true);
  const names = Array.from({ length: 20_000 }, (_, at) => `<p xmlns:p${at}="u:${at}">`).join('');
  const work = workRatioOf(() => [deep, names, '<![CDATA['.repeat(100_000)].map(xmlToHtml));
  expect(work).toBeLessThan(400);
});
