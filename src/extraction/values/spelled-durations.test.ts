import { expect, test } from 'vitest';
import { createSpeller } from './spelled-durations.ts';

const spellOut = createSpeller(
  'hours?|minutes?|stunden?|viertelstunden?|heures?|horas?|or[ae]|minut[ei]',
);

test.each([
  ['two hours', '2 hours'],
  ['half an hour', '0.5 hour'],
  ['an hour and a half', '1.5 hour'],
  ['anderthalb Stunden', '1.5 Stunden'],
  ['drei Stunden', '3 Stunden'],
  ["un quart d'heure", '0.25 heure'],
  ['una hora y media', '1.5 hora'],
  ["mezz'ora", '0.5 ora'],
  ['2 heures et demie', '2.5 heures'],
])('numbers of units of time are written in digits: %s', (text, written) => {
  expect(spellOut(text).replaceAll(/\s+/g, ' ').trim()).toBe(written);
});

test.each([
  'twenty-five minutes',
  'cuarenta y cinco horas',
  '45 minutes',
  'two lamps',
  'not an hour',
  '2 hours a day',
])('a text of which not each number can be read stays as it is: %s', (text) => {
  expect(spellOut(text)).toBe(text);
});
