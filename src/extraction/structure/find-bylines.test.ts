import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { type ExtractStructureResult, extractStructure } from './extract-structure.ts';

const date = '<time datetime="2025-02-11">11 February 2025</time>';

function read(line: string, title = 'Old mill sold'): ExtractStructureResult {
  const html = `<html lang="en"><head><title>${title}</title><meta property="og:type" content="article"></head><body>
    <header><a href="/">Home</a></header><article><h1>Old mill sold</h1>${line}<p>The old mill at Brook Lane was sold on Monday to a
    cooperative of 32 families, who want to grind flour there again by the summer of next year.</p><p>The roof was mended in 2019. The
    mayor thanked Pat Dune for a long search.</p></article></body></html>`;
  const schema = {
    type: 'object',
    properties: { authors: { type: 'array', items: { type: 'string' } } },
  };
  const reading = readPage({ html, url: 'https://mill.example/sold' });
  return extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
}

test.each([
  `<p>Nora Feld</p>${date}`,
  `${date}<p>Nora Feld</p>`,
  '<p>By Nora Feld</p>',
  '<p>Nora Feld | 11 February 2025</p>',
  '<p>11 February 2025 – Nora Feld</p>',
  '<div><span>Nora Feld</span> <span>11 February 2025</span></div>',
  '<address>Nora Feld</address>',
  '<p><a rel="author" href="/p/7">Nora Feld</a></p>',
  '<p itemprop="author" itemscope><span itemprop="name">Nora Feld</span></p>',
])('a name in the place of an author is told as unsure: %s', (line) => {
  const { value, sources } = read(line);
  expect(value).toEqual({ authors: ['Nora Feld'] });
  expect(sources.get('/authors/0')).toMatchObject({ certainty: { doubt: 1 } });
});

test('a full name behind a stroke or a dot is told, and what is none is not', () => {
  for (const mark of ['|', '·'])
    expect(read(`<p class="byline">By Nora Feld ${mark} Ben Ashby</p>`)).toMatchObject({
      value: { authors: ['Nora Feld'] },
      cuts: [
        'Behind the last of "authors" stands "Ben Ashby", which may be another one and is not given.',
      ],
    });
  for (const rest of [
    'Local News',
    '11 February 2025',
    '5 min read',
    'Nora Feld',
    'Staff Reporter',
  ])
    expect(read(`<p class="byline">By Nora Feld | ${rest}</p>`).cuts).toEqual([]);
});

test('several names beside the date are all authors', () => {
  const line = `<div><span>Nora Feld and Ben Ashby</span> · ${date}</div>`;
  expect(read(line).value).toEqual({ authors: ['Nora Feld', 'Ben Ashby'] });
});

test.each([
  '<p>Nora Feld</p>',
  '<p>New York, 11 February 2025</p>',
  '<p>Feldkirch am Main | Northport, 11 February 2025</p>',
  '<p class="author"><a rel="category tag" href="/mills">Mills</a></p>',
  `<p>Local News</p>${date}`,
  `<p>Mill Sold</p>${date}`,
  `<p><a href="/valley-life">Valley Life</a></p>${date}`,
  `<div><a href="#a">Post</a><a href="#b">Print</a></div>${date}`,
  '<p><a href="/profile/saved"><button>Reading List</button></a></p>',
  '<address>12 Mill Road, Northport</address>',
  '<address>Northport Gazette<br>12 Mill Road</address>',
])('what no structure calls an author is none: %s', (line) => {
  expect(read(line).value).toEqual({});
});

test('a byline comes before the name by which the author signs in', () => {
  const { value } = read('<meta name="author" content="webadmin"><p class="author">Nora Feld</p>');
  expect(value).toEqual({ authors: ['Nora Feld'] });
});

test('a byline comes before the name of the site at the end of the title', () => {
  const meta = '<meta name="author" content="The Editor">';
  const title = 'Old mill sold - The Editor';
  expect(read(`${meta}<p class="author">Nora Feld</p>`, title).value).toEqual({
    authors: ['Nora Feld'],
  });
  expect(read(meta, title).value).toEqual({ authors: ['The Editor'] });
});

test('another name on the page than in its data is told, and no third one where both agree', () => {
  const shown = '<p class="author">Nora Feld</p>';
  expect(read(data('Max Moor') + shown).cuts).toEqual([
    'The page states "Max Moor" or "Nora Feld" for /authors/0; the first was taken.',
  ]);
  expect(read(`${data('Nora Feld')}${shown}<b class="writer">Max Moor</b>`).cuts).toEqual([]);
  expect(read(data('Nora Feld')).cuts).toEqual([]);
});

