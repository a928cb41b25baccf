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
