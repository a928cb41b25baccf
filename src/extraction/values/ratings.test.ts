import { expect, test } from 'vitest';
import {
  countStars,
  findRatingCountBeside,
  findRatings,
  isBeyondScale,
  isPointsOfScale,
  isRating,
  isRatingCount,
} from './ratings.ts';

test.each([
  ['★★★☆☆', [], 3],
  ['★ ★ ★ ★ ☆', [], 4],
  ['☆☆☆☆☆', [], 0],
  ['⭐⭐⭐', ['⭐⭐⭐', '⭐⭐⭐⭐⭐'], 3],
  ['★★★★★', ['★★★☆☆'], 5],
])('%s beside %j says %s', (text, peers, count) => {
  expect(countStars(text, peers)).toBe(count);
});

test.each([
  ['a row that a style may fill', '★★★★★', ['★★★★★']],
  ['a single star', '★', []],
  ['a star before a number', '★ 4.5', []],
  ['words', 'none', []],
])('%s says nothing', (_, text, peers) => {
  expect(countStars(text, peers)).toBeUndefined();
});

test.each(['★★★☆☆', '4.5 out of 5', 'Rated 4/5', '4,5 von 5 Sternen'])('%s is a rating', (text) => {
  expect(isRating(text)).toBe(true);
});

test.each([
  '4/5',
  '3/5 cup of stars',
  'Page 2 of 5',
  '12 stars',
  `Rated 4/5${' very well'.repeat(4)}`,
])('%s is none', (text) => {
  expect(isRating(text)).toBe(false);
});

test.each([
  ['5つ星のうち3.9', '3.9', 5],
  ['100点満点中87', '87', 100],
  ['별 5개 중 3.9개', '3.9', 5],
  ['5 üzerinden 3,9', '3,9', 5],
  ['10-ből 8,4', '8,4', 10],
  ['5点中4.5', '4.5', 5],
  ['5점 중 4.5점', '4.5', 5],
  ['满分5分，得4.5分', '4.5', 5],
])('the points that can be had stand first: %s', (line, rating, scale) => {
  expect(findRatings(line)).toEqual([{ rating, scale, isNamed: true }]);
});

test.each([
  ['1 Rating', true],
  ['12 ratings', true],
  ['4.5 rating', false],
])('%s says how many have rated: %s', (text, isCount) => {
  expect(isRatingCount(text)).toBe(isCount);
});

test.each(['out of 5', '/ 5', 'out of 5 stars', 'von 10 Sternen'])(
  'the points that can be had are no rating: %s',
  (text) => {
    expect(isBeyondScale('rating', text, 5)).toBe(true);
  },
);

test('a sum of votes may be below zero, and a rating is not', () => {
  expect(isBeyondScale('score', '-3 points', -3)).toBe(false);
  expect(isBeyondScale('rating', '-3', -3)).toBe(true);
});

test.each([
  ['2/5', true],
  ['4.5 of 5', true],
  ['7 out of 10', true],
  ['7/5', false],
  ['2/5/2024', false],
  ['2 of 7', false],
])('%s is points of a scale: %s', (text, isPoints) => {
  expect(isPointsOfScale(text)).toBe(isPoints);
});

test.each([
  ['4.6 (312 reviews)', '4.6', '312'],
  ['★ 4.6 (1,312)', '4.6', '1,312'],
  ['4,6 ★★★★★ | 88 Bewertungen', '4,6', '88'],
  ['4.6/5 (312)', '4.6', '312'],
  ['4.6 out of 5 · 312 ratings', '4.6', '312'],
  ['4.6 stars', '4.6', undefined],
  ['Rated 4.9 out of 26048 reviews', undefined, undefined],
])('%s is a rating of %s by %s', (text, rating, count) => {
  expect(findRatings(text).map((found) => found.rating)).toEqual(
    rating === undefined ? [] : [rating],
  );
  expect(findRatingCountBeside(text)).toBe(count);
});

test.each(['5 stars (12)', '4.6 (312)', '4.6', '25.99 (12 reviews)', '1.6.2 (3 reviews)'])(
  'no rating is read without tenths below ten, or with nothing that calls them one: %s',
  (text) => {
    expect(findRatings(text)).toEqual([]);
  },
);
