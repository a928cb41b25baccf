import { expect, test } from 'vitest';
import { growingAnswers } from '../../../test/support/hostile-answers.ts';
import { maxExponent, measureGrowth } from '../../../test/support/measure-growth.ts';
import { readAnswer } from './read-answer.ts';

/** A 16th of the longest answer that is read. */
const smallest = 64 * 1_024;

test.each(Object.entries(growingAnswers))(
  'the time to read an answer grows no faster than the answer: %s',
  (_, grow) => {
    const exponent = measureGrowth((answer) => void readAnswer(answer), grow, smallest);
    expect(exponent).toBeLessThanOrEqual(maxExponent);
  },
);
