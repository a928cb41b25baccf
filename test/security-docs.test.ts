import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const rows = readFileSync(new URL('SECURITY.md', root), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split(' | '));

/** What a row's last cell names: a test file and the title of a test in it. */
function readNamedTest(cells: readonly string[]): readonly [file: string, title: string] {
  const [, file = '', title = ''] =
    /^`([^`]+\.test\.ts)`: “(.+)” \|$/.exec(cells.at(-1) ?? '') ?? [];
  return [file, title];
}

test('SECURITY.md names for each threat a test that exists, by its file and title', () => {
  expect(rows.length).toBeGreaterThan(30);
  const missing = rows.filter((cells) => {
    const [file, title] = readNamedTest(cells);
    const path = new URL(file, root);
    return file === '' || !existsSync(path) || !readFileSync(path, 'utf8').includes(`'${title}'`);
  });
  expect(missing.map(([threat]) => threat)).toEqual([]);
});

test('the files that SECURITY.md names beside them exist', () => {
  const named = rows.flatMap((cells) =>
    [...cells.join(' ').matchAll(/`((?:src|test|ui|scripts)\/[^`]+|[^`\s]+\.test\.tsx?)`/g)].map(
      ([, file = '']) => file,
    ),
  );
  expect(named.length).toBeGreaterThan(rows.length);
  expect(named.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});
