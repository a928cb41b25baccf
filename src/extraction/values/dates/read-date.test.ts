import { expect, test } from 'vitest';
import { findDateOrder, findPageDateOrder, findUsualDateOrder } from './date-order.ts';
import { findOnlyDate, readDate } from './read-date.ts';

test.each([
  ['2024-05-31T08:15:00+02:00', '2024-05-31T08:15:00+02:00'],
  ['2024-05-31 08:15', '2024-05-31T08:15:00'],
  ['31 May 2024, 08:15 UTC', '2024-05-31T08:15:00Z'],
  ['31 May 2024, 08:15', '2024-05-31'],
  ['31. Mai 2024', '2024-05-31'],
  ['May 31st, 2024', '2024-05-31'],
  ['May 31,2024', '2024-05-31'],
  ['31 de mayo de 2024', '2024-05-31'],
  ['2024年5月31日', '2024-05-31'],
  ['31.05.2024', '2024-05-31'],
  ['5/31/2024', '2024-05-31'],
  ['2024-5-31', '2024-05-31'],
  ['Track 3 mixes 2024, released 31 May 2024', '2024-05-31'],
  ['1717142400000', '2024-05-31T08:00:00.000Z'],
])('%s is a date', (text, iso) => {
  expect(readDate(text, {})?.iso).toBe(iso);
});

test.each([
  [{ language: 'en-US' }, '2024-03-04'],
  [{ language: 'en-GB' }, '2024-04-03'],
  [{ language: 'en_AU' }, '2024-04-03'],
  [{ language: 'en', host: 'shop.example.co.uk' }, '2024-04-03'],
  [{ host: 'shop.example.de' }, '2024-04-03'],
  [{ language: 'fr' }, '2024-04-03'],
  [{ language: 'en-US', order: 'day' }, '2024-04-03'],
  [{ language: 'fr', order: 'month' }, '2024-03-04'],
] as const)('3/4/2024 is read as %j tells', (place, day) => {
  expect(readDate('3/4/2024', place)).toMatchObject({ day, other: undefined });
  expect(findOnlyDate('3/4/2024', place)).toEqual({ day, moment: undefined });
});

test.each([
  [{}],
  [{ language: 'en' }],
  [{ language: 'en', host: 'shop.example' }],
  [{ language: 'no language' }],
])('3/4/2024 has two readings where %j is all that is known', (place) => {
  expect(readDate('3/4/2024', place)).toMatchObject({ day: '2024-03-04', other: '2024-04-03' });
  expect(findOnlyDate('3/4/2024', place)).toBeUndefined();
});

test.each(['3/14/2024', '14/3/2024', '3/3/2024', '2024/3/4', '4 March 2024'])(
  '%s has one reading everywhere',
  (text) => {
    const reads = [{}, { language: 'en' }, { language: 'fr' }, { order: 'month' } as const].map(
      (place) => [readDate(text, place)?.day, readDate(text, place)?.other],
    );
    expect(new Set(reads.map(String))).toHaveLength(1);
    expect(reads[0]?.[1]).toBeUndefined();
  },
);

test.each([
  [['3/4/2024', '14/4/2024'], 'day'],
  [['3/4/2024', 'Open until 4/14/24'], 'month'],
  [['14/4/2024', '4/14/2024'], undefined],
  [['3/4/2024', '40/4/2024', 'Monday'], undefined],
])('%j show the order: %s first', (texts, order) => {
  expect(findDateOrder(texts)).toBe(order);
});

test.each([
  ['Posted 3/4/2024\nUpdated 14/4/2024', 'day'],
  ['Size 4/14/24 mm, posted 3/4/2024', undefined],
  ['14/4/2024 and 4/14/2024', undefined],
])('the text of the page %j shows the order: %s first', (text, order) => {
  expect(findPageDateOrder(text)).toBe(order);
});

test.each([
  [['24-04-15', '24-04-16', '24-05-02'], 'year'],
  [['23-12-30', '24-01-02', '24-02-17'], 'year'],
  [['99/04/15', '98/11/02'], 'year'],
  [['15-04-24', '16-04-24', '02-05-24'], 'day'],
  [['24-04-15', '15-04-24'], 'day'],
  [['24-04-15'], 'day'],
  [['24-04-15', '24-04-16'], undefined],
  [['01-05-19', '01-06-23'], undefined],
  [['24.04.15', '24.04.16'], 'day'],
])('%j with short years show the order: %s first', (texts, order) => {
  expect(findDateOrder(texts)).toBe(order);
});

