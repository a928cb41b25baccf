import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from '../analysis/index-page.ts';
import { listLines } from './list-lines.ts';

const read = (html: string): readonly (readonly string[])[] => {
  const page = indexPage(readPage({ html, url: 'https://lists.example/' }));
  return listLines(page).map(({ blocks }) =>
    blocks.map(({ from, to }) => page.text.slice(from, to).trim()),
  );
};

const lines = ['Oak table – $249', 'Blue kettle – $24', 'Brass lamp – $48'];

test('paragraphs of two parts in a row are lines, without the sentences around them', () => {
  const paragraphs = lines.map((line) => `<p>${line}</p>`).join('');
  expect(read(`<p>These are our things.</p>${paragraphs}<p>We send them all.</p>`)).toEqual([
    lines,
  ]);
  expect(read(paragraphs.replaceAll(' –', ''))).toEqual([]);
  const bold = '<p><strong>Ann</strong> Clerk</p>';
  expect(read(bold.repeat(3))).toEqual([['Ann Clerk', 'Ann Clerk', 'Ann Clerk']]);
  expect(read(bold.repeat(2))).toEqual([]);
  expect(read(`${bold.repeat(2)}<h2>More</h2>${bold}`)).toEqual([]);
});

test('what breaks part are lines where each is of two parts', () => {
  expect(read(`<p>${lines.join('<br>')}</p>`)).toEqual([lines]);
  expect(read(`<div>${lines.join('<br>')}<br></div>`)).toEqual([lines]);
  expect(read(`<p>Mill House<br>${lines.join('<br>')}</p>`)).toEqual([]);
  expect(read(`<div>${lines.join('<br>')}<p>More</p></div>`)).toEqual([]);
});
