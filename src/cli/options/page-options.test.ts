import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { checkOutput, readJsonFile, writeOutput } from './page-options.ts';
import { toCommandText } from '../output/command-errors.ts';
import type { CommandIo } from '../output/command-io.ts';
import { resolveStorage } from './store-options.ts';

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

test('a file that cannot be written is named with the reason', async () => {
  await expect(checkOutput('', '-o')).rejects.toThrow(
    new TypeError('Expected the name of a file with -o, got "".'),
  );
  const folder = tmpdir();
  await expect(writeOutput(folder, 'x')).rejects.toThrow(
    new Error(`Cannot write to "${folder}": it is a folder.`),
  );
});

test.each([
  ['https://file.invalid/-: The page is empty', 'standard input: The page is empty'],
  ['https://file.invalid/my%20page.csv: It', 'my page.csv: It'],
  // Messages cut long addresses.
  ['https://file.invalid/caf%C3…: It', 'caf\uFFFD…: It'],
])(
  'a message names a file as it was given, not by an address that nobody asked for',
  (text, named) => {
    expect(toCommandText(text)).toBe(named);
  },
);

test('a file in place of the folder of the service is told', () => {
  const file = import.meta.filename;
  const message = `"${file}" is a file: name a folder with --data or GLEANER_DATA.`;
  expect(() => resolveStorage({ data: file }, toIo({}))).toThrow(message);
  expect(() => resolveStorage({}, toIo({ GLEANER_DATA: file }))).toThrow(message);
});

function toIo(environment: CommandIo['environment']): CommandIo {
  return {
    environment,
    input: Readable.from([]),
    output: { write: () => undefined },
    messages: { write: () => undefined },
    signal: new AbortController().signal,
  };
}
