import { describe, expect, test } from 'vitest';
import {
  amounts,
  extractFields,
  lines,
  row,
  text,
} from '../../../../test/support/extract-fields.ts';

describe('a field in ASCII', () => {
  test('is named by labels and headers with accents', () => {
    const page = lines('Città: Roma', 'Fläche: 30 m²', 'Größe: 40 cm', 'Année: 1999');
    const fields = { citta: text, ...amounts('flaeche', 'groesse', 'annee') };
    expect(extractFields(page, fields).value).toEqual({
      citta: 'Roma',
      flaeche: 30,
      groesse: 40,
      annee: 1999,
    });
  });

  test('but by one that is its very name before others', () => {
    const page = lines('Città: Roma', 'Citta: Pisa');
    expect(extractFields(page, { citta: text }).value).toEqual({ citta: 'Pisa' });
  });
});

test.each([
  ['19:00. Over 18s only.', '19:00'],
  ['7pm. Over 18s only.', '7pm'],
  ['19.30 Uhr. Einlass ab 18.', '19.30 Uhr'],
  ['19:00 to 23:00. Over 18s only.', '19:00 to 23:00. Over 18s only.'],
  ['12 St. Mary Road', '12 St. Mary Road'],
  ['12. Mary Road', '12. Mary Road'],
])('a time ends where another sentence begins: %s', (value, curfew) => {
  expect(extractFields(lines(`Curfew: ${value}`), { curfew: text }).value).toEqual({ curfew });
});

describe('a length', () => {
  test.each([
    ['42 cm', 42],
    ['1 h 30 min', 90],
    ['42', 42],
  ])('is one of space or of time: %s', (value, length) => {
    expect(extractFields(row('Length', value), amounts('length')).value).toEqual({ length });
  });

  test('in words has its unit', () => {
    expect(extractFields(row('Length', '42 cm'), { length: text }).value).toEqual({
      length: '42 cm',
    });
    expect(extractFields(row('Length', 'Full'), { length: text }).value).toEqual({});
  });
});

describe('a number in a unit that its name ends with', () => {
  test.each([
    ['weight_kg', '<tr><th>Weight</th><td>3.2 kg</td></tr>', 3.2],
    ['height_in_cm', '<tr><th>Height (cm)</th><td>20</td></tr>', 20],
    ['gewicht_kg', '<tr><th>Gewicht</th><td>3.2 kg</td></tr>', 3.2],
    ['weight_kg', '<tr><th>Weight</th><td>3.2</td></tr>', undefined],
    ['weight_kg', '<tr><th>Weight</th><td>light</td></tr>', undefined],
  ])(
    'is found as %s by the label without it, where the page states a unit: %s',
    (name, cells, value) => {
      const page = `<h1>A thing</h1><table>${cells}</table>`;
      expect(extractFields(page, amounts(name)).value).toEqual(
        value === undefined ? {} : { [name]: value },
      );
    },
  );

  test('is told where the page has another', () => {
    const { value, cuts } = extractFields(row('Weight', '7 lb'), amounts('weight_kg'));
    expect(value).toEqual({});
    expect(cuts.join()).toContain('The page states "weight_kg" in lb');
  });
});

const compare = (corner: string, label: string, ...values: readonly string[]): string =>
  `<h1>Two things</h1><table><tr><th>${corner}</th><th>Alpha</th><th>Beta</th></tr>` +
  `<tr><td>${label}</td><td>${values.join('</td><td>')}</td></tr></table>`;

const weigh = (
  prompt: string,
  page: string = compare('', 'Weight', '2 kg', '3 kg'),
): ReturnType<typeof extractFields> =>
  extractFields(page, { weight: text }, 'en', 'a.example', prompt);

describe('values of things that a table compares', () => {
  test('are each that of the thing that the prompt names', () => {
    expect(weigh('The weight of Beta.').value).toEqual({ weight: '3 kg' });
    expect(weigh('The weight of Alpha.').value).toEqual({ weight: '2 kg' });
    expect(weigh('The weight of Beta.').cuts).toEqual([]);
  });

  test('are told where it names none, also with a title above the labels', () => {
    for (const page of [undefined, compare('Model', 'Weight', '2 kg', '3 kg')]) {
      const { value, cuts } = weigh('The weight.', page);
      expect(value).toEqual({ weight: '2 kg' });
      expect(cuts).toEqual(['The page states "2 kg" or "3 kg" for /weight; the first was taken.']);
    }
  });

  test('are one and a remark in a table of labels, values and remarks', () => {
    const page = compare('Property', 'Weight', '2 kg', 'about');
    expect(weigh('The weight.', page)).toMatchObject({ value: { weight: '2 kg' }, cuts: [] });
  });

  test('are found by the label and the heading together', () => {
    const page = compare('', 'Weight', '2', '3').replace('Alpha', '2023').replace('Beta', '2024');
    const fields = amounts('weight_2023', 'weight_2024');
    expect(extractFields(page, fields).value).toEqual({ weight_2023: 2, weight_2024: 3 });
  });
});

test.each([
  ['Via Roma, 12', 'Via Roma, 12'],
  ['Calle Mayor, 8', 'Calle Mayor, 8'],
  ['via <a href="/~sca">sca</a> 1 year ago', undefined],
  ['Via dei Serpenti 100, Roma', 'Via dei Serpenti 100, Roma'],
])('a street has a name and a number: %s', (line, street) => {
  expect(extractFields(lines(line), { street: text }).value).toEqual(
    street === undefined ? {} : { street },
  );
});

test('how long something takes ends where another sentence begins', () => {
  const html = lines('Prep: 10 min. Cook: 1 hour 20 min. Serves 4.');
  const found = extractFields(html, { prep_time: text, cook_time: text });
  expect(found.value).toEqual({ prep_time: '10 min', cook_time: '1 hour 20 min' });
});
