import { describe, expect, test } from 'vitest';
import { readRows, text } from '../../../test/support/extract-list.ts';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from '../analysis/index-page.ts';
import type { Region } from './column.ts';
import { readTables } from './read-tables.ts';

const read = (html: string): readonly Region[] =>
  readTables(indexPage(readPage({ html, url: 'https://tables.example/' })), new Set());

const texts = (region: Region | undefined): readonly (readonly (string | undefined)[])[] =>
  region?.columns.map(({ cells }) => cells.map((cell) => cell?.text)) ?? [];

const toPlainRows = (...rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `<tr><td>${cells.join('<td>')}`).join('');
const toSection = (title: string): string => `<tr><td colspan=3>${title}`;

describe('the names of columns in plain cells', () => {
  test('are found below an empty row', () => {
    const html = `<table>${toPlainRows(['', '', ''], ['City', 'Mayor', 'River'], ['Hull', 'Ann Moor', 'Humber'], ['York', 'Bob Lee', 'Ouse'])}</table>`;
    expect(readRows(html, { city: text, mayor: text })).toEqual([
      { city: 'Hull', mayor: 'Ann Moor' },
      { city: 'York', mayor: 'Bob Lee' },
    ]);
  });

  test('stand below the groups of the columns', () => {
    const groups = '<tr><td rowspan=2>Team<td colspan=2>Home<td colspan=2>Away';
    const rows = toPlainRows(
      ['Wins', 'Losses', 'Wins', 'Losses'],
      ['Hull', '5', '1', '3', '3'],
      ['York', '2', '4', '1', '5'],
    );
    const [region] = read(`<table>${groups}${rows}</table>`);
    expect(region?.columns.map(({ header }) => header)).toEqual([
      'Team',
      'Home\nWins',
      'Home\nLosses',
      'Away\nWins',
      'Away\nLosses',
    ]);
    expect(texts(region)[4]).toEqual(['3', '5']);
    const one = `<table>${groups}${toPlainRows(['Wins', 'Losses', 'Wins', 'Losses'], ['Hull', 'a', 'b', 'c', 'd'])}</table>`;
    const fields = { team: text, home_wins: text, home_losses: text, away_wins: text };
    expect(readRows(one, fields)).toEqual([
      { team: 'Hull', home_wins: 'a', home_losses: 'b', away_wins: 'c' },
    ]);
  });

  test('stand below the title of a table that has a sentence beside it, so that tables of other titles are one list', () => {
    const note =
      'Mayors with an asterisk have left their office since; for the present one, go to the site of the city.';
    const toTable = (title: string, ...rows: readonly (readonly string[])[]): string =>
      `<table><tr><td><b>${title}</b><td colspan=2>${note}</tr>${toPlainRows(['Elected', 'City', 'Mayor'], ...rows)}</table>`;
    const html =
      toTable('May 2025', ['3 May 2025', 'Hull', 'Ann Moor'], ['4 May 2025', 'York', 'Bob Lee']) +
      toTable('June 2025', ['7 June 2025', 'Leeds', 'Cy Ash'], ['9 June 2025', 'Bath', 'Di Orr']);
    expect(read(html).map(({ columns }) => columns.map(({ header }) => header))).toEqual([
      ['Elected', 'City', 'Mayor'],
      ['Elected', 'City', 'Mayor'],
    ]);
    expect(readRows(html, { city: text, mayor: text })).toEqual([
      { city: 'Hull', mayor: 'Ann Moor' },
      { city: 'York', mayor: 'Bob Lee' },
      { city: 'Leeds', mayor: 'Cy Ash' },
      { city: 'Bath', mayor: 'Di Orr' },
    ]);
  });

  test('stand above the titles of sections, and may have digits there', () => {
    const html = `<table>${toPlainRows(['Ingredients', 'Amounts per person', 'Amounts for 2 people'])}${toSection('Vegetables')}${toPlainRows(['Onions', '1', '2'], ['Carrots', '4', '8'])}${toSection('Fruit')}${toPlainRows(['Apples', '2', '4'], ['Pears', '3', '6'])}</table>`;
    const fields = { category: text, ingredient: text, per_person: text, for_2_people: text };
    expect(readRows(html, fields).slice(1, 3)).toEqual([
      { category: 'Vegetables', ingredient: 'Carrots', per_person: '4', for_2_people: '8' },
      { category: 'Fruit', ingredient: 'Apples', per_person: '2', for_2_people: '4' },
    ]);
  });
});

test.each([
  ['(mm)', '(kg)'],
  ['mm', 'kg'],
])('a row of units below the names of columns is no record: %s, %s', (long, heavy) => {
  const [region] = read(
    `<table><tr><th>Model<th>Length<th>Weight<tr><td><td>${long}<td>${heavy}<tr><td>A1<td>4029<td>1105</table>`,
  );
  expect(region?.columns.map(({ header }) => header)).toEqual([
    'Model',
    `Length\n${long}`,
    `Weight\n${heavy}`,
  ]);
  expect(texts(region)).toEqual([['A1'], ['4029'], ['1105']]);
});

test('a row that names a thing and its unit is a record', () => {
  const [region] = read(
    '<table><tr><th>Unit<th>Symbol<th>Of<tr><td>metre<td>m<td><tr><td>second<td>s<td>time</table>',
  );
  expect(texts(region)[0]).toEqual(['metre', 'second']);
});

test('a row with a note below each is no header', () => {
  const [first, second, third] = ['Good', 'Bad', 'Fine'].map((said) => `<tr><td colspan=2>${said}`);
  const [region] = read(
    `<table><tr><td>Oak<td>one${first}<tr><td>Elm<td>4${second}<tr><td>Ash<td>5${third}</table>`,
  );
  expect(texts(region)[0]).toEqual(['Oak', 'Elm', 'Ash']);
});

test('a row without units below the names of columns is a record', () => {
  const [region] = read('<table><tr><th>Model<th>Owner<tr><td><td>Ann<tr><td>A1<td>Bob</table>');
  expect(texts(region)).toEqual([
    ['', 'A1'],
    ['Ann', 'Bob'],
  ]);
});