test.each([
  ['24-04-15', { order: 'year' } as const, '2024-04-15', undefined],
  ['24-04-15', { language: 'ja' }, '2024-04-15', undefined],
  ['24/04/15', { language: 'ja' }, '2024-04-15', undefined],
  ['24-04-15', { language: 'sv-SE' }, '2024-04-15', undefined],
  ['99-04-15', {}, '1999-04-15', undefined],
  ['24-04-15', {}, '2015-04-24', '2024-04-15'],
  ['24-04-15', { language: 'nl' }, '2015-04-24', undefined],
  ['24.04.15', { language: 'en' }, '2015-04-24', undefined],
  ['24-04-2015', { order: 'year' } as const, '2015-04-24', undefined],
])('the short year of %s at %j makes it %s, or %s', (text, place, day, other) => {
  expect(readDate(text, place)).toMatchObject({ day, other });
});

test('languages whose countries differ, or that begin with the year, tell no order', () => {
  const orders = ['en', 'ja', '', undefined, 'en-US', 'pt-BR'].map((language) =>
    findUsualDateOrder({ language }),
  );
  expect(orders).toEqual([undefined, undefined, undefined, undefined, 'month', 'day']);
});

test.each([
  'Model 2024',
  '99/99/2024',
  'about 12 years',
  '31 February 2024',
  '2023-02-29',
  '31.04.2024',
  '2024/06/31',
])('%s is no date', (text) => {
  expect(readDate(text, { language: 'de' })).toBeUndefined();
});

test.each([
  ['2026. 5. 3.', 'ko', '2026-05-03'],
  ['2026. 5. 3.', '', '2026-05-03'],
  ['2026. május 3.', 'hu', '2026-05-03'],
  ['2026 m. gegužės 3 d.', 'lt', '2026-05-03'],
  ['2026, May 3', 'en', '2026-05-03'],
  ['٣ مايو ٢٠٢٦', 'ar', '2026-05-03'],
  ['٣ مايو ٢٠٢٦', '', '2026-05-03'],
  ['٣/٥/٢٠٢٦', 'ar-EG', '2026-05-03'],
  ['۳ مه ۲۰۲۶', 'fa', '2026-05-03'],
  ['३ मई २०२६', 'hi', '2026-05-03'],
  ['3 במאי 2026', 'he', '2026-05-03'],
  ['3 de maig del 2026', 'ca', '2026-05-03'],
  ['ngày 3 tháng 5 năm 2026', 'vi', '2026-05-03'],
  ['3 พฤษภาคม 2569', '', '2026-05-03'],
  ['3 พ.ค. 2569', 'th', '2026-05-03'],
  ['3 พฤษภาคม พ.ศ. 2569', 'th', '2026-05-03'],
  ['3 พฤษภาคม ค.ศ. 2026', 'th', '2026-05-03'],
  ['12/03/2567', 'th', '2024-03-12'],
  ['5. listopada 2026', 'hr', '2026-10-05'],
  ['5 listopada 2026', 'pl', '2026-11-05'],
])('%s on a page of %j is the day %s', (text, language, day) => {
  expect(readDate(text, { language })?.day).toBe(day);
  expect(findOnlyDate(text.replace(/^ngày /, ''), { language })?.day).toBe(day);
});

test.each([
  ['12/03/2567', 'en'],
  ['2567-03-12', ''],
  ['۱۴۰۵/۲/۱۳', ''],
  ['1405/02/13', 'fa'],
  ['١٣ مايو ١٤٤٧', 'ar'],
  ['2026.5.3.4', 'ko'],
  ['3 pieces 2026', 'en'],
  ['2026 model 3', 'en'],
])('%s on a page of %j is no date of the common era', (text, language) => {
  expect(readDate(text, { language })).toBeUndefined();
});

test('a year before 1700 counts where no other calendar is likely', () => {
  expect(readDate('13 May 1405', { language: 'en' })?.day).toBe('1405-05-13');
});

