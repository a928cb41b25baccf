import { describe, expect, test } from 'vitest';
import { answerPrompt } from '../../../test/support/answer-prompt.ts';

const page = `<h1>Files</h1><h2 id="a">Plans</h2><p>Ask <a href="mailto:a@b.example">a@b.example</a></p>
  <ul><li><a href="/x.pdf">One</a></li><li><a href="https://other.example/y">Two</a></li></ul><img src="/i.png" alt="Oak"><h2>More</h2>`;

describe('what the markup of a page says by itself', () => {
  test.each([
    ['liens vers les PDF', { pdf: [{ text: 'One', url: 'https://pages.example/x.pdf' }] }],
    [
      'alle Bilder mit Alternativtext',
      { bilder: [{ url: 'https://pages.example/i.png', alt: 'Oak' }] },
    ],
    ['correos electrónicos', { correos: ['a@b.example'] }],
    ['h2 headings', { h2: ['Plans', 'More'] }],
    ['all h1 headings', { h1: ['Files'] }],
    ['external links', { external_links: [{ text: 'Two', url: 'https://other.example/y' }] }],
    ['internal links', { internal_links: [{ text: 'One', url: 'https://pages.example/x.pdf' }] }],
    ['table of contents', { table_of_contents: ['Files', 'Plans', 'More'] }],
  ])('%s', (prompt, expected) => {
    expect(answerPrompt(page, prompt).value).toEqual(expected);
  });

  test('a table of contents has no headings of menus, side bars, headers and footers', () => {
    const around = `<header><h2>Menu</h2></header><nav><h3>News</h3></nav><main>${page}</main>
      <aside><h2>Read also</h2></aside><footer><h2>About us</h2></footer>`;
    expect(answerPrompt(around, 'table of contents').value).toEqual({
      table_of_contents: ['Files', 'Plans', 'More'],
    });
  });

  test('links with text and href have both', () => {
    expect(answerPrompt(page, 'list of links with text and href').value).toEqual({
      links: [
        { text: 'One', url: 'https://pages.example/x.pdf' },
        { text: 'Two', url: 'https://other.example/y' },
      ],
    });
  });

  test.each(['attributes', 'all attributes'])('%s are not all that a page says', (prompt) => {
    expect(answerPrompt(page, prompt).needsModel).toBeDefined();
  });
});
