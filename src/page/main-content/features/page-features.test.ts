import { expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';
import { declaresArticle, readPageFeatures } from './page-features.ts';

function isArticle(head: string): boolean {
  const html = `<html><head><meta property="og:type" content="article">${head}</head><body><p>Hello.</p></body></html>`;
  return declaresArticle(readPageFeatures(readPage({ html, url: 'https://pages.example/' })));
}

test.each(['Discourse 3.1.0', 'vBulletin 5.6', 'phpBB', 'Flarum'])(
  'a page made by %s is a discussion, though it calls itself an article',
  (name) => {
    expect(isArticle(`<meta name="generator" content="${name}">`)).toBe(false);
  },
);

test.each([
  '',
  '<meta name="generator" content="WordPress 6.4">',
  '<meta name="author" content="Discourse">',
])('a page is the article that it says it is: %s', (head) => {
  expect(isArticle(head)).toBe(true);
});
