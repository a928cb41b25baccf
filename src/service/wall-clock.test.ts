import { expect, test } from 'vitest';
import { createWallClock } from './wall-clock.ts';

test.each([
  ['Europe/Berlin', '2027-01-10T12:00:00Z', '2027-01-10T11:00:00.000Z'],
  ['Europe/Berlin', '2027-07-10T12:00:00Z', '2027-07-10T10:00:00.000Z'],
  // Skipped: right after it.
  ['Europe/Berlin', '2027-03-28T02:00:00Z', '2027-03-28T01:00:00.000Z'],
  ['Europe/Berlin', '2027-03-28T02:59:59Z', '2027-03-28T01:00:00.000Z'],
  ['Europe/Berlin', '2027-03-28T03:00:00Z', '2027-03-28T01:00:00.000Z'],
  ['Asia/Beirut', '2027-03-28T00:30:00Z', '2027-03-27T22:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-10-03T02:10:00Z', '2027-10-02T15:30:00.000Z'],
  // Repeated: the first time.
  ['Europe/Berlin', '2027-10-31T02:30:00Z', '2027-10-31T00:30:00.000Z'],
  ['America/New_York', '2027-11-07T01:15:00Z', '2027-11-07T05:15:00.000Z'],
  ['Asia/Kolkata', '2027-11-07T01:15:00Z', '2027-11-06T19:45:00.000Z'],
])('the clock of %s first shows %s at %s', (timeZone, wall, moment) => {
  const found = createWallClock(timeZone).findMoment(Date.parse(wall));
  expect(new Date(found).toISOString()).toBe(moment);
});

test('the clock shows whole seconds', () => {
  const clock = createWallClock('America/St_Johns');
  const shown = clock.show(Date.parse('2027-07-10T12:00:00.500Z'));
  expect(new Date(shown).toISOString()).toBe('2027-07-10T09:30:00.000Z');
});
