import { expect, test } from 'vitest';
import { extractFields, text } from '../../../test/support/extract-fields.ts';

test('what its class calls a subtitle is no part of the title that the page begins with', () => {
  const head = '<title>The Long Walk by Ada Ash (Hardcover): Books</title>';
  const heading = '<h2>The Long Walk<span class="subtitle"> : A Story (Hardcover)</span></h2>';
  expect(extractFields(`${head}${heading}`, { title: text }).value).toEqual({
    title: 'The Long Walk',
  });
  const whole = '<title>The Long Walk : A Story (Hardcover) – Books</title>';
  expect(extractFields(`${whole}${heading}`, { title: text }).value).toEqual({
    title: 'The Long Walk : A Story (Hardcover)',
  });
});

test('a heading that names the author is not the title, however short that is', () => {
  const head = '<title>Kraken by Ada Ash-Birch (Hardcover): Books of Oakham</title>';
  const headings =
    '<h2>Kraken<span class="subtitle"> (Hardcover)</span></h2><h3 class="author">by Ada Ash-Birch</h3>';
  expect(extractFields(`${head}${headings}`, { title: text }).value).toEqual({ title: 'Kraken' });
});
