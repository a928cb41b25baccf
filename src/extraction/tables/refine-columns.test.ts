import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from '../analysis/index-page.ts';
import type { Column, Region } from './column.ts';
import type { PageParts } from './list-runs.ts';
import { readPageParts } from './read-page-parts.ts';
import { readTables } from './read-tables.ts';
import { pickRows, refineColumns } from './refine-columns.ts';

const html = `<table><tr><th>Club<th>Ground</tr>${['Ash', 'Birch', 'Cedar']
  .map((name) => `<tr><td><a href="/${name}">${name}</a> <i>Town</i><td>${name} Road, Leeds</tr>`)
  .join('')}</table>`;

function openTable(): { readonly parts: PageParts; readonly region: Region } {
  const page = indexPage(readPage({ html, url: 'https://lists.example/' }));
  const [region] = readTables(page, new Set(), new Set());
  if (region === undefined) throw new TypeError('No table.');
  return { parts: readPageParts(page), region };
}

function textsUnder(columns: readonly Column[], header: string): readonly string[] {
  return columns
    .filter((column) => column.header === header)
    .map(({ cells }) => cells.map((cell) => cell?.text).join('|'));
}

test('what stands inside of the cells of a column is a column under its header', () => {
  const { parts, region } = openTable();
  const columns = pickRows(region, [0, 2]);
  expect(textsUnder(columns, 'Club')).toEqual(['Ash Town|Cedar Town']);
  const refined = refineColumns([], parts, region, [0, 2], columns);
  expect(textsUnder(refined, 'Club')).toEqual(expect.arrayContaining(['Ash|Cedar', 'Town|Town']));
  expect(textsUnder(refined, 'Ground')).toEqual(expect.arrayContaining(['Leeds|Leeds']));
});

test('of columns that were chosen by some rows only these are taken apart', () => {
  const { parts, region } = openTable();
  const columns = pickRows(region, [0, 1, 2]);
  const wanted = new Set(columns.filter(({ header }) => header === 'Ground').map(({ key }) => key));
  const refined = refineColumns([], parts, region, [0, 1, 2], columns, wanted);
  expect(textsUnder(refined, 'Club')).toHaveLength(1);
  expect(textsUnder(refined, 'Ground').length).toBeGreaterThan(1);
});
