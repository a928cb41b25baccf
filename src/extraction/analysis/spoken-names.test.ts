import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { createLabelTest } from '../lexicon/fold-label.ts';
import { indexPage } from './index-page.ts';
import { listSpokenNames } from './spoken-names.ts';

function list(html: string, wanted: string): readonly string[] {
  const page = indexPage(readPage({ html, url: 'https://labels.example/' }));
  const found = listSpokenNames(page, createLabelTest(new Set([wanted])));
  return Array.from(found, ({ name, value }) => `${name} = ${value}`);
}

test.each([
  '<ul><li aria-label="Bedrooms">3</li></ul>',
  '<ul><li title="Bedrooms"><i></i>3</li></ul>',
  '<p aria-label="Bedrooms: 3">3</p>',
  '<p><img alt="Bedrooms" src="/b.svg"> 3</p>',
  '<p><i title="Bedrooms"></i> 3 <i title="Baths"></i> 2</p>',
  '<p><i title="Bedrooms"></i><span>3</span><i title="Baths"></i><span>2</span></p>',
  '<div><i title="Bedrooms"></i></div><div><span aria-label="Bedrooms">3</span></div>',
])('a value has the name that its markup says in place of a shown label: %s', (html) => {
  expect(list(html, 'bedrooms')).toEqual(['Bedrooms = 3']);
});

test.each([
  '<button title="Price">Show more</button>',
  '<a href="/" aria-label="Price">Our offers</a>',
  '<a href="/"><i title="Price"></i> Our offers</a>',
  '<div aria-label="Price"><p>Oak</p><p>£3</p></div>',
  '<p title="Price">Price</p>',
  '<p><i title="Price"></i>from <b>Ann</b></p>',
  '<p><i title="Price"></i></p><p>Ann</p>',
])('what is pressed, goes on or holds several lines is no value of that name: %s', (html) => {
  expect(list(html, 'price')).toEqual([]);
});