test('the letters that are drawn in place of a portrait are no name', () => {
  const line = '<div class="author"><svg><text>NF</text></svg></div>';
  expect(read(line).value).toEqual({});
  expect(read(`${line}<p class="author">Nora Feld</p>`).value).toEqual({ authors: ['Nora Feld'] });
});

function data(name: string): string {
  return `<script type="application/ld+json">{"@type":"Article","author":{"name":"${name}"}}</script>`;
}

const teasers = ['Ferry is late again', 'Market gets new trees', 'Choir wins a prize'].map(
  (title) =>
    `<div class="teaser"><a href="/${title.length}">${title}</a> <i class="author">Max Muster</i> ${date}</div>`,
);

test.each([
  ['who wrote the article', `<p>By Nora Feld</p>${teasers.join('')}`, ['Nora Feld']],
  ['nobody', teasers.join(''), undefined],
  [
    'one that the article names, too',
    `<i class="author">Max Muster</i>${teasers.join('')}`,
    ['Max Muster'],
  ],
])('the authors of teasers are not those of the article: %s', (_, line, authors) => {
  expect(read(line).value).toEqual(authors === undefined ? {} : { authors });
});

test.each([
  ['a byline', '<b class="author">By ', '</b>'],
  ['a name', '<b>', '</b>'],
  ['a line', '<div>', '</div>'],
])('nor are those of teasers that are a title, a date and %s', (_, start, end) => {
  const names = ['Ann Bee', 'Carl Dee', 'Eve Eff'];
  const cards = ['Ferry is late again', 'Market gets new trees', 'Choir wins a prize'].map(
    (title, at) =>
      `<article><h3><a href="/${at}">${title}</a></h3>${date} ${start}${names[at]}${end}</article>`,
  );
  expect(read(`</article><section>${cards.join('')}</section>`).value).toEqual({});
});

test('each item of a list of names is one, and of other lists the name alone', () => {
  const names = '<ul class="authors"><li>Nora Feld</li><li>Abe Lund</li></ul>';
  expect(read(names).value).toEqual({ authors: ['Nora Feld', 'Abe Lund'] });
  const meta = '<ul class="author"><li>Nora Feld</li><li>11 February 2025</li><li>London</li></ul>';
  expect(read(meta).value).toEqual({ authors: ['Nora Feld'] });
});

test.each([
  '<p class="byline">By Design</p>',
  '<p>By Design</p>',
  '<p class="byline">Staff Reporter, Daily Gazette</p>',
  '<meta name="author" content="Our Special Correspondent, Daily Gazette">',
])('neither a manner nor a post without a name is an author: %s', (line) => {
  expect(read(line).value).toEqual({});
});

test.each([
  '<figure><img src="a.jpg"><span>By Nora Feld</span></figure>',
  '<p><img src="a.jpg"> <span class="video-credit">By Nora Feld</span></p>',
])('whose a picture is, is not whose the text is: %s', (picture) => {
  expect(read(picture).value).toEqual({});
});

test.each([
  ['paragraphs', '<p>Nora Feld</p><p>Ben Ashby</p><h2>Text</h2>', ['Nora Feld', 'Ben Ashby']],
  ['items', '<ul><li>Nora Feld</li><li>Ben Ashby</li></ul>', ['Nora Feld', 'Ben Ashby']],
  ['a name and a house', '<p>Nora Feld</p><p>Hull University</p><h2>Text</h2>', ['Nora Feld']],
])('below a heading for authors each line is one: %s', (_, below, authors) => {
  expect(read(`<h2>Authors</h2>${below}`).value).toEqual({ authors });
});

test.each([
  '<p class="authors"><a>Nora Feld</a><sup>1</sup>, <a>Ben Ashby</a><sup>2,*</sup></p>',
  '<p class="authors">Nora Feld<sup>1</sup> and Ben Ashby<sup>2</sup></p>',
  '<p>Authors: Nora Feld<sup>1</sup>, Ben Ashby<sup>2</sup></p>',
  '<div class="authors"><span>Nora Feld</span><span>Ben Ashby</span></div>',
  '<div class="authors"><a href="/a">Nora Feld</a> <a href="/b">Ben Ashby</a></div>',
])(
  'all authors are read, with marks of notes behind them and with nothing between them: %s',
  (html) => {
    expect(read(html).value).toEqual({ authors: ['Nora Feld', 'Ben Ashby'] });
  },
);

test('a place behind a name, or beside it in a line about more than authors, is no author', () => {
  const parts = '<span>Nora Feld</span><span>New York</span>';
  expect(read(`<div class="byline">${parts}</div>`).value).toEqual({ authors: ['Nora Feld'] });
});
