import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { findAskedUnits, fitMeasure, statesOtherUnit } from './stated-unit.ts';

test.each([
  ['length_in_miles', 'Length (km)', true],
  ['weightLb', 'Weight [kg]', true],
  ['price_usd', 'Price (EUR)', true],
  ['price_usd', 'Price (€)', true],
  ['length_km', 'Length (km)', false],
  ['length', 'Length (km)', false],
  ['height_m', 'Height (metres)', false],
  ['height', 'Height (rank)', false],
  ['price_eur', 'Price (EUR)', false],
])('whether %s is asked for in another unit than %s has', (name, header, isOther) => {
  expect(statesOtherUnit(findAskedUnits(name, ''), header)).toBe(isOther);
});

test('a number is not given for a field of another unit than its header states', () => {
  const rows = ['Ald', 'Bek', 'Cor'].map(
    (name, at) => `<tr><td>${name}</td><td>${at + 5}</td></tr>`,
  );
  const html = `<table><tr><th>Name</th><th>Length (km)</th></tr>${rows.join('')}</table>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const number = { type: 'number' };
  const read = (field: string): unknown => {
    const properties = { name: { type: 'string' }, [field]: number };
    const schema = { type: 'array', items: { type: 'object', properties } };
    return extractStructure({ reading, prompt: 'rivers', schema, detailLevel: 'medium' }).value;
  };
  expect(read('length_in_miles')).toEqual([{ name: 'Ald' }, { name: 'Bek' }, { name: 'Cor' }]);
  expect(read('length_in_km')).toMatchObject([{ length_in_km: 5 }, {}, {}]);
});

test.each([
  ['length_in_miles', '12 km', undefined],
  ['length_in_miles', '12 km (7.5 mi)', '7.5 mi'],
  ['power_kw', '150 bhp (112 kW)', '112 kW'],
  ['power_hp', '150 bhp (112 kW)', '150 bhp (112 kW)'],
  ['power_kw', '150 ch (112 kW)', '112 kW)'],
  ['power_kw', '150 PS / 110 kW', '110 kW'],
  ['power_kw', '100-150 kW', '100-150 kW'],
  ['weight_kg', '800g', undefined],
  ['temperature_f', '21 °C', undefined],
  ['area_m2', '120 sq ft', undefined],
  ['speed_km_h', '50 mph', undefined],
  ['length_in', '30 cm', undefined],
  ['length_cm', '12 in', undefined],
  ['length_cm', '12″', undefined],
  ['delivery_days', '2 weeks', undefined],
  ['delivery_hours', '2 Tage', undefined],
  ['energy_kcal', '300 kJ', undefined],
  ['weight_kg', '1 kg 200 g', undefined],
  ['height_ft', '5 ft 11 in', undefined],
  ['height_ft', '5\'11"', undefined],
  ['distance_m', '10k', undefined],
  ['distance_km', '10k', '10k'],
  ['length_in_miles', '7.5 miles', '7.5 miles'],
  ['length_in_miles', '7.5', '7.5'],
  ['length', '12 km', '12 km'],
  ['vitamin_c', '12 g', '12 g'],
  ['vitamin_c', '80 mg', '80 mg'],
  ['plan_b_m', '3 kg', '3 kg'],
  ['year_of_g', '12 goals', '12 goals'],
  ['price_min', '3 days', '3 days'],
  ['length_cm', '12 in stock', '12 in stock'],
  ['rent_per_month', '3 weeks', '3 weeks'],
])('of a field %s the text "%s" states %s', (name, text, part) => {
  expect(fitMeasure(findAskedUnits(name, ''), text).text).toBe(part);
});

test('a number is not given for a field of another unit than its cell states, which is told', () => {
  const lengths = ['12 km', '5 miles', '9 km'].map(
    (length, at) => `<tr><td>Path ${at + 1}</td><td>${length}</td></tr>`,
  );
  const html = `<table><tr><th>Name</th><th>Length</th></tr>${lengths.join('')}</table>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const properties = { name: { type: 'string' }, length_in_miles: { type: 'number' } };
  const schema = { type: 'array', items: { type: 'object', properties } };
  const read = extractStructure({ reading, prompt: 'paths', schema, detailLevel: 'medium' });
  expect(read.value).toEqual([
    { name: 'Path 1' },
    { name: 'Path 2', length_in_miles: 5 },
    { name: 'Path 3' },
  ]);
  expect(JSON.stringify(read)).toContain(
    '2 of 3 values of \\"length_in_miles\\" are in another unit',
  );
});

