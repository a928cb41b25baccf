import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { readText } from '../tree/node-text.ts';

function read(body: string, sheet = ''): string {
  const html = `<style>${sheet}</style><body>${body}</body>`;
  return readText(readPage({ html, url: 'https://shop.example/' }).document).trim();
}

test('parts what a style sheet displays as blocks', () => {
  const two = '<p><span class="b">boats</span><span class="b">ports</span></p>';

  expect(read(two)).toBe('boatsports');
  expect(read(two, '.b { display: block }')).toBe('boats ports');
  expect(read(two, '.b { display: inline }')).toBe('boatsports');
  expect(read('<p><em>boats</em>and ports</p>', 'em { display: block }')).toBe('boats and ports');
});

test('parts the children of a flex box or a grid', () => {
  const row = '<div class="r"><span>soup</span><i>(hot)</i><b>5</b></div>';

  expect(read(row)).toBe('soup(hot)5');
  expect(read(row, '.r { display: flex }')).toBe('soup (hot) 5');
  expect(read(row, '.r { display: inline-grid }')).toBe('soup (hot) 5');
  expect(read(row.replace('class="r"', 'style="display:flex"'))).toBe('soup (hot) 5');
});

test('a mark behind a box belongs to it, and a rule for other elements changes nothing', () => {
  expect(read('<p><b>Name</b>: Ada</p>', 'b { display: block }')).toBe('Name: Ada');
  expect(read('<p>im<b>por</b>tant</p>', '.r > b { display: block }')).toBe('important');
});

test('leaves the lines of code alone', () => {
  const code = '<pre><code><span class="l">let</span><span class="l">x</span></code></pre>';

  expect(read(code, 'i { display: block }')).toBe('letx');
});
