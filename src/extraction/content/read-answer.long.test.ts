import { expect, test } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-ms-of.ts';
import { hostileAnswers } from '../../../test/support/hostile-answers.ts';
import { readAnswer } from './read-answer.ts';

test.each(hostileAnswers)('a second is enough for $name', ({ make }) => {
  const answer = make();
  const read = (): number => cpuMsOf(() => readAnswer(answer));
  // Other processes and the collector may make one reading slow, but not three.
  const time = [read, read, read].reduce(
    (least, again) => (least < 1_000 ? least : again()),
    Infinity,
  );
  expect(time).toBeLessThan(1_000);
});
