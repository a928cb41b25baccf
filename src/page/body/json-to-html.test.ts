import { describe, expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { dataToHtml, findData, parseData } from './json-to-html.ts';

const jsonToHtml = (text: string): string | undefined => dataToHtml(parseData(text));

const number = (digits: string): string => `<td lang="en">${digits}</td>`;

describe('the values of JSON as HTML', () => {
  test('an object is rows of names and values, without those that are none', () => {
    expect(
      jsonToHtml('{"unitPrice":1.125,"name":"a<b","note":null,"tags":["x","y"],"more":[]}'),
    ).toBe(
      `<table><tr><th>unit Price</th>${number('1.125')}</tr><tr><th>name</th><td>a&lt;b</td></tr>` +
        '<tr><th>tags</th><td><ul><li>x</li><li>y</li></ul></td></tr></table>',
    );
  });

  test.each([
    ['a list', '[{"a":1,"in":{"b":"x"}},{"a":2}]'],
    ['JSON lines', '{"a":1,"in":{"b":"x"}}\r\n\n{"a":2}\n'],
    ['a guard before it', ')]}\'\n[{"a":1,"in":{"b":"x"}},{"a":2}]'],
    ['a call around it', 'call([{"a":1,"in":{"b":"x"}},{"a":2}]);'],
    ['a byte order mark', '\uFEFF[{"a":1,"in":{"b":"x"}},{"a":2}]'],
  ])('%s of objects is a table with a column for each path', (_name, text) => {
    expect(jsonToHtml(text)).toBe(
      '<table><thead><tr><th>a</th><th>in b</th></tr></thead><tbody>' +
        `<tr>${number('1')}<td>x</td></tr><tr>${number('2')}<td></td></tr></tbody></table>`,
    );
  });

  test('a list of lists is a table, below its first where that is of texts', () => {
    expect(jsonToHtml('[["a","b"],[1,2]]')).toContain(
      '<thead><tr><th>a</th><th>b</th></tr></thead>',
    );
    expect(jsonToHtml('[[1,2],[3,4]]')).not.toContain('<th>');
  });

  test('numbers keep their digits', () => {
    const html = jsonToHtml('{"version":1.10,"code":12345678901234567890,"change":2E3}');
    for (const digits of ['1.10', '12345678901234567890', '2000'])
      expect(html).toContain(number(digits));
  });

  test('a number and its currency are one value', () => {
    expect(jsonToHtml('{"price":{"amount":12.5,"currency":"EUR"}}')).toContain('<td>12.5 EUR</td>');
    expect(jsonToHtml('{"price":{"amount":12.5,"unit":"kg"}}')).not.toContain('12.5 kg');
  });

  test.each([
    'words',
    '',
    '{"a":',
    '[]',
    '{"a":[]}',
    '{"a":1}\nwords',
    `${'['.repeat(70)}1${']'.repeat(70)}`,
  ])('are none: %j', (text) => {
    expect(jsonToHtml(text)).toBeUndefined();
  });

  test('take time that grows with their length, and are written up to 200,000 cells', () => {
    const sparse = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => ({ [`a${at}`]: 1 })));
    expect(jsonToHtml(sparse)).toBeUndefined();
    const texts = ['[', '{"a":', '[1],', 'a(', '\n{', ')'].map((part) => part.repeat(100_000));
    expect(workRatioOf(() => texts.map(jsonToHtml))).toBeLessThan(600);
  });
});

test('JSON is told by its whole text', () => {
  expect(findData(' {"a":1}')).toBeDefined();
  expect(findData('{"a":1}\n{"a":2}')).toBeDefined();
  const others = ['[a](b)', '{"a":1} words', '"a"', '12'];
  expect(others.every((text) => findData(text) === undefined)).toBe(true);
});

test('a member called as one of the object around it has its own object in its name', () => {
  const html = jsonToHtml('{"name":"Chair","seller":{"name":"Leeds Works","city":"Leeds"}}');
  expect(html).toContain('<th>name</th><td>Chair</td>');
  expect(html).toContain('<th>seller name</th><td>Leeds Works</td>');
  expect(html).toContain('<th>city</th><td>Leeds</td>');
});
