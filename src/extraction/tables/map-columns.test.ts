import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

test('a header is short for the one field that it begins', () => {
  const names = ['Pos', 'Player', 'Pts'];
  expect(readTable(names, ['position', 'player'])).toMatchObject([
    { position: '1', player: 'Ada Moor' },
    {},
  ]);
  expect(readTable(names, ['position', 'posture', 'player'])).not.toMatchObject([
    { posture: '1' },
    {},
  ]);
});

test('a repeated header is named by its number, one of an empty column is not counted', () => {
  expect(readTable(['Player', 'Goals', 'Goals'], ['player', 'goals', 'goals2'])).toMatchObject([
    { player: 'Ada Moor', goals: '1', goals2: '3' },
    {},
  ]);
});

test('a link and the text that it stands in have one cell', () => {
  expect(
    readTable(
      ['Rank', 'Player', 'Goals'],
      ['player', 'url'],
      (text) => `<a href="/p/${text}">${text}</a>`,
    ),
  ).toMatchObject([{ player: 'Ada Moor', url: expect.stringContaining('/p/Ada%20Moor') }, {}]);
});

test('a column is given to one field alone', () => {
  const [row] = readTable(['Rank', 'Player', 'Goals'], ['player', 'goals', 'goals_total']);
  expect(row).toMatchObject({ player: 'Ada Moor', goals: '3' });
  expect(row?.['goals_total'] ?? null).toBeNull();
});

function readTable(
  headers: readonly string[],
  fields: readonly string[],
  toCell = (text: string): string => text,
): readonly Readonly<Record<string, unknown>>[] {
  const rows = ['Ada Moor', 'Bea Lind'].map((player, at) => {
    const cells = headers.map((header, column) =>
      header !== 'Player'
        ? String(column === 0 ? at + 1 : at + column + (column === 1 ? 0 : 1))
        : toCell(player),
    );
    return `<tr><td>${cells.join('<td>')}</tr>`;
  });
  const html = `<main><table><tr><th>${headers.join('<th>')}</tr>${rows.join('')}</table></main>`;
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
  const list = { type: 'array', items: { type: 'object', properties } };
  const { value } = extractStructure({
    reading: readPage({ html, url: 'https://lists.example/' }),
    prompt: 'All players.',
    schema: { type: 'object', properties: { players: list } },
    detailLevel: 'medium',
  });
  return (
    (value as { readonly players?: readonly Readonly<Record<string, unknown>>[] } | undefined)
      ?.players ?? []
  );
}
