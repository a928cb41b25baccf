import { describe, expect, test } from 'vitest';
import { amounts, extractFields, row } from '../../../test/support/extract-fields.ts';

/** What a page with one labelled value states for a field of that name for a whole number. */
const readWhole = (label: string, said: string, name: string, language = 'en'): unknown =>
  extractFields(row(label, said), { [name]: { type: 'integer' } }, language).value;

describe('a day beside a label', () => {
  test.each([
    ['Founded', '28 March 1923', 'founded', 'en', 1923],
    ['Born', '12 March 1961 (age 63)', 'born', 'en', 1961],
    ['Built', 'Saturday, 14 June 1901', 'built', 'en', 1901],
    ['Built', '1901-06-14', 'built', 'en', 1901],
    ['Gegründet', '3. Mai 1998', 'gegruendet', 'de', 1998],
  ])('is its year for a whole number: %s %s', (label, said, name, language, year) => {
    expect(readWhole(label, said, name, language)).toEqual({ [name]: year });
  });

  test('is no year of a field for another part of it', () => {
    expect(readWhole('Opening day', '28 March 1923', 'opening_day')).toEqual({ opening_day: 28 });
  });

  test('is no number of what is counted', () => {
    expect(readWhole('Votes', '14 June 2023', 'votes')).not.toEqual({ votes: 2023 });
  });
});

describe('what an amount is of, in front of it, is no part of it', () => {
  test.each([
    ['2023: 1,240', 1240],
    ['2022/23: 1,240', 1240],
    ['(2023) 1,240', 1240],
    ['31 December 2023: 1,240', 1240],
    ['2023: £182.4 million', 182400000],
    ['2023: EUR 12', 12],
    ['2023', 2023],
  ])('%s', (said, total) => {
    expect(extractFields(row('Total', said), amounts('total')).value).toEqual({ total });
  });
});
