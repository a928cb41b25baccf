import { expect, test } from 'vitest';
import { dataPages } from '../support/growing/data-pages.ts';
import { extractionPages } from '../support/growing/extraction-pages.ts';
import { markupPages } from '../support/growing/markup-pages.ts';
import { growTwice, maxGrowth, measureGrowth, testLinearWork } from '../support/measure-growth.ts';

/** One of so many pages; the `.long` files of this folder measure all. */
const every = 12;
const pages = Object.entries({ ...markupPages, ...dataPages, ...extractionPages });

testLinearWork(Object.fromEntries(pages.filter((_page, index) => index % every === 0)));

/** Work in the square of the length. */
function square(html: string): void {
  let sum = 0;
  for (let at = 0; at < html.length; at += 8) {
    for (let other = 0; other < html.length; other += 32) sum += html.charCodeAt(other) & at;
  }
  expect(sum).toBeGreaterThan(0);
}

/** The positive control. */
test('work in the square of the length is noticed', () => {
  expect(
    measureGrowth(
      square,
      growTwice((length) => 'a'.repeat(length)),
    ),
  ).toBeGreaterThan(maxGrowth);
});
