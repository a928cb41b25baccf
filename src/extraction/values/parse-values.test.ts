import { expect, test } from 'vitest';
import { parseAvailability } from './parse-availability.ts';
import { findMonth } from './dates/month-names.ts';
import { parseDuration } from './parse-duration.ts';
import { findMoney } from './money/find-money.ts';
import { parseByline, parsePersons } from './parse-persons.ts';
import { parseYield, statesServings, toCountedNumber } from './parse-yield.ts';

test.each([
  ['£24.50', '24.50', '£'],
  ['1.299,00 €', '1299.00', '€'],
  ['1,299 USD', '1299', 'USD'],
  ["CHF 1'299.00", '1299.00', 'CHF'],
  ['1 299,90 zł', '1299.90', 'zł'],
  ['0.299 €', '0.299', '€'],
  ['2499 руб.', '2499', 'руб.'],
])('%s is an amount of money', (text, amount, currency) => {
  expect(findMoney(text, true)[0]).toMatchObject({ amount, currency });
});

test('a bare number is no amount where a currency must show', () => {
  expect(findMoney('24.50', true)).toEqual([]);
});

test.each([
  ['PT1H30M', 90],
  ['P0DT45M', 45],
  ['1 h 5 min', 65],
  ['1h30', 90],
  ['20-25 minutes', 25],
  ['1½ Stunden', 90],
  ['2 часа', 120],
  ['PT3M45S', 3.75],
  ['PT1H52M30S', 112.5],
  ['3 min 45 s', 3.75],
  ['45:12', 45.2],
  ['1:02:30', 62.5],
  ['1:30', 90],
  ['23:30 h', 1410],
])('%s lasts %d minutes', (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});

test.each([
  'voor 4 tot 6 personen',
  '4 til 6 personer',
  '4 till 6 portioner',
  '4 až 6 porcí',
  '4 of 6 personen',
  '4 o 6 personas',
  '4 eller 6 personer',
  '4 lub 6 porcji',
  '4〜6人分',
  '4—6 порций',
  '4‑6 Personen',
])('a range of servings has both ends: %s', (text) => {
  expect(parseYield(text)).toMatchObject({ text: '4-6 servings', count: '6', least: '4' });
});

test.each([
  ['una hora y media', 90],
  ['anderthalb Stunden', 90],
  ["un quart d'heure", 15],
  ["tre quarti d'ora", 45],
  ['half an hour', 30],
  ['eine halbe Stunde', 30],
  ["mezz'ora", 30],
  ['meia hora', 30],
  ['hour and a half', 90],
  ['one and a half hours', 90],
  ['2 heures et demie', 150],
  ['half an hour plus 2 hours', 150],
  ['20 min + half an hour', 50],
  ['1 heure 1/2', 90],
  ['полчаса', 30],
  ['en timme', 60],
  ['en och en halv timme', 90],
  ['bir buçuk saat', 90],
  ['1時間半', 90],
  ['eine Stunde und 20 Minuten', 80],
  ['1 hora e 30', 90],
  ['1-1/2 hours', 90],
  ['zwei bis drei Stunden', 180],
  ['45 minutes to one hour', 60],
  ['2 hours a day', 120],
])('a duration may be told in words: %s', (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});

