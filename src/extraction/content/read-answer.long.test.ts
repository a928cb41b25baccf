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

/** What a model that was asked for one object answers in pieces: the lists of all of them are one. */
const answersInPieces: Readonly<Record<string, (size: number) => string>> = {
  'a list in each': (size) => fill((at) => `{"lamps": ["lamp ${at}"]}\n`, size),
  'short lists behind a long one': (size) =>
    `{"lamps": [${fill(() => '"a",', size / 2)}"b"]}\n${fill((at) => `{"lamps": ["a", "${at}"]}\n`, size / 2)}`,
  'short lists before a long one': (size) =>
    `${fill(() => '{"lamps": ["a"]}\n', size / 2)}{"lamps": [${fill((at) => `"${at}",`, size / 2)}"a"]}`,
  'small objects behind a large one': (size) =>
    `{"shop": {${fill((at) => `"n${at}": 1,`, size / 2)}"m": 1}}\n${fill(() => '{"shop": {"m": 1}}\n', size / 2)}`,
  'a mark of reasoning in each': (size) => fill(() => '{"lamps": ["</think>"]}\n', size),
};

function fill(unit: (at: number) => string, size: number): string {
  const units: string[] = [];
  for (let at = 0, length = 0; length < size; at += 1) {
    units.push(unit(at));
    length += units.at(-1)?.length ?? 0;
  }
  return units.join('');
}

const schema = {
  type: 'object',
  properties: { lamps: { type: 'array', items: { type: 'string' } }, shop: { type: 'object' } },
};

const join = (answer: string): void => void readAnswer(answer, { schema });

test.each(Object.entries(answersInPieces))(
  'the time to join the pieces of an answer grows no faster than the answer: %s',
  (_, grow) => {
    expect(measureGrowth(join, grow, smallest)).toBeLessThanOrEqual(maxExponent);
  },
);
