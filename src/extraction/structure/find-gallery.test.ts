import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };

function readImages(body: string, properties: Readonly<Record<string, JsonSchema>>): unknown {
  const html = `<html lang="en"><title>Ash lamp</title><body>${body}`;
  const { value } = extractStructure({
    reading: readPage({ html, url: 'https://shop.example/ash-lamp' }),
    prompt: 'Extract the data',
    schema: { type: 'object', properties },
    detailLevel: 'medium',
  });
  return (value as { readonly images?: unknown }).images;
}

const named = { name: text, images: texts };
const front = '<img src="/i/a.jpg" alt="front">';
const side = '<img src="/i/b.jpg" alt="side">';
const both = ['https://shop.example/i/a.jpg', 'https://shop.example/i/b.jpg'];

function toMain(body: string): string {
  return `<main><h1>Ash lamp</h1>${body}</main>`;
}

describe('the pictures of a page beside other fields', () => {
  test.each([
    ['an element of their own', toMain(`<div class="gallery">${front}${side}</div>`)],
    ['an element without a name', toMain(`<p>A lamp.</p><div>${front}${side}</div>`)],
    [
      'figures with captions',
      toMain(
        `<div><figure>${front}<figcaption>Front</figcaption></figure><figure>${side}</figure></div>`,
      ),
    ],
    [
      'links to the pictures',
      toMain(`<ul><li><a href="/i/a-2.jpg">${front}</a><li><a href="/i/b-2.jpg">${side}</a></ul>`),
    ],
    ['a part before the heading', `<main><div>${front}${side}</div><h1>Ash lamp</h1></main>`],
    [
      'a section of pictures',
      toMain(`<h2>Care</h2><p>Dust.</p><h2>Photos</h2><div>${front}${side}</div>`),
    ],
  ])('are those that stand together: in %s', (_, body) => {
    expect(readImages(body, named)).toEqual(both);
  });

  test.each([
    ['a single one', toMain(`<div>${front}</div>`)],
    ['those of other things', toMain(`<h2>Similar</h2><div>${front}${side}</div>`)],
    [
      'those that lead to other pages',
      toMain(`<div><a href="/oak-lamp">${front}</a><a href="/elm-lamp">${side}</a></div>`),
    ],
    [
      'cards with headings',
      toMain(`<div><div>${front}<h2>Oak</h2></div><div>${side}<h2>Elm</h2></div></div>`),
    ],
    ['those between paragraphs', toMain(`${front}<p>A lamp.</p>${side}<p>Of ash.</p>`)],
    [
      'small ones, icons and what is no file',
      toMain(
        '<div><img src="/i/a.jpg" width="24" height="24"><img src="/i/icon.svg"><img src="data:image/gif;base64,R0"><img src="/i/b.jpg"></div>',
      ),
    ],
    ['the header', `<header><div>${front}${side}</div></header>${toMain('<p>A lamp.</p>')}`],
    ['the footer', `${toMain('<p>A lamp.</p>')}<footer><div>${front}${side}</div></footer>`],
    ['what stands beside it', toMain(`<p>A lamp.</p><aside><div>${front}${side}</div></aside>`)],
  ])('are not %s', (_, body) => {
    expect(readImages(body, named)).toBeUndefined();
  });

  test('are those that data states before those that are shown', () => {
    const data =
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product",';
    const stated = `${data}"name":"Ash lamp","image":["https://shop.example/x.jpg"]}</script>`;
    expect(readImages(stated + toMain(`<div>${front}${side}</div>`), named)).toEqual([
      'https://shop.example/x.jpg',
    ]);
  });

  test('are all of the page where nothing else is asked for', () => {
    const body = toMain(`<div>${front}${side}</div><p><img src="/i/c.jpg"></p>`);
    expect(readImages(body, { images: texts })).toHaveLength(3);
  });
});
