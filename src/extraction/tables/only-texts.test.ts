import { expect, test } from 'vitest';
import { product, readRows, text } from '../../../test/support/extract-list.ts';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const dish = (name: string, price: string): string =>
  `<li><span>${name}</span> <span class="price">€${price}</span></li>`;

test('the only words beside a price are the name, however short they are', () => {
  const html = `<ul>${dish('Pho', '9.50')}${dish('Ramen', '11.00')}${dish('Udon', '10.00')}</ul>`;
  expect(readRows(`<main><h1>Noodles</h1>${html}</main>`, product)).toEqual([
    { name: 'Pho', price: 9.5 },
    { name: 'Ramen', price: 11 },
    { name: 'Udon', price: 10 },
  ]);
});

function readSpeakers(heading: string): unknown {
  const html = '<ul><li>Ann Lee</li><li>Bob Ray</li></ul>';
  const page = `<main><h1>Conference</h1><h2>${heading}</h2>${html}</main>`;
  const people = { type: 'array', items: { type: 'object', properties: { name: text } } };
  return extractStructure({
    reading: readPage({ html: page, url: 'https://lists.example/page' }),
    prompt: 'Extract the data',
    schema: { type: 'object', properties: { speakers: people } },
    detailLevel: 'medium',
  }).value;
}

test('the only words below the heading that is asked for are names', () => {
  const speakers = [{ name: 'Ann Lee' }, { name: 'Bob Ray' }];
  expect(readSpeakers('Speakers')).toEqual({ speakers });
  expect(readSpeakers('Rooms')).toEqual({});
});
