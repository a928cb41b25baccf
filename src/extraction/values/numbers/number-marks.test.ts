import { expect, test } from 'vitest';
import { findForm, listReadings, listRuns, readConvention } from './number-marks.ts';

test.each([
  ['from 12 to 1,299.50', ['12', '1,299.50']],
  ['1 234 567', ['1 234 567']],
  // Numbers of other lengths beside each other are several.
  ['12 34', ['12', '34']],
  ['2024 100', ['2024', '100']],
  ['.5 of v.5', ['.5', '5']],
  ['68€50 and 12:50 kr', ['68€50', '12:50']],
  ['at 12:50', ['12', '50']],
  ['1'.repeat(40), []],
])('the runs of digits of %j', (text, runs) => {
  const found = listRuns(text);
  expect(found.map((run) => run.text)).toEqual(runs);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(runs);
});

test.each([
  ['1299', ['plain 1299']],
  ['1.299', ['decimal 1.299', 'grouped 1299']],
  ['1,299.50', ['decimal 1299.50']],
  ['1.299,50', ['decimal 1299.50']],
  ['1.299.000', ['grouped 1299000']],
  ['12,34,567', ['grouped 1234567']],
  ['0.299', ['decimal 0.299']],
  ['.5', ['decimal 0.5']],
  ['1,2', ['decimal 1.2']],
  ['192.168.1.1', []],
])('what the marks of %j allow', (run, readings) => {
  expect(listReadings(run).map(({ form, digits }) => `${form} ${digits}`)).toEqual(readings);
});

test('numbers with one reading say how those beside them are written', () => {
  const convention = readConvention(['1.299,50', '12,5', '1.299']);
  expect([...convention.decimal]).toEqual([',']);
  expect([...convention.group]).toEqual(['.']);
  expect(findForm(convention, '.')).toBe('grouped');
  expect(findForm(convention, ',')).toBe('decimal');
});

test.each([
  [['1.299', '2.450', '12'], true],
  // Four digits without a mark: the others have decimals.
  [['1.299', '2.450', '1200'], false],
  [['1.299', '12'], false],
])('whether %j are thousands throughout: %s', (texts, expected) => {
  const convention = readConvention(texts);
  expect(convention.isGroupedThroughout).toBe(expected);
  expect(findForm(convention, '.')).toBeUndefined();
});
