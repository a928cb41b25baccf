import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const text: JsonSchema = { type: 'string' };

function readHours(body: string, names: readonly string[], language = 'en'): unknown {
  const html = `<html lang="${language}"><title>Nord</title><main><h1>Nord</h1>${body}</main>`;
  const items = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
    required: names,
  };
  const { value } = extractStructure({
    reading: readPage({ html, url: 'https://nord.example/' }),
    prompt: 'Extract the data',
    schema: { type: 'object', properties: { openingHours: { type: 'array', items } } },
    detailLevel: 'medium',
  });
  return (value as { readonly openingHours?: unknown }).openingHours;
}

function toTable(...rows: readonly (readonly [string, string])[]): string {
  return `<table>${rows.map(([day, hours]) => `<tr><td>${day}<td>${hours}`).join('')}</table>`;
}

const table = toTable(['Mon – Fri', '9:00 – 18:00'], ['Saturday', '10:00 – 14:00']);
const list = '<dl><dt>Monday<dd>9:00 – 18:00<dt>Sundays &amp; holidays<dd>Closed</dl>';

describe('opening hours', () => {
  test.each([
    [table, ['Mon – Fri', '9:00 – 18:00', 'Saturday', '10:00 – 14:00'], 'en'],
    [list, ['Monday', '9:00 – 18:00', 'Sundays & holidays', 'Closed'], 'en'],
    [
      toTable(['Mo bis Fr', '9 – 18 Uhr'], ['Samstag', 'geschlossen']),
      ['Mo bis Fr', '9 – 18 Uhr', 'Samstag', 'geschlossen'],
      'de',
    ],
  ])('are the rows of days without headers: %#', (body, [day, hours, other, last], language) => {
    expect(readHours(body, ['day', 'hours'], language)).toEqual([
      { day, hours },
      { day: other, hours: last },
    ]);
  });

  test('are parted where they are asked for as two times', () => {
    expect(readHours(table, ['day', 'opens', 'closes'])).toEqual([
      { day: 'Mon – Fri', opens: '9:00', closes: '18:00' },
      { day: 'Saturday', opens: '10:00', closes: '14:00' },
    ]);
  });

  test.each([
    ['meals with prices', toTable(['Monday', 'Soup €5'], ['Tuesday', 'Stew €7'])],
    ['rows of something else', toTable(['Monday', '9:00 – 18:00'], ['Kitchen', 'until 21:00'])],
    ['days without hours', toTable(['Monday', 'Yoga'], ['Tuesday', 'Judo'])],
    ['two places', `${table}<h2>South</h2>${list}`],
    ['days with more than one definition', '<dl><dt>Mon<dd>9–12<dd>14–18<dt>Tue<dd>9–12</dl>'],
  ])('are none of %s', (_, body) => {
    expect(readHours(body, ['day', 'hours']) ?? []).toEqual([]);
  });

  test('are those of the page and not of what stands beside it', () => {
    const aside = `<aside>${list}</aside>`;
    expect(readHours(`${table}${aside}`, ['day', 'hours'])).toHaveLength(2);
    expect(readHours(`${table}${aside}`, ['day', 'hours'])).toContainEqual({
      day: 'Saturday',
      hours: '10:00 – 14:00',
    });
  });
});
