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
