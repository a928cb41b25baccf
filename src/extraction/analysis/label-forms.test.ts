import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { partUnit } from '../values/stated-unit.ts';
import { listLabelForms } from './label-forms.ts';

test.each([
  ['Weight', ['weight']],
  ['Weight (kg):', ['weight (kg', 'weight kg', 'weight']],
  ['Width (without foot)', ['width (without foot', 'width without foot']],
  ['Author(s)', ['author(s', 'author s', 'author', 'authors']],
  ['Fits Waist/Hips', ['fits waist/hips', 'fits waist hips']],
  ['Wi-Fi', ['wi-fi', 'wi fi', 'wifi']],
  ['Part Number (PN)', ['part number (pn', 'part number pn', 'part number']],
  ['Load (MAX)', ['load (max', 'load max']],
  ['Manufacturer’s number', ['manufacturer’s number', 'manufacturers number']],
  ['VAT ID under § 27a UStG', ['vat id under § 27a ustg', 'vat id under 27a ustg', 'vat id']],
  ['Bluetooth®', ['bluetooth®', 'bluetooth']],
])('the forms of %s', (label, forms) => {
  expect(listLabelForms(label)).toEqual(forms);
});

test.each([
  ['Price (EUR)', 'EUR'],
  ['Height [cm]', 'cm'],
  ['Price (net)', undefined],
  ['kg', undefined],
  ['Load (MAX)', undefined],
])('the unit that %s states is %s', (label, unit) => {
  expect(partUnit(label).unit).toBe(unit);
});

const text = { type: 'string' };
const number = { type: 'number' };

test.each([
  ['Weight (kg)', '12', { weight: number }, { weight: 12 }],
  ['Height (cm)', '40', { height_cm: number }, { height_cm: 40 }],
  ['Author(s)', 'Ada Long', { authors: text }, { authors: 'Ada Long' }],
  ['Fits Waist/Hips', '12-14', { fits_waist_hips: text }, { fits_waist_hips: '12-14' }],
  ['Wi-Fi', 'Dual', { wifi: text }, { wifi: 'Dual' }],
  ['P/E ratio', '28.4', { pe_ratio: number }, { pe_ratio: 28.4 }],
  ['Released on', '3 May', { released: text }, { released: '3 May' }],
  // Another measure, and another unit.
  ['Width (without foot)', '60 cm', { width: text }, {}],
  ['Weight (kg)', '12', { weight_lb: number }, {}],
])('the label "%s" with "%s" gives %j as %j', (label, shown, properties, value) => {
  const html = `<main><h1>Lamp</h1><p>A lamp for the desk.</p><dl><dt>${label}</dt><dd>${shown}</dd></dl></main>`;
  const reading = readPage({ html, url: 'https://shop.example/' });
  const schema = { type: 'object', properties };
  const found = extractStructure({ reading, prompt: 'All.', schema, detailLevel: 'medium' });
  expect(found.value).toEqual(value);
});
