import { expect, test } from 'vitest';
import { createPathTable } from './exchange.ts';

function createTable() {
  const table = createPathTable<string>('There is no such path.');
  table.add('GET', '/runs', 'list');
  table.add('GET', '/runs/{id}', 'show');
  table.add('DELETE', '/runs/{id}', 'remove');
  table.add('POST', '/recipes/{id}/run', 'run');
  return table;
}

test('a path is found with the methods it has', () => {
  const table = createTable();
  expect(table.find('/runs')).toEqual({ targets: new Map([['GET', 'list']]), parameters: {} });
  expect([...(table.find('/runs/a')?.targets.keys() ?? [])]).toEqual(['GET', 'DELETE']);
});

test('parameters are whole segments, percent-decoded where that is possible', () => {
  const table = createTable();
  const idOf = (path: string) => table.find(path)?.parameters['id'];
  expect(idOf('/runs/a%2Fb')).toBe('a/b');
  expect(idOf('/runs/%zz')).toBe('%zz');
  expect(idOf('/recipes/__proto__/run')).toBe('__proto__');
});

test.each(['', '/', '/runs/', '/runs/a/b', '/recipes//run', '/recipes/a', '/RUNS', '/runs?a'])(
  'any other path is not found: "%s"',
  (path) => {
    expect(createTable().find(path)).toBeUndefined();
  },
);
