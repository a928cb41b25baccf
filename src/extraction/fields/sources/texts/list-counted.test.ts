import { describe, expect, test } from 'vitest';
import { amounts, extractFields } from '../../../../../test/support/extract-fields.ts';

const read = (html: string, ...fields: readonly string[]): unknown =>
  extractFields(`<h1>Elm House</h1>${html}`, amounts(...fields)).value;

describe('a number that counts what the field is called', () => {
  test.each([
    ['a line', '<ul><li>3 bedrooms</li><li>Garden</li></ul>', 'bedrooms', 3],
    ['one of a thing', '<p><b>1</b> bedroom</p>', 'bedrooms', 1],
    ['a part of a line', '<p>3 beds · 2.5 baths</p>', 'baths', 2.5],
    ['a part behind a comma', '<p>3 beds, 2 baths</p>', 'baths', 2],
    ['a heading', '<h2>456 Comments</h2>', 'comment_count', 456],
    ['parted digits', '<span>1,234,567 views</span>', 'views', 1_234_567],
    ['short for thousands', '<span>1.2M subscribers</span>', 'subscribers', 1_200_000],
    ['a word of another language', '<p>32 Antworten</p>', 'reply_count', 32],
    ['twice the same', '<p>12 comments</p><p>Text.</p><p>12 comments</p>', 'comments', 12],
  ])('is its value: %s', (_, html, field, value) => {
    expect(read(html, field)).toEqual({ [field]: value });
  });

  test.each([
    ['a sentence', '<p>It has 3 bedrooms and a garden.</p>', 'bedrooms'],
    ['another thing', '<p>3 bedrooms</p>', 'beds'],
    ['several things with some each', '<p>3 beds</p><p>4 beds</p>', 'beds'],
    ['a range', '<p>2-4 players</p>', 'players'],
    ['the least', '<p>10+ views</p>', 'views'],
  ])('is not given of %s', (_, html, field) => {
    expect(read(html, field)).toEqual({});
  });

  test('is not looked for above the heading', () => {
    const html = '<div>5 items</div><h1>Elm House</h1><p>It stands by the river.</p>';
    expect(extractFields(html, amounts('items')).value).toEqual({});
  });
});

test('a number is counted in a line of its own', () => {
  expect(
    extractFields('<h1>A book</h1><p>Print length<br>320 pages</p>', amounts('pages')).value,
  ).toEqual({ pages: 320 });
});
