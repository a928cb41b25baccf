import { expect, test } from 'vitest';
import { findOtherForm } from './find-other-form.ts';

test('the rows of a whole table in Markdown are records', () => {
  const table = '| name | price |\n|---|--:|\n| Ash \\| Oak | 5 |\n| Elm | |';
  expect(findOtherForm(`Here it is:\n${table}\nThat is all.`)).toEqual({
    name: 'a Markdown table',
    records: [{ name: 'Ash | Oak', price: '5' }, { name: 'Elm' }],
  });
});

test.each([
  ['a cell holds more than a text', '| name |\n|---|\n| **Ash** |'],
  ['a row is cut', '| name | price |\n|---|---|\n| Ash |'],
  ['two columns have one name', '| name | name |\n|---|---|\n| Ash | Oak |'],
  ['another table follows', '| name |\n|---|\n| Ash |\n\nand\n\n| Oak |'],
])('a table of which it is a guess what it says has no records: %s', (_, table) => {
  expect(findOtherForm(table)).toEqual({ name: 'a Markdown table' });
});

test.each([
  ['<items>\n<item>Ash</item>\n</items>', 'XML'],
  ['name: Ash\nprice: 5', 'YAML'],
  ['- name: Ash\n- name: Oak', 'YAML'],
  ['name,price\nAsh,5\nOak,6', 'CSV'],
])('other forms are told by their name: %j', (answer, name) => {
  expect(findOtherForm(answer)).toEqual({ name });
});

test('sentences are no form', () => {
  expect(findOtherForm('The page shows nothing.\nIt has, so to say, no list.')).toBeUndefined();
});
