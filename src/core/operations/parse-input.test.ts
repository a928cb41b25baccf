import { expect, test } from 'vitest';
import { describeIssueGroup, groupIssues } from './parse-input.ts';

test('39 equal problems of a list are one, apart from other fields and other problems', () => {
  const ratings = Array.from({ length: 39 }, (_item, index) => ({
    path: `/${index + 2}/rating`,
    message: 'is not one number',
  }));
  const groups = groupIssues([
    ...ratings,
    { path: '/2/price', message: 'is not one number' },
    { path: '/3/rating', message: 'is empty' },
  ]);
  expect(groups.map(({ count }) => count)).toEqual([39, 1, 1]);
  const [first] = groups;
  expect(first && describeIssueGroup(first, 'item 3')).toBe(
    '/rating of 39 items is not one number, e.g. item 3',
  );
});

test('a problem of whole items names their number', () => {
  const issues = [0, 1].map((index) => ({ path: `/tags/${index}`, message: 'was a number' }));
  const [first] = groupIssues(issues);
  expect(first && describeIssueGroup(first, '/tags/0')).toBe('2 items, e.g. /tags/0: was a number');
});
