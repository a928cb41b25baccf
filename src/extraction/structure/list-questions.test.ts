import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { analysePage } from '../analysis/analyse-page.ts';
import { listQuestions } from './list-questions.ts';

const url = 'https://shop.example/help';

function read(html: string): readonly unknown[] {
  return listQuestions(analysePage(readPage({ html, url }), new Set())).map(({ value }) => value);
}

test.each([
  '<dl><dt>Does it fold?</dt><dd>Yes, in three.</dd></dl>',
  '<details><summary>Does it fold?</summary>Yes, in three.</details>',
])('reads the questions of %s', (html) => {
  expect(read(html)).toEqual([{ question: 'Does it fold?', answer: 'Yes, in three.' }]);
});

test('takes one heading that asks for the title of a text', () => {
  expect(read('<h2>Why oak?</h2><p>It lasts.</p>')).toEqual([]);
  expect(
    read('<h2>Why oak?</h2><p>It lasts.</p><h2>Why fir?</h2><p>It is light.</p>'),
  ).toHaveLength(2);
});
