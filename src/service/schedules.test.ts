import { Cron } from 'croner';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findShortestInterval } from './schedules.ts';

const day = 86_400;

test.each([
  ['* * * * * *', 1],
  ['* * * * *', 60],
  ['*/5 * * * *', 300],
  // Seven does not divide an hour.
  ['*/7 * * * *', 240],
  // Dense for a moment, and then nothing for an hour, or for a year.
  ['0,1 0 * * * *', 1],
  ['0,1 0 0 1 1 *', 1],
  ['0,59 * * * * *', 1],
  ['0,59 0 * * * *', 59],
  ['0 59,0 * * * *', 60],
  ['0 59,0 1,3 * * *', 3_540],
  // Over midnight, where the next day counts.
  ['0 0,23 * * *', 3_600],
  ['0 0,23 1 * *', 82_800],
  ['@daily', day],
  ['@HOURLY', 3_600],
  ['0 6 * * 1-5', day],
  ['0 6 * * MON,WED', 2 * day],
  ['0 6 * * 1', 7 * day],
  ['0 0 1 * *', 28 * day],
  ['0 0 L * *', 28 * day],
  // A day of the month or one of the week.
  ['0 0 0 13 * 5', day],
  ['0 0 29 2 *', 1_461 * day],
])('%s: %d s', (cron, seconds) => {
  expect(findShortestInterval(cron)).toBe(seconds);
});

test('what croner cannot read is refused as by croner', () => {
  expect(() => findShortestInterval('61 * * * *')).toThrow(/CronPattern/);
  expect(() => findShortestInterval('@reboot')).toThrow(/CronPattern|croner/i);
});

/** A list of a few values, a step, or all. */
function field(least: number, most: number): fc.Arbitrary<string> {
  const value = fc.integer({ min: least, max: most });
  return fc.oneof(
    fc.uniqueArray(value, { minLength: 1, maxLength: 3 }).map((values) => values.join(',')),
    fc.integer({ min: 2, max: most }).map((step) => `*/${step}`),
    fc.constant('*'),
  );
}

test('it is the least that lies between ticks of two days, for any seconds, minutes and hours', () => {
  const cron = fc
    .tuple(field(0, 59), field(0, 59), field(0, 23))
    // Few enough ticks to list.
    .filter(([seconds, minutes]) => seconds !== '*' || !minutes.includes('*'))
    .map(([seconds, minutes, hours]) => `${seconds} ${minutes} ${hours} * * *`);
  fc.assert(
    fc.property(cron, (expression) => {
      const job = new Cron(expression, { utcOffset: 0, paused: true });
      let nearest = Infinity;
      let beforeMs = job.nextRun(new Date(-1))?.getTime() ?? 0;
      for (let listed = 0; listed < 2_000 && beforeMs < 2 * day * 1_000; listed += 1) {
        const tickMs = job.nextRun(new Date(beforeMs))?.getTime() ?? Infinity;
        nearest = Math.min(nearest, (tickMs - beforeMs) / 1_000);
        beforeMs = tickMs;
      }
      const found = findShortestInterval(expression);
      // Where there are more ticks than were listed, some may lie nearer.
      const areAllListed = beforeMs >= 2 * day * 1_000;
      expect(found).toBe(areAllListed ? nearest : Math.min(found, nearest));
    }),
    { numRuns: 60 },
  );
});
