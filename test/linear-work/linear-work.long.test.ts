import { expect, test } from 'vitest';
import { dataPages } from '../support/growing/data-pages.ts';
import { extractionPages } from '../support/growing/extraction-pages.ts';
import { markupPages } from '../support/growing/markup-pages.ts';
import { pageWork } from '../support/page-work.ts';
import { maxExponent, measureGrowth, testLinearWork } from '../support/measure-growth.ts';

/** One of so many pages; the `.long` files of this folder measure all. */
const every = 12;
const pages = Object.entries({ ...markupPages, ...dataPages, ...extractionPages });

testLinearWork(Object.fromEntries(pages.filter((_page, index) => index % every === 0)));

/** Scripts that move a part each are few in the smallest pages. */
test.each([
  'parts that come later',
  'parts that come later, one in the other',
  'parts whose place their names tell',
  'calls that name one part without a place',
])('the time for parts that a script moves grows as a large page does: %s', (name) => {
  const grow = markupPages[name];
  const work = pageWork['reading by the HTML standard'];
  if (grow === undefined || work === undefined) throw new Error('Expected the page and the work.');
  expect(measureGrowth(work, grow, 128 * 1_024)).toBeLessThan(maxExponent);
});

const letters = (length: number): string => 'a'.repeat(length);

/** Reads the text from its start to its end at each so many characters of it. */
function readAtEach(step: number, html: string): void {
  let sum = 0;
  for (let at = 0; at < html.length; at += step) {
    for (let other = 0; other < html.length; other += 1) sum += html.charCodeAt(other) & at;
  }
  expect(sum).toBeGreaterThanOrEqual(0);
}

/** The positive control. */
test('work in the square of the length is noticed', () => {
  expect(measureGrowth((html) => readAtEach(64, html), letters)).toBeGreaterThan(maxExponent);
});

test('work in the length is not, whatever it costs', () => {
  expect(measureGrowth((html) => readAtEach(html.length / 2_000, html), letters)).toBeLessThan(
    maxExponent,
  );
});
