import { expect, test } from 'vitest';
import { extractFields } from '../../../../test/support/extract-fields.ts';

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
