import { expect, test } from 'vitest';
import { heapGrowthOf } from '../../../../test/support/heap-growth-of.ts';
import { judge, writeNumbers } from '../../../../test/support/written-numbers.ts';
import type { NumberContext } from './number-locale.ts';
import { readNumber, readNumbers } from './read-numbers.ts';

const known: readonly (readonly [string, (locale: string) => Partial<NumberContext>, number])[] = [
  ['language and country', (language) => ({ language }), 0.99],
  ['nothing', () => ({}), 0.8],
];

test.each(known)(
  'of all numbers that Intl writes none is read wrong with %s known',
  (_, toPlace, least) => {
    const wrong: unknown[] = [];
    const tally = { right: 0, told: 0, wrong: 0, none: 0 };
    for (const { locale, style, text, kind, value } of writeNumbers()) {
      const read = readNumber(text, { kind, ...toPlace(locale) });
      const found = judge(read, value);
      tally[found] += 1;
      if (found === 'wrong') wrong.push([locale, style, text, read?.digits, value]);
    }
    const { right, told, none } = tally;
    expect(wrong).toEqual([]);
    expect(right / (right + told + none)).toBeGreaterThan(least);
  },
);

test('of a language whose country is not known hardly any is read wrong', () => {
  let wrong = 0;
  let all = 0;
  for (const { locale, text, kind, value } of writeNumbers()) {
    const read = readNumber(text, { kind, language: locale.slice(0, 2) });
    all += 1;
    if (judge(read, value) === 'wrong') wrong += 1;
  }
  // Three decimals of Switzerland and South Africa.
  expect(wrong / all).toBeLessThan(0.001);
});

test.each<readonly [string, (at: number) => readonly [string, NumberContext]]>([
  ['texts of many numbers', (at) => [`${at}${' 1 €'.repeat(400)}`, { kind: 'money' }]],
  ['long texts in two bytes a letter', (at) => [`${at} ${'詳'.repeat(1_900)}`, { kind: 'money' }]],
  [
    'columns of long texts',
    (at) => [`${at}`, { kind: 'number', peers: [`1 ${'詳'.repeat(20_000)}${at}`] }],
  ],
])('what is kept of numbers that were read is bounded in bytes: %s', (_, write) => {
  readNumbers(...write(0));
  const growth = heapGrowthOf(() => {
    // As many as were once kept whatever their length.
    for (let at = 1; at < 2_000; at += 1) readNumbers(...write(at));
  });
  expect(growth).toBeLessThan(6 * 1_048_576);
});
