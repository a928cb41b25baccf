import { expect, test } from 'vitest';
import { extractFields, state } from '../../../../test/support/extract-fields.ts';

const number = { type: 'number' };

test('stars are at most five', () => {
  const rated = '<h1>Inn</h1><p>Rating: 8.6</p><div class="rating">8.6</div>';
  expect(extractFields(rated, { stars: number }).value).toEqual({});
  expect(extractFields(rated, { rating: number }).value).toEqual({ rating: 8.6 });
  expect(extractFields('<h1>Inn</h1><p>Rating: 4.6</p>', { stars: number }).value).toEqual({
    stars: 4.6,
  });
});

test('the rating of one visitor stands back behind that of all', () => {
  const review = '<ul class="reviews"><li class="review"><p>Rated 2 out of 5</p></li></ul>';
  const all = '<h1>Inn</h1><p>4.5 out of 5 stars</p>';
  expect(extractFields(`${all}${review}`, { rating: number }).value).toEqual({ rating: 4.5 });
});

const counts = Object.fromEntries(
  ['ratingCount', 'votes', 'reviewCount'].map((name) => [name, { type: 'integer' }]),
);
const rated = (stated: object): string =>
  `<h1>Sea film</h1>${state({ '@type': 'Movie', name: 'Sea film', aggregateRating: { ratingValue: 7.4, ...stated } })}`;

test.each([{ reviewCount: 45 }, { ratingCount: 1204 }])(
  'how many have rated and how many have written are told apart: %o',
  (stated) => {
    const page = `${rated(stated)}<p>7.4 (1,204 ratings)</p><p>45 reviews</p>`;
    expect(extractFields(page, counts).value).toEqual({
      ratingCount: 1204,
      votes: 1204,
      reviewCount: 45,
    });
  },
);

test.each(['Ann · 7 reviews', '1 of 1 found this review helpful'])(
  'what a visitor has written is not how many have: %s',
  (line) => {
    const page = `${rated({ ratingCount: 33 })}<p>${line}</p>`;
    expect(extractFields(page, { reviewCount: { type: 'integer' } }).value).toEqual({
      reviewCount: 33,
    });
  },
);
