import { expect, test } from 'vitest';
import type { ExtractStep } from '../../../runtime/contracts/recipe/recipe.ts';
import type { PageReading } from '../read/page-reader.ts';
import { createSteadyRows } from './create-steady-rows.ts';

const shares = [
  ['Ash', '1.20'],
  ['Birch', '3.40'],
];

test('rows whose text stays are known by it', () => {
  const rows = createSteadyRows();
  expect([rows.note(toReading(shares)), rows.note(toReading(shares))]).toEqual([false, false]);
  expect(textsOf(rows.steady(toReading(shares)))).toEqual(['Ash 1.20', 'Birch 3.40']);
});

test('rows whose text changes are known by the fields that stay', () => {
  const rows = createSteadyRows();
  rows.note(toReading(shares));
  expect(rows.note(toReading([['Ash', '1.21'], shares[1] ?? []]))).toBe(true);
  const [first, second] = [
    shares,
    [
      ['Ash', '9'],
      ['Birch', '8'],
    ],
  ].map((each) => textsOf(rows.steady(toReading(each))));
  expect(first).toEqual(second);
  expect(new Set(first).size).toBe(2);
});

test('that rows change is found once', () => {
  const rows = createSteadyRows();
  rows.note(toReading(shares));
  expect(
    rows.note(
      toReading([
        ['Ash', '2'],
        ['Birch', '3'],
      ]),
    ),
  ).toBe(true);
  expect(
    rows.note(
      toReading([
        ['Ash', '4'],
        ['Birch', '5'],
      ]),
    ),
  ).toBe(false);
});

test('rows that come behind the others are told apart as they are', () => {
  const rows = createSteadyRows();
  rows.note(toReading(shares));
  expect(
    rows.note(
      toReading([
        ['Ash', '2'],
        ['Birch', '3'],
        ['Cedar', '4'],
      ]),
    ),
  ).toBe(true);
});

test.each([
  [
    'rows are exchanged',
    [
      ['Cedar', '1.20'],
      ['Dogwood', '5'],
    ],
  ],
  ['a row comes in front', [['Cedar', '5'], ...shares]],
  ['rows go', [['Ash', '2']]],
  [
    'no field stays',
    [
      ['Elm', '2'],
      ['Fir', '3'],
    ],
  ],
])('nothing stays where %s', (_what, now) => {
  const rows = createSteadyRows();
  rows.note(toReading(shares));
  expect(rows.note(toReading(now))).toBe(false);
  expect(textsOf(rows.steady(toReading(now)))).toEqual(now.map((row) => row.join(' ')));
});

test('a field that stays and is the same in two rows does not tell them apart', () => {
  const rows = createSteadyRows();
  rows.note(
    toReading([
      ['Ash', '1'],
      ['Ash', '2'],
    ]),
  );
  expect(
    rows.note(
      toReading([
        ['Ash', '3'],
        ['Ash', '4'],
      ]),
    ),
  ).toBe(false);
});

test('a single row is not compared', () => {
  const rows = createSteadyRows();
  rows.note(toReading([['Ash', '1']]));
  expect(rows.note(toReading([['Ash', '2']]))).toBe(false);
});

/** A reading of one step with two fields. */
function toReading(rows: readonly (readonly string[])[]): PageReading {
  const items = rows.map((row) => ({
    values: row.map((said) => [said]),
    identity: { text: row.join(' '), href: '', id: '' },
  }));
  const step: Partial<ExtractStep> = { fields: ['name', 'price'].map(toField) };
  const use = { scope: 'inside' } as const;
  return {
    steps: [{ step, output: { items, fieldUses: [use, use] } }],
  } as unknown as PageReading;
}

function toField(name: string): ExtractStep['fields'][number] {
  return { name, type: 'string' } as unknown as ExtractStep['fields'][number];
}

function textsOf({ steps }: PageReading): readonly (string | undefined)[] {
  return steps.flatMap(({ output }) => output.items.map(({ identity }) => identity.text));
}
