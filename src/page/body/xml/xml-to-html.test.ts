import { describe, expect, test } from 'vitest';
import { workRatioOf } from '../../../../test/support/work-ratio-of.ts';
import { toMarkdown } from '../../markdown/to-markdown.ts';
import { readMetadata } from '../../structured-data/read-metadata.ts';
import { readPage } from '../../read-page.ts';
import { readText } from '../../tree/node-text.ts';
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

test('of other XML, each element is a block of text, whatever HTML has by its name', () => {
  const text = read(
    '<r><title>Lamp</title><link>https://a.example/1</link><p hidden="">Lit</p></r>',
  );
  expect(text).toBe('Lamp\n\n[https://a.example/1](https://a.example/1)\n\nLit');
});

test('elements of other XML are called what they are', () => {
  expect(xmlToHtml('<a><price unit="£">3</price></a>').html).toContain(
    '<div class="price">3</div>',
  );
});

const entry = (content: string): string =>
  read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry>${content}</entry></feed>`);

describe('of a feed', () => {
  const shown = 'The **quay** is open.\n\n- See [the plan](https://a.example/plan)';

  test.each([
    '<content type="html">&lt;p>The &lt;b>quay&lt;/b> is open.&lt;ul>&lt;li>See &lt;a href="/plan">the plan&lt;/a></content>',
    '<summary type="html"><![CDATA[</div><p>The <b>quay</b> is open.<ul><li>See <a href="/plan">the plan</a>]]></summary>',
    '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>The <b>quay</b> is open.</p><ul><li>See <a href="/plan">the plan</a></li></ul></div></content>',
    '<description>&lt;p&gt;The &lt;b&gt;quay&lt;/b&gt; is open.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;See &lt;a href="/plan"&gt;the plan&lt;/a&gt;&lt;/li&gt;&lt;/ul&gt;</description>',
  ])('HTML is read as HTML, however it is written: %s', (content) => {
    expect(entry(content)).toBe(shown);
    expect(entry(`${content}<id>urn:1</id>`)).toBe(`${shown}\n\nurn:1`);
  });

  test('signs that are a text stay one', () => {
    expect(entry('<title type="html">Fish &amp;amp; chips</title>')).toBe('## Fish & chips');
    expect(entry('<title>Fish &amp; chips for 2 &lt; 3</title>')).toContain('Fish & chips for 2');
    expect(entry('<title type="text">How to use &lt;b&gt;</title>')).toContain('<b');
    expect(entry('<title><![CDATA[if (a <b)]]></title>')).toContain('(a');
  });

  test.each([
    ['<link href="https://b.example/1?a=1&amp;b=2"/>', 'https://b.example/1?a=1&b=2'],
    ['<link rel="alternate" href="/1"/>', '/1'],
  ])('the link in an attribute is one: %s', (link, text) => {
    const html = xmlToHtml(`<feed><entry><title>Lamp</title>${link}</entry></feed>`).html;
    const page = readPage({ html, url });
    expect(toMarkdown(page)).toContain(new URL(text, url).href);
    expect(readText(page.document)).toContain(text);
  });

  test.each([
    '<rss><channel><title>Harbour</title><language>de</language><description>News of "Ann" &amp; &lt;b>Bo&lt;/b></description><item><title>A</title><description>An entry</description></item></channel></rss>',
    '<feed xml:lang="de"><title>Harbour</title><entry><title>A</title><summary>An entry</summary></entry><subtitle>News of "Ann" &amp; Bo</subtitle></feed>',
  ])('what it says of itself is the metadata of the page: %s', (feed) => {
    expect(readMetadata(readPage({ html: xmlToHtml(feed).html, url }))).toEqual({
      title: 'Harbour',
      description: 'News of "Ann" & Bo',
      language: 'de',
    });
  });

  test('an entry alone says nothing of it', () => {
    const feed =
      '<rss><channel><item><title>A</title><description>B</description></item></channel></rss>';
    expect(readMetadata(readPage({ html: xmlToHtml(feed).html, url })).description).toBeNull();
  });

  test.each([
    [
      'RSS',
      '<rss version="2.0"><channel><title>Harbour &amp; news</title><link>https://a.example/</link><image><title>Logo</title></image><item><title>How &lt;table&gt; is lit</title><link>https://a.example/1</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate><description><![CDATA[<b>Today</b>]]></description><enclosure url="https://a.example/a.mp3" type="audio/mpeg"/><enclosure url="https://a.example/a.png" type="image/png"/></item></channel></rss>',
    ],
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour &amp; news</title><link href="https://a.example/"/><logo>Logo</logo><entry><title>How &lt;table&gt; is lit</title><link href="https://a.example/1"/><updated>Mon, 02 Nov 2026 10:00:00 GMT</updated><summary type="html">&lt;b&gt;Today&lt;/b&gt;</summary><link rel="enclosure" href="https://a.example/a.mp3"/><media:thumbnail url="https://a.example/a.png"/></entry></feed>',
    ],
  ])('%s: an entry is an article with a heading, links and a time', (_name, feed) => {
    const { document, title } = readPage({ html: xmlToHtml(feed).html, url });
    expect(title).toBe('Harbour & news');
    expect(toMarkdown({ document, url }).replaceAll('\\', '').trim()).toBe(
      [
        '# Harbour & news',
        '[https://a.example/](https://a.example/)',
        'Logo',
        '## How <table> is lit',
        '[https://a.example/1](https://a.example/1)',
        'Mon, 02 Nov 2026 10:00:00 GMT',
        '**Today**',
        '[https://a.example/a.mp3](https://a.example/a.mp3)',
        '![](https://a.example/a.png)',
      ].join('\n\n'),
    );
    expect(xmlToHtml(feed).html).toContain('<time>Mon, 02 Nov 2026 10:00:00 GMT</time>');
    expect(xmlToHtml(feed).html).toContain('<article');
  });

  test('who wrote an entry is its author, whatever the vocabulary calls it', () => {
    const rss = '<rss><channel><item><dc:creator>Ann Lee</dc:creator></item></channel></rss>';
    expect(xmlToHtml(rss).html).toContain('<div class="author">Ann Lee</div>');
  });

  test('a title with marks is marked up', () => {
    const rss =
      '<rss><channel><item><title>A &lt;i&gt;lamp&lt;/i&gt;</title></item></channel></rss>';
    expect(read(rss)).toBe('## A *lamp*');
  });

  test('addresses start from the base that the document states', () => {
    const html = '<content type="html">&lt;img alt="I" src="i.png"&gt;</content>';
    const xml = `<feed xml:base="https://b.example/"><entry xml:base="x/"><link href="1"/>${html}</entry></feed>`;
    expect(read(xml)).toBe(
      '[https://b.example/x/1](https://b.example/x/1)\n\n![I](https://b.example/x/i.png)',
    );
  });

  test('links for programs are none, nor are those in the head of XHTML', () => {
    expect(entry('<link rel="self" href="/feed"/><id>urn:1</id>')).toBe('urn:1');
    expect(read(page('<p>Text</p>', '<link rel="alternate" href="/feed"/>'))).toBe('Text');
  });

  test('it says nothing of the page around it', () => {
    const base =
      '<content type="html">&lt;base href="https://b.example/"&gt;&lt;a href="/x"&gt;x&lt;/a&gt;</content>';
    expect(entry(base)).toBe('[x](https://a.example/x)');
  });
});

const declare = (entities: string): string => `<!DOCTYPE r [${entities}]>`;

describe('what a document declares', () => {
  test('is no text, and short entities are what they stand for', () => {
    const xml = `${declare('<!ELEMENT r ANY> <!ENTITY co "ACME"><!ENTITY lt "&#38;#60;"><!ENTITY b \'Bolt\'>')}<r a="&co;">&co; &b; &eacute;&lt;<![CDATA[&co;]]></r>`;
    expect(read(xml).replaceAll('\\', '')).toBe('ACME Bolt é<&co;');
    expect(read(`${declare('')}<r>[1]></r>`)).toContain('1');
    expect(read('<!DOCTYPE r SYSTEM "r.dtd"><r>a]>b</r>')).toContain('b');
  });

  test('as entities of entities, of markup and in great number is left out', () => {
    const nested = `${declare('<!ENTITY a "aa"><!ENTITY b "&a;&a;">')}<r>[&b;]</r>`;
    expect(read(nested).replaceAll('\\', '')).toBe('[]');
    const long = `${declare(`<!ENTITY a "${'a'.repeat(1_000)}">`)}<r>${'&a;'.repeat(100_000)}</r>`;
    expect(xmlToHtml(long).html.length).toBeLessThan(1_001_000);
  });

  test('as an instruction is no text, whatever signs it has', () => {
    expect(read('<?x if (a > b) y ?><r>One<?y 1 > 2 ?> two<?z?> three</r>')).toBe('One two three');
  });
});

test('what is broken or endless is read as well as it goes, in time that grows with its length', () => {
  expect(read(page('<p>First</p><p>Second'))).toBe('First\n\nSecond');
  const deep = '<a>'.repeat(200_000);
  expect(xmlToHtml(deep).isCut).toBe(true);
  const names = Array.from({ length: 20_000 }, (_, at) => `<p xmlns:p${at}="u:${at}">`).join('');
  const work = workRatioOf(() => [deep, names, '<![CDATA['.repeat(100_000)].map(xmlToHtml));
  expect(work).toBeLessThan(400);
});

test('what an element without a text says in attributes are blocks of text, and of a feed they are not', () => {
  const rates =
    '<rates xmlns:x="urn:x"><cube time="1"><rate code="USD" x:a="b" value="1.08"/></cube></rates>';
  expect(read(rates)).toBe('USD\n\n1.08');
  expect(read('<r><i u="https://b.example/"/><i a="&lt;b"> </i></r>')).toBe(
    '[https://b.example/](https://b.example/)\n\n\\<b',
  );
  expect(read('<rss><channel><item><guid a="b"/></item></channel></rss>')).toBe('');
});
