import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from './index-page.ts';

function readCell(cell: string): string {
  const html = `<table><tr><td>${cell}</td></tr></table>`;
  return indexPage(readPage({ html, url: 'https://notes.example/' })).text.trim();
}

test.each([
  ['120<sup>2</sup>', '120'],
  ['1999 <sup>1, 2</sup>', '1999'],
  ['68,000,000<sup>1</sup>', '68,000,000'],
  ['12.5%<sup>3</sup>', '12.5%'],
  ['$1,200<sup>1</sup> (2019)', '$1,200 (2019)'],
  ['8<sup>1</sup><br>or more', '8\nor more'],
  ['Germany<sup>3</sup>', 'Germany'],
  ['GDP<sup>2</sup> ($ bn)', 'GDP ($ bn)'],
])(
  'the number of a note that is raised behind a number or a word is no part of the text: %s',
  (cell, said) => {
    expect(readCell(cell)).toBe(said);
  },
);

test.each([
  ['cents', '£19<sup>99</sup>', '£1999'],
  ['tenths of cents', '$1.79<sup>9</sup>', '$1.799'],
  ['powers of ten', '10<sup>6</sup>', '10^6'],
  ['negative powers of ten', '10<sup>−12</sup>', '10^−12'],
  ['cents of ten', '10<sup>99</sup>', '1099'],
  ['tenths of ten', '$10<sup>9</sup>', '$109'],
  ['powers of ten behind a factor', '1.99 × 10<sup>3</sup>', '1.99 × 10^3'],
  ['powers of two', '2<sup>8</sup>', '28'],
  ['squares behind a number', '30 leagues<sup>2</sup>', '30 leagues2'],
  ['squares of units', 'metres<sup>2</sup>', 'metres2'],
  ['squares of units in brackets', 'Area (verst<sup>2</sup>)', 'Area (verst2)'],
  ['short words', 'Chi<sup>2</sup>', 'Chi2'],
  ['ordinals', '1<sup>st</sup>', '1st'],
  ['fractions', '12<sup>1</sup>/<sub>2</sub>', '121/2'],
  ['fractions without a slash', '12<sup>1</sup><sub>2</sub>', '1212'],
])('%s are no marks of notes', (_, cell, said) => {
  expect(readCell(cell)).toBe(said);
});
