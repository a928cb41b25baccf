import { expect, test } from 'vitest';
import { extractFields, lines } from '../../../test/support/extract-fields.ts';

const total = { type: 'integer' };

test('a total time is the sum of its parts, whether these are asked for or not', () => {
  const body = lines('Vorbereitungszeit: 15 Min.', 'Kochzeit: 70 Min.');
  const found = extractFields(body, { kochzeit: total, gesamtzeit: total }, 'de');
  expect(found.value).toEqual({ kochzeit: 70, gesamtzeit: 85 });
  expect(found.missing).toEqual([]);
});

test('the time that something rests is a part of the whole', () => {
  const body = lines('Préparation : 20 min', 'Repos : 2 h', 'Cuisson : 45 min');
  expect(extractFields(body, { temps_total: total }, 'fr').value).toEqual({ temps_total: 185 });
});

test('the sum has the unit that is asked for', () => {
  const body = lines('Prep time: 30 min', 'Cook time: 2 h');
  const hours = { total_time_hours: { type: 'number' } };
  expect(extractFields(body, hours).value).toEqual({ total_time_hours: 2.5 });
});

test('a time to rest is read in minutes in other languages, too', () => {
  const body = lines('Arbeitszeit ca. 40 Minuten', 'Ruhezeit ca. 2 Stunden');
  const fields = { arbeitszeit: total, ruhezeit: total };
  expect(extractFields(body, fields, 'de').value).toEqual({ arbeitszeit: 40, ruhezeit: 120 });
});

test('no sum is made where the page states a part in words that are no time', () => {
  const body = lines('Prep time: 2 short evenings', 'Cook time: 10 min');
  expect(extractFields(body, { total_time: total }).value).toEqual({});
  const alone = lines('Prep time: none', 'Cook time: 10 min');
  expect(extractFields(alone, { total_time: total }).value).toEqual({ total_time: 10 });
});

test('a part is known by its label in Turkish capitals, and by what is done', () => {
  const turkish = lines('HAZIRLAMA SÜRESİ: 45 dakika', 'PİŞİRME SÜRESİ: 40 dakika');
  expect(extractFields(turkish, { total_time: total }, 'tr').value).toEqual({ total_time: 85 });
  const english = lines('Prepare: 20 mins', 'Cook: 10 mins');
  expect(extractFields(english, { total_time: total }).value).toEqual({ total_time: 30 });
});