test('a leap day and the last day of a month are days', () => {
  expect(readDate('29 February 2024', {})?.day).toBe('2024-02-29');
  expect(readDate('31.12.2024', {})?.day).toBe('2024-12-31');
});

test.each([
  ['Tue, 12 March 2024', '2024-03-12', undefined],
  ['１２.０３.２０２４', '2024-03-12', undefined],
  ['2024年3月12日', '2024-03-12', undefined],
  ['2024-03-12T10:00:00.5-0300', '2024-03-12', '2024-03-12T10:00:00.5-03:00'],
  ['2024-03-12 10:00 GMT', '2024-03-12', '2024-03-12T10:00:00Z'],
  ['March 12, 2024 at 10:00 UTC', '2024-03-12', '2024-03-12T10:00:00Z'],
])('%s is the day %s and the moment %s', (text, day, moment) => {
  expect(findOnlyDate(text, { language: 'de' })).toEqual({ day, moment });
});

test.each([
  '12/03/24',
  '20240312',
  '1710201600',
  'from 12 March 2024',
  '12 March 2024 or later',
  '12 March 2024, 25:00 UTC',
  '12 March 2024 and 13 March 2024',
])('%s is not one date and nothing else', (text) => {
  expect(findOnlyDate(text, { language: 'de' })).toBeUndefined();
});

test.each([
  ['5–7 March 2024', 'en', '2024-03-05', '2024-03-07'],
  ['5 to 7 March 2024', 'en', '2024-03-05', '2024-03-07'],
  ['5.–7. März 2024', 'de', '2024-03-05', '2024-03-07'],
  ['vom 5. bis 7. März 2024', 'de', '2024-03-05', '2024-03-07'],
  ['du 5 au 7 mars 2024', 'fr', '2024-03-05', '2024-03-07'],
  ['March 5–7, 2024', 'en', '2024-03-05', '2024-03-07'],
  ['28 Feb – 2 Mar 2024', 'en', '2024-02-28', '2024-03-02'],
  ['December 30 – January 2, 2025', 'en', '2024-12-30', '2025-01-02'],
  ['5 March 2024 – 7 March 2024', 'en', '2024-03-05', '2024-03-07'],
  ['2024-03-05 to 2024-03-07', 'en', '2024-03-05', '2024-03-07'],
  ['5.3.–7.3.2024', 'de', '2024-03-05', '2024-03-07'],
  ['Fri 13 – Sun 15 June 2025', 'en', '2025-06-13', '2025-06-15'],
  ['Friday 30 May to Sunday 1 June 2025', 'en', '2025-05-30', '2025-06-01'],
  ['Fr, 13.06. – So, 15.06.2025', 'de', '2025-06-13', '2025-06-15'],
  ['13/14 June 2025', 'en', '2025-06-13', '2025-06-14'],
  ['2024年3月5日〜7日', 'ja', '2024-03-05', '2024-03-07'],
])('%s on a page of %j begins on %s and ends on %s', (text, language, day, until) => {
  expect(readDate(text, { language })).toMatchObject({ day, until });
  expect(findOnlyDate(text, { language })).toBeUndefined();
});

test.each([
  'Part 3 - 7 March 2024',
  '9–7 March 2024',
  'Room 3 – Thu 7 March 2024',
  '3/7 March 2024',
  '10:00 - 7 March 2024',
  '5 and 7 March 2024',
  '7 March 2024 - 12 guests',
  '7 March 2024 – 3 March 2024',
])('%s is no range of days', (text) => {
  expect(readDate(text, { language: 'en' })).toMatchObject({ day: '2024-03-07', until: undefined });
});

test.each([
  ['令和6年3月5日', '2024-03-05'],
  ['平成31年4月1日', '2019-04-01'],
  ['令和元年5月1日', '2019-05-01'],
  ['民國113年3月5日', '2024-03-05'],
  ['05-Mar-24', '2024-03-05'],
  ["5 Mar '24", '2024-03-05'],
])('%s is the day %s', (text, day) => {
  expect(readDate(text, {})?.day).toBe(day);
});

test.each(['6年3月5日', '5 Max 24', '05-Mat-24', '令和6年13月5日', '5 Mar 24 pieces'])(
  '%s is no day',
  (text) => {
    expect(readDate(text, {})).toBeUndefined();
  },
);
