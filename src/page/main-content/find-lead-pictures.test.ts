import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { collectBlocks } from './blocks/collect-blocks.ts';
import { readBlockText } from './blocks/page-blocks.ts';
import { findLeadPictures } from './find-lead-pictures.ts';
import { decodeModel } from './model/main-content-model.ts';
import { weights } from './model/weights.ts';

const { lexicon } = decodeModel(weights);

/** The addresses of the pictures that open a page of which all is kept but what says `out`. */
function listSources(html: string): readonly (string | undefined)[] {
  const page = collectBlocks(parseDocument(html), lexicon);
  const kept = Uint8Array.from(page.blocks.words, (_, block) =>
    readBlockText(page, block).includes('out') ? 0 : 1,
  );
  return findLeadPictures(page, kept).map(({ attribs }) => attribs['src']);
}

const picture = '<img src="/1.jpg" alt="A wall">';
const figure = `<figure>${picture}<figcaption>out</figcaption></figure>`;

test.each([
  ['directly before it', `<article><h1>T</h1><p>out</p>${picture}<p>a</p></article>`],
  ['in a figure', `<article><h1>T</h1>${figure}<p>a</p></article>`],
  [
    'in a box of its own',
    `<div><h1>T</h1><p>out</p><div><a href="/">${picture}</a></div><p>a</p></div>`,
  ],
  [
    'before the box of the text',
    `<article><p>out</p><div>${picture}</div><div><p>a</p></div></article>`,
  ],
  ['above the title', `<article>${figure}<h1>T</h1><p>out</p><p>a</p></article>`],
  [
    'in the header',
    `<main><header><h1>T</h1><p>out</p>${figure}<p>out</p></header><p>a</p></main>`,
  ],
])('a picture opens the text: %s', (_, html) => {
  expect(listSources(html)).toEqual(['/1.jpg']);
});

test('a video opens the text', () => {
  const video = '<div><iframe src="https://v.example/embed/1"></iframe></div>';
  expect(listSources(`<article><p>out</p>${video}<p>a</p></article>`)).toEqual([
    'https://v.example/embed/1',
  ]);
});

test.each([
  ['an icon', '<article><p>out</p><img src="/1.jpg" width="40"><p>a</p></article>'],
  ['a drawing without words', '<article><p>out</p><img src="/1.svg" alt=""><p>a</p></article>'],
  ['a row of them', `<article><p>out</p><div>${picture}${picture}</div><p>a</p></article>`],
  ['an advertisement', `<article><p>out</p><div class="advert">${picture}</div><p>a</p></article>`],
  ['a portrait', `<article><p>out</p><div class="author">${picture}</div><p>a</p></article>`],
  ['one of several figures', `<article>${figure}${figure}<h1>T</h1><p>out</p><p>a</p></article>`],
  ['a figure at the side', `<article><aside>${figure}</aside><p>out</p><p>a</p></article>`],
  [
    'a figure of another article',
    `<main><article>${figure}<p>out</p></article><p>out</p><p>a</p></main>`,
  ],
  ['a figure outside the text', `<div>${figure}<p>out</p><p>a</p></div>`],
  ['one behind another text', `<article>${picture}<p>out</p><p>a</p></article>`],
])('does not open it: %s', (_, html) => {
  expect(listSources(html)).toEqual([]);
});
