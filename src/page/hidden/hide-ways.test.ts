import { describe, expect, it } from 'vitest';
import { type ParseMode, readPage } from '../read-page.ts';
import { readText } from '../tree/node-text.ts';
import {
  hidingMarkup,
  hidingSheets,
  hidingStyles,
  shownMarkup,
  shownSheets,
  shownStyles,
} from '../../../test/support/hide-ways.ts';

const read = (html: string, parseMode: ParseMode = 'accurate'): string =>
  readText(readPage({ html, url: 'https://ways.example/', parseMode }).document);

const page = (head: string, body: string): string =>
  `<!doctype html><html><head><title>Ways</title>${head}</head><body><p>before</p>${body}<p>after</p></body></html>`;

const escapeQuotes = (style: string): string => style.replaceAll('"', '&quot;');

describe('text that people do not see is not read', () => {
  it.each(hidingMarkup)('%s', (markup) => {
    expect(read(page('', markup))).toBe('before\nafter');
    expect(read(page('', markup), 'speed')).toBe('before\nafter');
  });

  it.each(hidingStyles)('style="%s"', (style) => {
    expect(read(page('', `<div style="${escapeQuotes(style)}">SECRET</div>`))).toBe(
      'before\nafter',
    );
  });

  it.each(hidingStyles)('a rule with %s', (style) => {
    const sheet = `<style>.way { ${style} }</style>`;
    expect(read(page(sheet, '<div class="way">SECRET</div>'))).toBe('before\nafter');
  });

  it.each(hidingSheets)('%s with %s', (css, markup) => {
    expect(read(page(`<style>${css}</style>`, markup))).toBe('before\nafter');
    expect(read(page(`<style>${css}</style>`, markup), 'speed')).toBe('before\nafter');
  });

  it.each([
    ['10,000 rules before it', (rule: string) => `${manyRules(10_000, 'other')} ${rule}`],
    ['10,000 rules after it', (rule: string) => `${rule} ${manyRules(10_000, 'other')}`],
    ['500 rules of its class before it', (rule: string) => `${manyRules(500, 'way')} ${rule}`],
    ['500 rules of its class after it', (rule: string) => `${rule} ${manyRules(500, 'way')}`],
    ['a megabyte of comments before it', (rule: string) => `/*${'x'.repeat(1_000_000)}*/${rule}`],
    ['a megabyte of selectors', (rule: string) => `${'.a,'.repeat(300_000)}.b{color:red}${rule}`],
    ['a deep condition', (rule: string) => `${'@media all{'.repeat(500)}${rule}`],
  ])('%s change nothing', (_name, toCss) => {
    const sheet = `<style>${toCss('.way { display: none }')}</style>`;
    expect(read(page(sheet, '<div class="way">SECRET</div>'))).toBe('before\nafter');
  });
});

describe('text that people see is read', () => {
  it.each(shownMarkup)('%s', (markup) => {
    expect(read(page('', markup))).toBe('before\nseen\nafter');
    expect(read(page('', markup), 'speed')).toBe('before\nseen\nafter');
  });

  it.each(shownStyles)('style="%s"', (style) => {
    expect(read(page('', `<div style="${escapeQuotes(style)}">seen</div>`))).toBe(
      'before\nseen\nafter',
    );
  });

  it.each(shownSheets)('%s with %s', (css, markup) => {
    expect(read(page(`<style>${css}</style>`, markup))).toBe('before\nseen\nafter');
  });
});

function manyRules(count: number, name: string): string {
  const rules = Array.from(
    { length: count },
    (_, number) => `.${name}.missing${number} > .x${number} { display: block; color: red }`,
  );
  return rules.join('\n');
}
