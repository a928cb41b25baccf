import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readJsonFile } from './page-options.ts';

test('a JSON file that an editor gave a byte order mark is read', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-options-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'schema.json');
  writeFileSync(file, '\uFEFF{"type":"object"}');
  expect(await readJsonFile(file, 'schema')).toEqual({ type: 'object' });
});

test('JSON in place of the name of a file is told', async () => {
  await expect(readJsonFile(' {"type":"object"}', 'schema')).rejects.toThrow(
    'Expected the name of a file for the schema, got JSON',
  );
});
