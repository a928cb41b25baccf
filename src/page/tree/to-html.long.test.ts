import { expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { readPage } from '../read-page.ts';
import { toHtml } from './to-html.ts';

const read = (html: string) => readPage({ html, url: 'https://a.example/' }).document;

test('the replaced images of a parent take time in proportion to their number', () => {
  const document = read('<img alt=a>'.repeat(120_000));
  expect(workRatioOf(() => toHtml(document, 'alt'))).toBeLessThan(375);
});

test('HTML ends at 16 million characters, however they are written, and says so', () => {
  const document = read(`<p>a</p>${`<p title="\u00A0">${'&amp;'.repeat(100_000)}</p>`.repeat(40)}`);
  const warnings: string[] = [];
  const html = toHtml(document, 'keep', (warning) => warnings.push(warning));
  expect(html.length).toBeGreaterThan(10_000_000);
  expect(html.length).toBeLessThanOrEqual(16_000_000);
  expect(html.startsWith('<html><head></head><body><p>a</p>')).toBe(true);
  expect(html.endsWith('</body></html>')).toBe(true);
  expect(warnings).toEqual([expect.stringContaining('the rest was left out')]);
});

test('HTML below the limit is whole, without a warning', () => {
  const document = read(`<p>${'a&amp;b'.repeat(1_000_000)}</p>`);
  const warnings: string[] = [];
  expect(toHtml(document, 'keep', (warning) => warnings.push(warning)).length).toBeGreaterThan(
    7_000_000,
  );
  expect(warnings).toEqual([]);
});
