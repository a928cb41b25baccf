import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const number = { type: 'number' };

test.each([
  [
    'is called as the list is',
    'services',
    { name: text, price: number },
    'Service | Price\nCut | 25.00\nDye | 60.00\nShave | 18.50',
    [{ name: 'Cut', price: 25 }, { name: 'Dye' }, { name: 'Shave' }],
  ],
  [
    'has the only texts beside numbers',
    'planets',
    { name: text, moons: number },
    ' | Mass | Moons\nVenus | 0.8 | 0\nEarth | 1 | 1\nMars | 0.1 | 2',
    [{ name: 'Venus', moons: 0 }, { name: 'Earth' }, { name: 'Mars' }],
  ],
  [
    'stands below an empty corner beside other texts',
    'planets',
    { planet: text, moons: number, colour: text },
    ' | Colour | Moons\nVenus | white | 0\nEarth | blue | 1',
    [{ planet: 'Venus', moons: 0, colour: 'white' }, { planet: 'Earth' }],
  ],
  [
    'has labels with the mark of a note below an empty corner',
    'amounts',
    { name: text, before: number, after: number },
    ' | Before | After\nBrutto | 3 | 4\nSteuer | 5 | 6\n<b>Netto<sup>3</sup></b> | 7 | 8',
    [{ name: 'Brutto', before: 3, after: 4 }, { name: 'Steuer' }, { name: 'Netto' }],
  ],
  [
    'counts the rows',
    'teams',
    { rank: number, team: text },
    '# | Team\n1 | Anchors\n2 | Buoys\n2 | Cleats\n4 | Docks',
    [{ rank: 1, team: 'Anchors' }, { rank: 2 }, { rank: 2 }, { rank: 4 }],
  ],
])('a column of a table that %s is taken for that', (_, name, properties, rows, wanted) => {
  expect(readTable(name, properties, rows)).toMatchObject(wanted);
});

test.each([
  ['two columns of texts', 'Body | Colour | Moons\nVenus | white | 0\nEarth | blue | 1'],
  ['equal texts below its corner', ' | Colour | Moons\nStar | white | 0\nStar | blue | 1'],
  ['a place', 'Location | Moons\nNorth | 0\nEast | 1'],
])('no column is a name where the table has %s', (_, rows) => {
  expect(readTable('planets', { name: text, moons: number }, rows)[0]).not.toHaveProperty('name');
});

test('no field has the column below an empty corner where headers name two of the fields no column', () => {
  const rows = ' | Colour | Moons\nVenus | white | 0\nEarth | blue | 1';
  const [first] = readTable('planets', { orbit: text, host: text, moons: number }, rows);
  expect(first).not.toHaveProperty('orbit');
});

function readTable(
  name: string,
  properties: Readonly<Record<string, object>>,
  rows: string,
): readonly unknown[] {
  const [head = '', ...others] = rows.split('\n');
  const html = `<table>${toRow(head, 'th')}${others.map((row) => toRow(row, 'td')).join('')}</table>`;
  const reading = readPage({ html: `<h1>A page</h1>${html}`, url: 'https://lists.example/' });
  const items = { type: 'object', properties };
  const schema = { type: 'object', properties: { [name]: { type: 'array', items } } };
  const { value } = extractStructure({ reading, prompt: name, schema, detailLevel: 'medium' });
  return (value as Readonly<Record<string, readonly unknown[]>>)[name] ?? [];
}

function toRow(row: string, tag: string): string {
  return `<tr>${row
    .split('|')
    .map((cell) => `<${tag}>${cell.trim()}</${tag}>`)
    .join('')}</tr>`;
}
