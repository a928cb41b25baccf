import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSafeName } from './file-names.ts';

test.each([
  ['report 2024.pdf', 'report 2024.pdf'],
  ['Übersicht – Mai.xlsx', 'Übersicht _ Mai.xlsx'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\win.ini', 'win.ini'],
  ['..', 'file'],
  ['...', 'file'],
  ['', 'file'],
  ['/', 'file'],
  ['.htaccess', 'htaccess'],
  ['a\u0000b\u0007c\n.txt', 'a_b_c_.txt'],
  ['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
  ['a:b*c?"<>|.txt', 'a_b_c_.txt'],
  ['name. . .', 'name'],
  ['\uD800.txt', '_.txt'],
  ['a..b.txt', 'a.b.txt'],
])('%j becomes %j', (name, safe) => {
  expect(toSafeName(name)).toBe(safe);
});

test('a long name keeps its ending', () => {
  expect(toSafeName(`${'x'.repeat(5_000)}.pdf`)).toBe(`${'x'.repeat(116)}.pdf`);
  expect(Buffer.byteLength(toSafeName('ü'.repeat(5_000)))).toBe(120);
});

test('whatever a page calls a file, its name is one short segment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const safe = toSafeName(name);
      expect(safe).toMatch(/^[\p{L}\p{M}\p{N}_-]/u);
      expect(safe).not.toMatch(/[/\\\p{C}:*?"<>|]|\.\.|[. ]$/u);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(120);
    }),
  );
});
