import { expect, test } from 'vitest';
import { toCsv } from './to-csv.ts';

test('items become lines below the names of all their fields', () => {
  expect(
    toCsv([
      { name: 'Lamp', price: 1.5 },
      { name: 'A "B", C', tags: ['x'] },
    ]),
  ).toBe('name,price,tags\r\nLamp,1.5,\r\n"A ""B"", C",,"[""x""]"\r\n');
});

test('text that a spreadsheet would run as a formula is text there', () => {
  expect(toCsv([{ a: '=HYPERLINK("x")', b: '@cmd', c: '-12.5', d: '+41 44' }])).toBe(
    `a,b,c,d\r\n"'=HYPERLINK(""x"")",'@cmd,-12.5,'+41 44\r\n`,
  );
});