test.each([
  'cuarenta y cinco minutos',
  'eine Stunde fünfundzwanzig Minuten',
  'drei Viertelstunden',
  'une heure quinze',
  'twice a day',
  'Listo en minutos',
  'Durée en heures et minutes',
  '$5 an hour',
  'a few minutes',
])('a duration of which not every word is read is none: %s', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test('a range may end in another unit', () => {
  expect(parseDuration('45 minutes to 1 hour', 'lower')).toBe(45);
});

test.each([
  ['45 minutter', 45],
  ['1 minutt', 1],
  ['20 minuut', 20],
  ['25 phút', 25],
  ['2 dage', 2880],
  ['1 døgn', 1440],
  ['1 giờ 30 phút', 90],
  ['1 hora 30 minutos', 90],
  ['1 óra 30 perc', 90],
  ['2 a 3 horas', 180],
  ['20 minutteri', undefined],
])('%s lasts %s minutes in further languages', (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});

test.each(['9 hrs ago', 'vor 3 Stunden', 'il y a 2 jours', '2 ore fa', '5 часов назад', '3日前'])(
  '%s is when something was, and no duration',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test.each([
  ['Serves 4 people', '4 servings'],
  ['6 Portionen', '6 servings'],
  ['39 cookies', '39 cookies'],
  ['4', '4 servings'],
  ['4-6 servings', '4-6 servings'],
  ['Für 4 bis 6 Personen', '4-6 servings'],
  ['24–30 cookies', '24-30 cookies'],
  ['1.5-2 kg', '1.5-2 kg'],
  ['2 1/2 cups', '2 1/2 cups'],
  ['12 1/2-inch squares', '12 servings'],
])('%s makes %s', (text, result) => {
  expect(parseYield(text)?.text).toBe(result);
});

test.each([
  ['4', 4],
  ['1,5', 1.5],
  ['2 1/2', 2.5],
  ['1/2', 0.5],
  ['2½', 2.5],
])('a count of %s is %d', (count, number) => {
  expect(toCountedNumber(count)).toBe(number);
});

test.each([
  ['https://schema.org/InStock', 'InStock'],
  ['Nicht auf Lager', 'OutOfStock'],
  ['В наличии', 'InStock'],
  ['Sold out', 'OutOfStock'],
])('%s is a state of stock', (text, state) => {
  expect(parseAvailability(text)).toBe(state);
});

test.each([
  'Not yet available',
  'No longer in stock',
  'Not in stock',
  'Momentan nicht mehr lieferbar.',
])('%s says no state in which it can be had', (text) => {
  expect(parseAvailability(text)).not.toBe('InStock');
});

test('a "not" of something else leaves the state', () => {
  expect(parseAvailability('In stock, not in our shop')).toBe('InStock');
  expect(parseAvailability('No delivery costs and always in stock')).toBe('InStock');
});

test('a byline gives its names and no addresses', () => {
  expect(parsePersons('By Ann Smith (Reuters), Bob Jones and Eva de Vries')).toEqual([
    'Ann Smith',
    'Bob Jones',
    'Eva de Vries',
  ]);
  expect(parsePersons('https://example.com/ann')).toEqual([]);
});

test.each([
  ['By Ann Smith and Bob Jones', ['Ann Smith', 'Bob Jones']],
  ['Ann Smith • 5 min read • 12 May 2024', ['Ann Smith']],
  ['15:36 Uhr', []],
  ['May 5, 2024 | Ann Smith', ['Ann Smith']],
  ['Ann Smith Updated: 5 May', ['Ann Smith']],
  ['Ann Smith May 5, 2024', ['Ann Smith']],
  ['Ann Smith, Editor', ['Ann Smith']],
  ['Ann Smith, edited by Bob Jones', ['Ann Smith']],
  ['Written by Ann Smith', ['Ann Smith']],
  ['geschrieben von Anna Schmidt', ['Anna Schmidt']],
  ['Ludwig von Beispiel', ['Ludwig von Beispiel']],
  ['@annsmith', []],
  ['The weather gets better. Or does it', []],
  ['金田花子', ['金田花子']],
])('the byline %s names %j', (text, names) => {
  expect(parseByline(text)).toEqual(names);
});

test.each(['PT-400000H1M2S', 'PT0M', '-PT10M', 'P9999Y', 'PT99999H', '0 min'])(
  '%s is no duration',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test.each([
  ['Cook 40 min Serves 4', '4 servings'],
  ['Serves: 6', '6 servings'],
  ['45 min, 3', '3 servings'],
  ['Serves 0', undefined],
  ['40 min', undefined],
  ['1x 2x 3x', undefined],
  ['Servings 1x 2x', undefined],
  ['Servings: 4 1x 2x', '4 servings'],
  ['1x 2x 6', '6 servings'],
  ['3 or 2 big', '3 servings'],
  ['6 to 4 large', '6 servings'],
  ['2 or 3 big', '2-3 big'],
  ['4 xl pizzas', '4 xl pizzas'],
])('the yield of %s is %s', (text, yielded) => {
  expect(parseYield(text)?.text).toBe(yielded);
});

test('the names of months of the languages that write most dates are known', () => {
  const unknown: string[] = [];
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'pl']) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
      for (let index = 0; index < 12; index += 1) {
        const parts = format.formatToParts(Date.UTC(2024, index, 5));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        if (findMonth(name) !== index + 1) unknown.push(`${language} ${name}`);
      }
    }
  }
  expect(unknown).toEqual([]);
});

test.each([
  ['Ingredienti per 4 persone', true],
  ['Zutaten für 4 Personen', true],
  ['Para 12 personas', true],
  ['316 kcal par portion', false],
  ['Valori per 1 porzione', false],
  ['12 g pro Portion', false],
  ['Nährwerte pro 1 Person', false],
  ['4 People', true],
  ['6 personnes Préparation 15 min', true],
  ['2 Portionen als Hauptgericht', true],
  ['4 people loved this', false],
  ['1262 personer har röstat', false],
])('a line states servings, or what each of them has: %s', (line, isStated) => {
  expect(statesServings(line)).toBe(isStated);
});

test.each([
  ['1h30 in all', 90],
  ['2h15 (plus a night)', 135],
  ['temps total 1h30 environ', 90],
  ['Cook for 1 h 45. Serve', 105],
  ['1h30min', 90],
  ['1 h 30 g sugar', 60],
  ['2 h 30 °C', 120],
  ['3 h 20.5', 180],
  ['1 hour', 60],
])('minutes behind hours need no unit where nothing else is counted: %s', (written, minutes) => {
  expect(parseDuration(written)).toBe(minutes);
});
