import { expect, test } from 'vitest';
import { extractFields, lines } from '../../../../../test/support/extract-fields.ts';

test('how many have rated is the number in front of what they gave', () => {
  const field = { review_count: { type: 'integer' } };
  for (const [line, count] of [
    ['4.6 out of 5 stars (1,204 ratings)', 1_204],
    ['★ 4.6 | 88 reviews', 88],
    ['Based on 12 customer reviews', 12],
    ['2.3k reviews', 2_300],
    ['4.9 from 35 reviews', 35],
    ['326 votos', 326],
  ] as const) {
    expect(extractFields(lines(line), field).value).toEqual({ review_count: count });
  }
  const german = lines('4,6 von 5 Sternen (1.234 Bewertungen)');
  expect(extractFields(german, { ...field, rating: { type: 'number' } }, 'de').value).toEqual({
    review_count: 1_234,
    rating: 4.6,
  });
  for (const line of ['See all reviews', 'Top 10 reviews of 2025', '5 tips for reviews']) {
    expect(extractFields(lines(line), field).value).toEqual({});
  }
});

const drawStars = (label: string): string =>
  `<h1>Lamp</h1><i aria-label="${label}"></i><p>312 reviews</p>`;

test('a rating is read in front of how many have given it, and of a drawing that says its tenths', () => {
  const fields = { rating: { type: 'number' }, review_count: { type: 'integer' } };
  const read = (html: string): unknown => extractFields(html, fields).value;
  const both = { rating: 4.6, review_count: 312 };
  expect(read('<h1>Lamp</h1><div><span>4.6</span> <a>(312 reviews)</a></div>')).toEqual(both);
  expect(read('<h1>Lamp</h1><p>★ 4.6 (312)</p>')).toEqual(both);
  expect(read(drawStars('Rated 4.6 out of 5'))).toEqual(both);
  expect(read(drawStars('Rate this 1 out of 5 stars'))).toEqual({ review_count: 312 });
});

test('neither what visitors can give nor how many have given it is a rating', () => {
  const fields = { rating: { type: 'number' } };
  for (const html of [
    '<h1>Soup</h1><select><option>Give it 4/5</option><option>Give it 5/5</option></select>',
    '<h1>Soup</h1><div class="rating"><i></i><span>(2)</span> <a>Write a review</a></div>',
  ])
    expect(extractFields(html, fields).value).toEqual({});
});

test('how many have rated is a whole number', () => {
  const html = '<h1>Fans</h1><span class="review-count">Rated 4.9 out of 26048 reviews</span>';
  expect(extractFields(html, { review_count: { type: 'number' } }).value).toEqual({});
});
