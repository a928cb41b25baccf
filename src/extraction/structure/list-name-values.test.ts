import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { analysePage } from '../analysis/analyse-page.ts';
import { listNameValues } from './list-name-values.ts';

function valuesOf(html: string): readonly (readonly [string, string])[] {
  const facts = analysePage(readPage({ html, url: 'https://shop.example/oak' }), new Set());
  return listNameValues(facts).pairs.map(({ labelText, value }) => [labelText, value]);
}

const contact = '<dl><dt>Phone<dd>123 456<dt>Fax<dd>123 457<dt>Room<dd>12</dl>';
const data = '<table><tr><th>Width<td>80 cm<tr><th>Height<td>120 cm</table>';

test('the list that its heading calls properties comes before a longer one', () => {
  expect(valuesOf(`<h1>Oak</h1>${contact}<h2>Technical data</h2>${data}`)).toEqual([
    ['Width', '80 cm'],
    ['Height', '120 cm'],
  ]);
});

test('without a name the longest list is taken, and no paragraphs with a colon', () => {
  const notes = ['Note', 'Warning', 'Tip', 'Hint'].map((word) => `<p>${word}: Keep it dry.</p>`);
  expect(valuesOf(`<h1>Oak</h1>${notes.join('')}`)).toEqual([]);
  expect(valuesOf(`<h1>Oak</h1>${data}${contact}`)).toHaveLength(3);
});
