import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import type { Pagination } from '../../runtime/contracts/recipe/recipe.ts';
import { createPagination, leadsToItself } from './create-pagination.ts';
import { describeEnd, type EndFacts } from './describe-end.ts';

function run(kind: Pagination['kind'], pages: readonly (string | number)[], maxPages = 99) {
  const state = createPagination(kind, maxPages);
  const items: string[] = [];
  for (const page of pages) {
    const keys = typeof page === 'string' ? page.split('') : ['x'];
    const status = typeof page === 'number' ? page : undefined;
    const { fresh, end } = state.judge({ keys, status });
    items.push(...fresh.map((index) => keys[index] ?? ''));
    const stop = end ?? state.findCap();
    if (stop !== undefined) return `${items.join('')} ${state.pages()} ${stop}`;
  }
  return `${items.join('')} ${state.pages()} goes on`;
}

test.each([
  ['next', ['abc', 'def', 'def'], 'abcdef 2 goes on'],
  ['next', ['abc', 'def', 'def', 'ghi'], 'abcdefghi 3 goes on'],
  ['next', ['abc', 'def', 'def', 'def'], 'abcdef 2 same_page'],
  ['next', ['abc', 'def', 'abc', 'def'], 'abcdef 2 same_page'],
  ['next', ['abc', 'def', 'fed', 'fd'], 'abcdef 2 no_new_items'],
  ['next', ['abc', 'def', 'def', 'ghi', 'ghi', 'jkl'], 'abcdefghijkl 4 goes on'],
  ['next', ['abc', 'def', ''], 'abcdef 2 empty_page'],
  ['next', ['abc', 'def', 404], 'abcdef 2 page_error'],
  ['next', [''], ' 1 empty_page'],
  ['next', ['aab', 'bca'], 'aabbca 2 goes on'],
  ['urlTemplate', ['ab', '', 'cd', '', ''], 'abcd 2 empty_page'],
  ['urlTemplate', ['ab', 'cd', 'cd'], 'abcd 2 same_page'],
  ['urlTemplate', ['', 'ab', 'c'], 'abc 3 goes on'],
  ['urlTemplate', ['ab', 404], 'ab 1 empty_page'],
  ['urlTemplate', ['ab', 503], 'ab 1 page_error'],
  ['urlTemplate', ['', ''], ' 1 empty_page'],
  ['loadMore', ['ab', 'abcd', 'abcda'], 'abcda 3 goes on'],
  ['loadMore', ['ab', 'abcd', 'abcd'], 'abcd 2 no_new_items'],
  ['loadMore', ['', 'ab', 'ab'], 'ab 2 no_new_items'],
  ['scroll', ['abc', 'bcd', 'cde', 'cde'], 'abcde 3 no_new_items'],
  ['scroll', ['aab', 'aabb', 'bba'], 'aabb 2 no_new_items'],
  ['scroll', ['ab', ''], 'ab 1 no_new_items'],
] as const)('%s over %j gives %s', (kind, pages, expected) => {
  expect(run(kind, pages)).toBe(expected);
});

test('the cap is reported only when it is asked for', () => {
  expect(run('next', ['a', 'b', 'c'], 2)).toBe('ab 2 max_pages');
  expect(run('next', ['a', 'b', 'b', 'b'], 3)).toBe('ab 2 same_page');
});

test('whatever a site answers, the pages that count are bounded by its items, and no item counts twice in endless lists', () => {
  const page = array(constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
  assert(
    property(
      constantFrom('next', 'loadMore', 'scroll', 'urlTemplate'),
      array(page, { minLength: 1, maxLength: 30 }),
      integer({ min: 1, max: 5 }),
      (kind, pages, maxPages) => {
        const state = createPagination(kind, maxPages);
        const most = new Map<string, number>();
        const counted = new Map<string, number>();
        for (const keys of pages) {
          for (const key of keys) {
            const times = keys.filter((other) => other === key).length;
            most.set(key, Math.max(times, most.get(key) ?? 0));
          }
          const { fresh, end } = state.judge({ keys, status: undefined });
          for (const index of fresh) {
            const key = keys[index] ?? '';
            counted.set(key, (counted.get(key) ?? 0) + 1);
          }
          if ((end ?? state.findCap()) !== undefined) break;
        }
        expect(state.pages()).toBeLessThanOrEqual(maxPages);
        const isEndless = kind === 'scroll' || kind === 'loadMore';
        const repeated = [...counted].filter(([key, times]) => times > (most.get(key) ?? 0));
        expect(isEndless ? repeated : []).toEqual([]);
      },
    ),
  );
});

test.each([
  ['https://a.example/list?p=2', true],
  ['?p=2', true],
  ['/list?p=2', true],
  ['?p=3', false],
  ['#', false],
  ['', false],
  ['javascript:void(0)', false],
])('a link to %j on page 2 leads to itself: %s', (href, expected) => {
  expect(leadsToItself(href, 'https://a.example/list?p=2#top')).toBe(expected);
});

const facts = {
  pages: [1, 2, 3],
  effectiveCap: 3,
  clampedByCredits: false,
  recipeMaxPages: undefined,
};

test('only ends that are not natural are described', () => {
  for (const end of ['no_pagination', 'no_next', 'next_disabled', 'same_page'] as const) {
    expect(describeEnd(end, facts)).toBeUndefined();
  }
  for (const end of ['no_new_items', 'empty_page', 'until_met', 'no_change'] as const) {
    expect(describeEnd(end, facts)).toBeUndefined();
  }
  expect(describeEnd('max_pages', facts)).toBe(
    'Pagination ended after 3 pages: that is the cap of this run (3). There may be more items.',
  );
  expect(describeEnd('stopped', { ...facts, pages: [1], clampedByCredits: true })).toBe(
    'Pagination ended after 1 page: the credits allow no more. There may be more items.',
  );
  expect(describeEnd('page_error', facts)).toContain('could not be loaded');
  expect(describeEnd('dialog_opened', facts)).toContain('dialog');
});

const capOf = (more: Partial<EndFacts>) => describeEnd('max_pages', { ...facts, ...more });

test('a cap is described by what set it: the recipe, the credits or the run', () => {
  expect(capOf({ effectiveCap: 20, recipeMaxPages: 3 })).toMatch(
    /after 3 pages: that is "maxPages" of the recipe's paginate step \(3\)\./,
  );
  expect(capOf({ effectiveCap: 20, recipeMaxPages: 3, clampedByCredits: true })).toMatch(
    /paginate step \(3\)/,
  );
  expect(capOf({ clampedByCredits: true, recipeMaxPages: 5 })).toMatch(/the credits allow no more/);
  expect(capOf({ recipeMaxPages: 5 })).toMatch(/the cap of this run \(3\)/);
});
