import { expect, test } from 'vitest';
import { isTimeOfDay, saysWhen } from './times-of-day.ts';

test.each(['7:00 PM', '19:00', '7 pm', '19h30', '7 p.m.', '19:00 Uhr'])(
  '%s is a time of a day',
  (text) => {
    expect(isTimeOfDay(text)).toBe(true);
    expect(saysWhen(text)).toBe(true);
  },
);

test.each(['7:00 PM – 9:30 PM', '7pm to 9pm', '18 bis 20 Uhr', '7:00 PM EST', '7–9 pm'])(
  '%s says when, and is no single time',
  (text) => {
    expect(isTimeOfDay(text)).toBe(false);
    expect(saysWhen(text)).toBe(true);
  },
);

test.each([
  '45 minutes',
  '7',
  '1 h 30 min',
  '7 pm only',
  '7 pm Sat',
  'Doors 7pm, show 8pm',
  '3:00:00',
])('%s says something else', (text) => {
  expect(saysWhen(text)).toBe(false);
});
