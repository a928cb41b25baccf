import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['Open 9am–5pm', 'en', { opens: '09:00' }, { opens: '17:00' }],
  ['Open 9am–5pm', 'en', { closes: '17:00' }, { closes: '05:00' }],
  ['Doors: 7.30pm', 'en', { doors: '19:30' }, { doors: '07:30' }],
  ['Doors: 7:30 p.m.', 'en', { doors: '19:30:00' }, { doors: '19:00:00' }],
  ['Doors: 12am', 'en', { doors: '00:00' }, { doors: '12:00' }],
  ['Doors: 19:30', 'en', { doors: '7:30 PM' }, { doors: '7:30 AM' }],
  ['Start: 9 Uhr', 'de', { start: '09:00' }, { start: '21:00' }],
  ['Offen von 9.00 – 17.00 Uhr', 'de', { opens: '09:00' }, { opens: '17:00' }],
  ['Portes: 19h30', 'fr', { portes: '19:30' }, { portes: '19:00' }],
])('"%s" on a page of %s says %o, and not %o', (written, language, right, wrong) => {
  expect(statusOf(right, `<p>${written}</p>`, language)).toBe('normalised');
  expect(statusOf(wrong, `<p>${written}</p>`, language)).toBe('unsupported');
});

test.each([
  ['<p>Mon–Fri 9am–5pm, Sat 10am–2pm</p>', { closes: '14:00' }],
  ['<p>Doors: 7.30 for members</p>', { doors: '07:30' }],
  ['<p>Doors: £7.30pm</p>', { doors: '19:30' }],
])('what is no time, or one of several, is not found: %s, %o', (markup, property) => {
  expect(statusOf(property, markup)).toBe('unsupported');
});
