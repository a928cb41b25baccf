import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['4 March 2026', 'en-GB', '2026-03-04', '2026-04-03'],
  ['March 4th, 2026', 'en-US', '2026-03-04', '2026-03-05'],
  ['4. März 2026', 'de', '2026-03-04', '2026-04-03'],
  ['4 de marzo de 2026', 'es', '2026-03-04', '2025-03-04'],
  ['04.03.2026', 'de', '2026-03-04', '2026-04-03'],
  ['3/4/2026', 'en-US', '2026-03-04', '2026-04-03'],
  ['3/4/2026', 'en-GB', '2026-04-03', '2026-03-04'],
  ['20260304', 'en-US', '2026-03-04', '2026-03-05'],
  ['2026年3月4日', 'ja', '2026-03-04', '2026-03-05'],
  ['2026. 3. 4.', 'ko', '2026-03-04', '2026-04-03'],
  ['2026. március 4.', 'hu', '2026-03-04', '2026-04-03'],
  ['2026 m. rugsėjo 4 d.', 'lt', '2026-09-04', '2026-08-04'],
  ['٤ مارس ٢٠٢٦', 'ar', '2026-03-04', '2026-04-03'],
  ['4 มีนาคม 2569', 'th', '2026-03-04', '2025-03-04'],
])('"%s" on a page of %s is %s, and not %s', (written, language, right, wrong) => {
  const markup = `<p>Held: ${written}</p>`;
  expect(statusOf({ date: right }, markup, language)).toBe('normalised');
  expect(statusOf({ date: wrong }, markup, language)).toBe('unsupported');
});

test('where nothing tells which is meant, both days stand there', () => {
  const markup = '<p>Held: 3/4/2026</p>';
  expect(statusOf({ date: '2026-03-04' }, markup, 'en')).toBe('normalised');
  expect(statusOf({ date: '2026-04-03' }, markup, 'en')).toBe('normalised');
});

test('a text that says more than its day is looked for as a text', () => {
  const value = { note: 'Closed from 4 March 2026 until the bridge is mended again' };
  expect(statusOf(value, '<p>Held: 2026-03-04</p>')).toBe('unsupported');
});

test.each([
  ['<p>On 3 May 2024</p>', '2024-05-03T17:45:00Z'],
  ['<p>10:00 on 3 May 2024</p>', '2024-05-03T22:00:00Z'],
  ['<p>3 May 2024, 5:45 pm</p>', '2024-05-03T05:45:00Z'],
  ['<time datetime="2024-05-03T10:00:00+02:00">3 May</time>', '2024-05-03T10:00:00Z'],
  ['<p>3 May 2024</p>', '3 May 2024, 5:45 pm'],
  ['<p>Offer valid until 3 May 2024.</p>', 'not on 3 May 2024'],
  ['<p>Offer valid until 3 May 2024.</p>', 'from 3 May 2024'],
  ['<p>Offer valid from 1 to 3 May 2024.</p>', 'after 2024-05-03'],
  ['<p>Friday, 3 May 2024</p>', 'Saturday, 3 May 2024'],
  ['<p>3 May 2024</p>', '3 May 2024 at the latest'],
])('of %s "%s" says another time or other words', (markup, wrong) => {
  expect(statusOf({ date: wrong }, markup, 'en')).toBe('unsupported');
});

test.each([
  ['<p>On 3 May 2024</p>', '2024-05-03T00:00:00Z'],
  ['<p>10:00 on 3 May 2024</p>', '2024-05-03T10:00:00'],
  ['<p>3 May 2024, 5:45 pm</p>', '2024-05-03T17:45:00Z'],
  ['<time datetime="2024-05-03T10:00:00+02:00">3 May</time>', '2024-05-03T08:00:00Z'],
  ['<p>Offer valid until 3 May 2024.</p>', 'until 2024-05-03'],
  ['<p>Offer valid until Friday, 3 May 2024, 10:00.</p>', 'until 2024-05-03'],
  ['<p>3 May 2024</p>', 'Friday, 3 May 2024'],
  ['<p>Freitag, 3. Mai 2024</p>', 'Fri, 3 May 2024'],
])('of %s "%s" says the same', (markup, right) => {
  expect(statusOf({ date: right }, markup, 'en')).toBe('normalised');
});
