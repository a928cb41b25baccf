import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('docs/ERRORS.md has one heading for each error code, in the order of the union', () => {
  const source = read('../src/runtime/errors/gleaner-error.ts');
  const [, details = ''] = source.split('export interface ErrorDetails {');
  const codes = [...details.matchAll(/^ {2}readonly (\w+):/gm)].map(([, code]) => code);
  const headings = [...read('../docs/ERRORS.md').matchAll(/^## (\w+)$/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(10);
  expect(headings).toEqual(codes);
});

test('docs/ERRORS.md explains each reason of validation_failed', () => {
  const [, union = ''] = read('../src/runtime/errors/gleaner-error.ts').split(
    'export type FailureReason =',
  );
  const reasons = [...(union.split(';')[0] ?? '').matchAll(/'(\w+)'/g)].map(([, reason]) => reason);
  const explained = [...read('../docs/ERRORS.md').matchAll(/^\| `(\w+)` \|/gm)].map(
    ([, row]) => row,
  );
  expect(reasons.length).toBeGreaterThan(8);
  expect(explained).toEqual(reasons);
});
