import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { toHtml } from './to-html.ts';

const read = (html: string) => readPage({ html, url: 'https://a.example/' }).document;

test('images become their alternative text, but for those that stand in the page where these are kept', () => {
  const html = '<p>a<img src="/b.png" alt="bird">c<img src="data:image/png,x" alt="cat"></p>';
  const kept = '<img src="data:image/png,x" alt="cat">';
  expect(toHtml(read(html), 'alt')).toContain('<p>a bird c cat</p>');
  expect(toHtml(read(html), 'embedded')).toContain(`<p>a bird c${kept}</p>`);
  expect(toHtml(read(html), 'keep')).toContain(`<p>a<img src="/b.png" alt="bird">c${kept}</p>`);
});
