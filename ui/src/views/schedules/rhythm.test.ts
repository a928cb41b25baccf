import { expect, test } from 'vitest';
import { findCron, toRhythm, toSentence } from './rhythm.ts';

test.each([
  ['5 * * * *', 'Every hour at minute 05'],
  ['30 6 * * *', 'Every day at 06:30'],
  ['0 18 * * 1-5', 'From Monday to Friday at 18:00'],
  ['15 7 * * 3', 'Every Wednesday at 07:15'],
  ['0 0 31 * *', 'On day 31 of each month at 00:00'],
])('%s is said as "%s", and the sentence gives the expression again', (cron, sentence) => {
  expect(toSentence(cron)).toBe(sentence);
  expect(findCron(toRhythm(cron))).toBe(cron);
});

test.each(['*/5 * * * *', '0 0 6 * * *', '0 6 1 1 *', '0 6 1 * 1', '0 6 * * MON', 'tomorrow', ''])(
  '"%s" has no sentence and stays as it is',
  (cron) => {
    expect(toSentence(cron)).toBe(cron);
    expect(findCron(toRhythm(cron))).toBeUndefined();
  },
);
