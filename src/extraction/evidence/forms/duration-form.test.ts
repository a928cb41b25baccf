import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['1 hour and 30 min', 90, 30],
  ['1h30', 90, 130],
  ['PT1H30M', 90, 60],
  ['1½ hours', 90, 60],
  ['1 Std. 5 Min.', 65, 5],
  ['2 timer', 120, 2],
])('"%s" takes %d minutes, and not %d', (written, right, wrong) => {
  const markup = `<p>It takes ${written} in all.</p>`;
  expect(statusOf({ totalTime: right }, markup)).toBe('normalised');
  expect(statusOf({ totalTime: wrong }, markup)).not.toBe('normalised');
});

test('a duration of a standard is found as the page writes it, whatever the property is called', () => {
  expect(statusOf({ length: 'PT45M' }, '<p>Length: 45 minutes</p>')).toBe('normalised');
  expect(statusOf({ length: 'PT46M' }, '<p>Length: 45 minutes</p>')).toBe('unsupported');
});

test('what is no time is none', () => {
  expect(statusOf({ totalTime: 90 }, '<p>1 hotel and 30 rooms</p>')).toBe('unsupported');
});

test.each([
  [{ durationMinutes: 90 }, { durationMinutes: 30 }],
  [{ duration_hours: 1.5 }, { duration_hours: 90 }],
  [{ durationMins: 90 }, { durationMins: 130 }],
])('a name that says the unit is held against the duration: %o, and not %o', (right, wrong) => {
  expect(statusOf(right, '<p>Duration: 1 h 30 min</p>')).toBe('normalised');
  expect(statusOf(wrong, '<p>Duration: 1 h 30 min</p>')).toBe('unsupported');
});
