import { describe, expect, test } from 'vitest';
import { choose, noSigns, text } from '../../../../test/support/choose-blocks.ts';
import { pageKinds } from '../features/page-features.ts';

describe('what stands between two paragraphs', () => {
  const end = `Later: ${text}`;
  const between = (part: string): readonly string[] =>
    choose(`<main><p>${text}</p>${part}<p>${end}</p></main>`);

  test.each([
    ['a note', '<aside class="note"><p>Stay out of the wind.</p></aside>'],
    ['a quote', '<blockquote>I walk out. <a href="/1">May 1</a></blockquote>'],
    ['a list', '<ul><li>Going out</li><li>Sold out</li></ul>'],
    ['a list in a division', '<div><ul><li>Going out</li><li>Sold out</li></ul></div>'],
    [
      'a post',
      '<blockquote class="twitter-tweet"><p>Sold out <a href="/1">pic.example/out</a></p>— Ann <a href="/1">May 1, out</a></blockquote>',
    ],
    [
      'a post in a figure',
      '<figure><div><blockquote class="media-embed">Sold out <a href="/1">A post by Ann</a></blockquote></div></figure>',
    ],
    [
      'a table in a figure',
      '<figure><table><tr><td>Oban out</td><td>May out</td></tr><tr><td>Mull out</td><td>June out</td></tr></table></figure>',
    ],
    [
      'a sentence',
      '<p>The island is out of reach of any other ferry on most days, and of all boats in a storm.</p>',
    ],
  ])('is kept: %s', (_, part) => {
    expect(between(part).length).toBeGreaterThan(2);
  });

  test.each([
    ['an advertisement', '<aside class="promo"><p>Stay out of the wind.</p></aside>'],
    ['a label', '<aside>Read it out</aside>'],
    [
      'a table of one cell in a figure',
      '<figure><table><tr><td>Find out whether it fits you</td></tr></table></figure>',
    ],
    ['a list in a figure', '<figure><ul><li>Going out</li><li>Sold out</li></ul></figure>'],
    ['a division', '<div>Stay out of the wind.</div>'],
    ['links', '<ul><li><a href="/1">Going out</a></li><li><a href="/2">Sold out</a></li></ul>'],
    [
      'the link to a post',
      '<blockquote class="imgur-embed"><a href="/1">View post out there</a></blockquote>',
    ],
    ['a hidden part', '<ul hidden id="o"><li>Going out</li><li>Sold out</li></ul>'],
  ])('is not kept for that: %s', (_, part) => {
    expect(between(part)).toEqual([text, end]);
  });

  test('is kept there alone, not below the last one', () => {
    const note = '<aside class="note"><p>Stay out of the wind.</p></aside>';
    expect(choose(`<main><p>${text}</p><p>${end}</p>${note}</main>`)).toEqual([text, end]);
  });

  test('is kept below the last one where it is a post', () => {
    const post = '<blockquote class="twitter-tweet">Sold out <a href="/1">May 1</a></blockquote>';
    const kept = choose(`<main><p>${text}</p><p>${end}</p>${post}</main>`);
    expect(kept).toHaveLength(3);
    expect(choose(`<main><p>${text}</p><p>out ${end}</p>${post}</main>`)).toEqual([text]);
  });
});

describe('a list of which most is kept', () => {
  const items = [
    'Ropes for the deck of the ferry',
    'Nets for the whole fleet, which are sold out until the end of May, and hooks',
  ];
  const list = `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const page = `<main><p>${text}</p><div>${list}</div></main>`;

  test('is kept whole', () => {
    expect(choose(page)).toEqual([text, ...items]);
  });

  test('is left as it is on pages that are lists themselves', () => {
    expect(choose(page, { ...noSigns, kind: pageKinds.product })).not.toContain(items[1]);
  });
});
