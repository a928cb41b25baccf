import { describe, expect, test } from 'vitest';
import { readPage } from '../../../page/read-page.ts';
import { extractStructure } from '../../structure/extract-structure.ts';

const text = { type: 'string' } as const;

function read(body: string, names: readonly string[]) {
  const html = `<html lang="de"><title>Kontakt</title><body><h1>Impressum</h1>${body}`;
  return extractStructure({
    reading: readPage({ html, url: 'https://kerne.example/impressum' }),
    prompt: 'Extract the data',
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, text])),
    },
    detailLevel: 'medium',
  });
}

const parts = ['company', 'street', 'postalCode', 'city'];
const block = '<p>Kerne Pumpen GmbH<br>Kaistraße 12<br>20457 Hamburg</p>';
const address = { street: 'Kaistraße 12', postalCode: '20457', city: 'Hamburg' };

describe('an address in lines below each other', () => {
  test('gives the company above it, the street, the postal code and the city, each from its line', () => {
    const { value, sources, missing } = read(block, parts);
    expect(value).toEqual({ company: 'Kerne Pumpen GmbH', ...address });
    expect(sources.get('/street')?.node).toMatchObject({ data: 'Kaistraße 12' });
    expect(sources.get('/city')?.node).toMatchObject({ data: '20457 Hamburg' });
    expect(missing).toEqual([]);
  });

  test.each([
    ['12 rue de la Paix', '75002', 'Paris'],
    ['Herengracht 14 a', '1015 BK', 'Amsterdam'],
    ['Am Markt 3-5', '60311', 'Frankfurt am Main'],
    ['ul. Długa 7', '00-238', 'Warszawa'],
  ])('is read as it is written there: %s', (street, postalCode, city) => {
    const lines = `<address>${street}<br>${postalCode} ${city}</address>`;
    expect(read(lines, parts).value).toEqual({ street, postalCode, city });
  });

  test('has no company where the line above is called like none', () => {
    expect(read(block.replace(' GmbH', ''), parts).value).toEqual(address);
  });

  test.each([
    ['two addresses', `${block}<p>Werk<br>Hafenweg 3<br>24103 Kiel</p>`],
    ['a year below a number', '<p>Kapitel 12<br>2024 Bericht</p>'],
    ['a number of things', '<p>Seite 12<br>20457 gelesen</p>'],
    ['lines that are parted', '<p>Kaistraße 12<br>Hinterhaus<br>20457 Hamburg</p>'],
    ['what stands beside the page', `<aside>${block}</aside>`],
  ])('is none in %s', (_, body) => {
    expect(read(body, parts).value).toEqual({});
  });

  test('comes behind what has a label', () => {
    expect(read(`${block}<dl><dt>Ort<dd>Kiel</dl>`, ['city']).value).toEqual({ city: 'Kiel' });
  });
});

test('labels in lines below each other are those of their values, with a law behind them or without', () => {
  const lines =
    '<p>Telefon: 040 1234567<br>Telefax: 040 1234599</p><p>Umsatzsteuer-ID gemäß § 27a UStG: DE123456789</p>';
  expect(read(lines, ['phone', 'fax', 'vatId']).value).toEqual({
    phone: '040 1234567',
    fax: '040 1234599',
    vatId: 'DE123456789',
  });
});

const readWhole = (body: string): unknown => read(body, ['address']).value;

describe('a whole address', () => {
  const shown = '12 Main Street<br>Springfield, IL 62701';

  test('is the street and the city below it', () => {
    expect(readWhole(block)).toEqual({ address: 'Kaistraße 12, 20457 Hamburg' });
  });

  test('is what the markup calls so, without the name of the page and how to call, to write and to get there', () => {
    const contact =
      '<a href="tel:+12175551234">(217) 555-1234</a><br>hi@kerne.example<br><a href="/map">Map</a>';
    expect(readWhole(`<address>Impressum<br>${shown}<br>${contact}</address>`)).toEqual({
      address: '12 Main Street, Springfield, IL 62701',
    });
  });

  test.each([
    ['one of two', `<address>${shown}</address><address>14 High Street</address>`],
    ['who wrote a text, and when', '<address>By Ann Smith, May 5, 2026</address>'],
    ['a price below days of returns', '<p>14 zile drept de retur<br>27199 Lei</p>'],
  ])('is not %s', (_, html) => {
    expect(readWhole(html)).toEqual({});
  });
});

test('a price is neither a postal code nor a city', () => {
  expect(read('<p>14 zile drept de retur<br>27199 Lei</p>', parts).value).toEqual({});
});
