import { describe, expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { readCsv } from './read-csv.ts';

describe('values between separators', () => {
  test.each([
    [
      'commas',
      'name,price\nLamp,3\n',
      [
        ['name', 'price'],
        ['Lamp', '3'],
      ],
    ],
    [
      'semicolons, with commas in numbers',
      'a;b\r\n1,5;2,5',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1, 2\t3',
      [
        ['a', 'b'],
        ['1, 2', '3'],
      ],
    ],
    [
      'quotes',
      'a,b\n"1, ""2""\n3",4\n',
      [
        ['a', 'b'],
        ['1, "2"\n3', '4'],
      ],
    ],
    [
      'semicolons, with a comma in each row',
      'a, b;c\nd;1,5',
      [
        ['a, b', 'c'],
        ['d', '1,5'],
      ],
    ],
    [
      'what the first line names',
      '\uFEFFsep=:\r\na:b,c\r\n1:2,3',
      [
        ['a', 'b,c'],
        ['1', '2,3'],
      ],
    ],
    [
      'commas at the ends of some rows',
      'a,b,\n1,2\n3,4,,\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'empty cells and lines',
      '\uFEFFa,b\n,\n\n1,',
      [
        ['a', 'b'],
        ['', ''],
        ['1', ''],
      ],
    ],
  ])('%s', (_name, text, rows) => {
    expect(readCsv(text)).toEqual(rows);
  });

  test.each([
    '',
    'words',
    'one, two\nthree',
    'a,b\n"1",2,3',
    'a,b\n"1" x,2',
    'a,b\n"1',
    'a,b\n"1""',
  ])('are none: %j', (text) => {
    expect(readCsv(text)).toBeUndefined();
  });

  test('take time that grows with their length, and are read up to 200,000', () => {
    expect(readCsv('a,b\n'.repeat(100_001))).toBeUndefined();
    expect(readCsv('a,b\n'.repeat(100_000))).toHaveLength(100_000);
    const texts = ['"', '""', ',', '",', 'a\r', '|;'].map((part) => part.repeat(100_000));
    expect(workRatioOf(() => texts.map(readCsv))).toBeLessThan(600);
  });
});

test('comments above the first row are left out, and the ends of a few rows may be missing', () => {
  const rows = [
    ['name', 'price', 'colour'],
    ['Ash', '10', ''],
    ['Elm', '20', 'red'],
  ];
  expect(readCsv('# exported\n# in euros\nname,price,colour\nAsh,10,\nElm,20,red\n')).toEqual(rows);
  expect(readCsv('name,price,colour\nAsh,10\nElm,20,red\n')).toEqual(rows);
  expect(readCsv('#id,name\n1,Ash')).toEqual([
    ['#id', 'name'],
    ['1', 'Ash'],
  ]);
  expect(readCsv('a,b,c\nd,e\nf,g')).toBeUndefined();
});