test('the currency of amounts is that of their header where no column states one', () => {
  const rows = ['Cut', 'Dye', 'Shave'].map(
    (name, at) => `<tr><td>${name}</td><td>${at === 2 ? '–' : at + 5}</td></tr>`,
  );
  const html = `<table><tr><th>Name</th><th>Price (EUR)</th></tr>${rows.join('')}</table>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const text = { type: 'string' };
  const properties = { name: text, price: { type: 'number' }, currency: text };
  const schema = { type: 'array', items: { type: 'object', properties } };
  const { value } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  expect(value).toEqual([
    { name: 'Cut', price: 5, currency: 'EUR' },
    { name: 'Dye', price: 6, currency: 'EUR' },
    { name: 'Shave' },
  ]);
});

test.each([
  ['price_usd', '', undefined, ['USD']],
  ['usdPrice', '', undefined, ['USD']],
  ['cost_in_euros', '', undefined, ['EUR']],
  ['price', 'Price in US dollars', undefined, ['USD']],
  ['price', 'Price in GBP', undefined, ['GBP']],
  ['price', 'Price (€)', undefined, ['EUR']],
  ['price', 'USD', undefined, ['USD']],
  ['price', 'The price of the lamp, as US dollars', undefined, ['USD']],
  ['price', 'Price, e.g. in USD', undefined, []],
  ['price', '', ['USD'], ['USD']],
  ['pen_price', '', undefined, []],
  ['usd', '', undefined, []],
  ['priceEur', '', ['USD'], ['EUR']],
])(
  'a field %s described as "%s" beside currencies %j asks for %j',
  (name, said, members, codes) => {
    expect([...findAskedUnits(name, said, members).currencies]).toEqual(codes);
  },
);

const inUsd = { type: 'number', description: 'in US dollars' };

function readItems(
  html: string,
  fields: object,
): Pick<ReturnType<typeof extractStructure>, 'value' | 'cuts'> {
  const properties = { name: { type: 'string' }, ...fields };
  const schema = { type: 'array', items: { type: 'object', properties } };
  const reading = readPage({ html, url: 'https://lists.example/' });
  return extractStructure({ reading, prompt: 'items', schema, detailLevel: 'medium' });
}

test.each([
  ['its name asks for', { price_usd: { type: 'number' } }],
  ['its description asks for', { price: inUsd }],
  ['a field beside it allows', { price: { type: 'number' }, currency: { const: 'USD' } }],
  ['a field beside it has as members', { price: { type: 'number' }, currency: { enum: ['USD'] } }],
])('an amount of a list is not given in another currency than %s, which is told', (_, fields) => {
  const rows = ['€12', '$5', '€9'].map(
    (price, at) => `<tr><td>Pan ${at}</td><td>${price}</td></tr>`,
  );
  const html = `<table><tr><th>Name</th><th>Price</th></tr>${rows.join('')}</table>`;
  const { value, cuts } = readItems(html, fields);
  expect(JSON.stringify(value)).not.toMatch(/12|9/);
  expect(JSON.stringify(value)).toMatch(/:5[,}]/);
  expect(cuts.join(' ')).toContain('2 of 3 values');
});

test('numbers of one column in several units or currencies are told', () => {
  const rows = ['€12|3 kg', '$5|800 g', '€9|2 kg'].map(
    (cells, at) => `<tr><td>Pan ${at}</td><td>${cells.replace('|', '</td><td>')}</td></tr>`,
  );
  const html = `<table><tr><th>Name</th><th>Price</th><th>Weight</th></tr>${rows.join('')}</table>`;
  const number = { type: 'number' };
  const { cuts } = readItems(html, { price: number, weight: number });
  expect(cuts).toEqual([
    'The values of "price" are in several units or currencies: EUR, USD.',
    'The values of "weight" are in several units or currencies: kg, g.',
  ]);
});

const offer =
  '<script type="application/ld+json">{"@type":"Product","name":"Pan","weight":{"@type":"QuantitativeValue","value":500,"unitCode":"GRM"},"offers":{"@type":"Offer","price":"12.00","priceCurrency":"EUR"}}</script>';
const openGraph =
  '<meta property="product:price:amount" content="12"><meta property="product:price:currency" content="EUR">';
const inKg = { type: 'number', description: 'Weight in kg' };

test.each([
  ['a price of the page', '<p class="price">€12</p><button>Add to cart</button>', { price: inUsd }],
  ['a price of data', offer, { price: inUsd }],
  ['a price of Open Graph', openGraph, { price: inUsd }],
  ['a weight of data', offer, { weight: inKg }],
  ['a labelled weight', '<dl><dt>Weight</dt><dd>500 g</dd></dl>', { weight: inKg }],
])('%s is not given in another unit or currency, which is told', (_, html, fields) => {
  const reading = readPage({ html: `<h1>Pan</h1>${html}`, url: 'https://pans.example/' });
  const schema = { type: 'object', properties: fields };
  const { value, cuts } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  expect(value).toEqual({});
  expect(cuts.join(' ')).toContain('is not what the field asks for; it is not given');
});

test.each([
  ['12 km (7.5 mi)', 'Distance in miles', 7.5],
  ['7.5 miles', 'Distance in miles', 7.5],
  ['12 km (7.5 mi)', '', 12],
])('of "%s" a distance described as "%s" is %d', (text, description, distance) => {
  const html = `<h1>Trail</h1><dl><dt>Distance</dt><dd>${text}</dd></dl>`;
  const reading = readPage({ html, url: 'https://trails.example/' });
  const schema = { type: 'object', properties: { distance: { type: 'number', description } } };
  const { value } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  expect(value).toEqual({ distance });
});

test.each([
  ['<h2>Prices (EUR)</h2>', 'Price', { price_usd: { type: 'number' } }, {}],
  ['<h2>Prices (EUR)</h2>', 'Price', { price_eur: { type: 'number' } }, { price_eur: 8 }],
  [
    '<h2>Prices (EUR)</h2>',
    'Price',
    { price: { type: 'number' }, currency: { type: 'string' } },
    { price: 8, currency: 'EUR' },
  ],
  ['', 'Price', { price_cents: { type: 'integer' } }, { price_cents: 8 }],
])('below "%s" the column %s gives the fields %j as %j', (heading, header, fields, last) => {
  const rows = [12, 30, 8].map((price, at) => `<tr><td>Cut ${at}</td><td>${price}</td></tr>`);
  const html = `${heading}<table><tr><th>Name</th><th>${header}</th></tr>${rows.join('')}</table>`;
  const { value } = readItems(html, fields);
  expect((value as readonly unknown[]).at(-1)).toEqual({ name: 'Cut 2', ...last });
});

test.each([
  ['Population (thousands)', 'population', 'in thousands'],
  ['Population (millions)', 'population_millions', ''],
  ['Price (£000)', 'price', 'in thousands'],
  ['Price (£)', 'price', ''],
  ['Price (cents)', 'price', 'in hundredths (cents)'],
  ['price_cents', 'price', 'in hundredths (cents)'],
  ['priceInPence', 'price', 'in hundredths (cents)'],
  ['price_minor_units', 'price', 'in hundredths (cents)'],
  ['price_cents', 'price_cents', ''],
])('that the numbers of a column %s are not those of %s is told as "%s"', (header, name, told) => {
  const rows = [12, 30, 8].map((price, at) => `<tr><td>City ${at}</td><td>${price}</td></tr>`);
  const html = `<table><tr><th>Name</th><th>${header}</th></tr>${rows.join('')}</table>`;
  const { cuts } = readItems(html, { [name]: { type: 'number' } });
  expect(cuts).toEqual(
    told === '' ? [] : [`The values of "${name}" are ${told}, as the header of their column says.`],
  );
});

test.each([
  ['$0.99', 'price_cents', undefined],
  ['€5 m', 'assets', 5_000_000],
  ['4:30 min/km', 'pace', undefined],
  ['58000 Wh', 'battery_kwh', undefined],
  ['500 г', 'mass_kg', undefined],
  ['5 Kilogramm', 'mass_kg', 5],
])('of the cell "%s" the field %s is %s', (text, name, number) => {
  const rows = [1, 2].map((at) => `<tr><td>Thing ${at}</td><td>${text}</td></tr>`);
  const html = `<table><tr><th>Name</th><th>${name}</th></tr>${rows.join('')}</table>`;
  const { value } = readItems(html, { [name]: { type: 'number' } });
  const field = number === undefined ? {} : { [name]: number };
  expect((value as readonly unknown[])[0]).toEqual({ name: 'Thing 1', ...field });
});

test.each([
  ['3 days', 'in days', 3],
  ['3 min', 'in milliseconds', 180_000],
  ['3 min', 'Duration of the second leg', 3],
  ['90 min', 'Duration in hours', 1.5],
  ['3 days', 'in months', undefined],
])('of "%s" a duration described as "%s" is %s', (text, description, duration) => {
  const html = `<h1>Tour</h1><dl><dt>Duration</dt><dd>${text}</dd></dl>`;
  const reading = readPage({ html, url: 'https://tours.example/' });
  const schema = { type: 'object', properties: { duration: { type: 'number', description } } };
  const { value } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  expect(value).toEqual(duration === undefined ? {} : { duration });
});

test.each([
  ['€200 per week', 'price_per_night', undefined],
  ['€90 per night, €500 per week', 'price_per_night', 90],
  ['€90', 'price_per_night', 90],
  ['30 €/Tag', 'monthly_rent', undefined],
  ['30 €/Tag', 'rent', 30],
])('of the cell "%s" the amount %s is %s', (text, name, number) => {
  const rows = [1, 2].map((at) => `<tr><td>Flat ${at}</td><td>${text}</td></tr>`);
  const html = `<table><tr><th>Name</th><th>${name}</th></tr>${rows.join('')}</table>`;
  const { value } = readItems(html, { [name]: { type: 'number' } });
  const field = number === undefined ? {} : { [name]: number };
  expect((value as readonly unknown[])[0]).toEqual({ name: 'Flat 1', ...field });
});
