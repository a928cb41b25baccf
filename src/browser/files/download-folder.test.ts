import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { SavedFile } from '../../runtime/contracts/recipe/run-files.ts';
import { createDownloadFolder, type SavedFiles } from './run-files.ts';

const base = mkdtempSync(path.join(tmpdir(), 'downloads-'));
let folder: string;
let saved: SavedFiles;

beforeEach(() => {
  folder = mkdtempSync(path.join(base, 'run-'));
  saved = createDownloadFolder(folder, (text) => text.replaceAll('hunter2', '{{password}}'));
});

afterAll(() => rmSync(base, { recursive: true }));

const download = { step: '/steps/2', kind: 'download', name: 'a b.csv' } as const;

async function keep(changes: object = {}): Promise<SavedFile | { readonly refused: string }> {
  saved.admit('download');
  const content = Buffer.from('a,b');
  return saved.keep({ ...download, url: 'https://a.example/f?token=1#x', content, ...changes });
}

test('a file is kept under a random name in front of its own, and only its owner reads it', async () => {
  const [first, second] = [await keep(), await keep()];
  expect(first).toEqual({
    step: '/steps/2',
    kind: 'download',
    name: expect.stringMatching(/^[0-9a-f]{16}-a b\.csv$/),
    path: expect.stringContaining(folder),
    bytes: 3,
    type: 'text/csv',
    url: 'https://a.example/f',
  });
  expect(second).not.toEqual(first);
  const { path: file } = first as SavedFile;
  expect(readFileSync(file, 'utf8')).toBe('a,b');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(saved.list()).toEqual([first, second]);
});

test('a temporary file is copied, and the folder is made where it is missing', async () => {
  const content = path.join(base, 'temporary');
  writeFileSync(content, 'x'.repeat(600_000));
  saved = createDownloadFolder(path.join(folder, 'new', 'one'), (text) => text);
  expect(await keep({ content })).toMatchObject({ bytes: 600_000 });
});

test('names and addresses of files hold no secrets', async () => {
  const file = await keep({ name: 'hunter2.txt', url: 'https://a.example/hunter2' });
  expect(JSON.stringify([file, readdirSync(folder)])).not.toContain('hunter2');
  expect(file).toMatchObject({ url: 'https://a.example/{{password}}' });
});

test('what a script made has no address', async () => {
  expect(await keep({ url: 'blob:https://a.example/1' })).toMatchObject({ url: undefined });
  expect(await keep({ url: 'data:text/csv,a' })).toMatchObject({ url: undefined });
});

test('programs and files that are too large are refused, and nothing of them stays', async () => {
  expect(await keep({ name: 'setup.EXE' })).toEqual({ refused: 'it is a program' });
  expect(await keep({ name: 'invoice.pdf.scr ' })).toEqual({ refused: 'it is a program' });
  const large = path.join(base, 'large');
  writeFileSync(large, Buffer.alloc(20 * 1_048_576 + 1));
  for (const content of [large, Buffer.alloc(20 * 1_048_576 + 1)]) {
    expect(await keep({ content })).toMatchObject({ refused: expect.stringContaining('20 MB') });
  }
  expect([readdirSync(folder), saved.list()]).toEqual([[], []]);
});

test('a run keeps 20 downloads, 100 screenshots and 200 MB', async () => {
  const places = (kind: SavedFile['kind']): number =>
    Array.from({ length: 150 }, () => saved.admit(kind)).filter(({ maxBytes }) => maxBytes > 0)
      .length;
  expect([places('download'), places('screenshot')]).toEqual([20, 100]);
  expect(saved.admit('download')).toEqual({
    maxBytes: 0,
    refused: 'a run keeps 20 downloads and 200 MB at most',
  });
  saved = createDownloadFolder(folder, (text) => text);
  const content = Buffer.alloc(19 * 1_048_576);
  // At once, so that none sees what the others take.
  const found = await Promise.all(Array.from({ length: 12 }, () => keep({ content })));
  expect(found.filter((file) => 'bytes' in file)).toHaveLength(10);
});

test('what a run kept is removed with it, also what is being kept then', async () => {
  await keep();
  const late = keep();
  await saved.remove();
  expect(await late).toEqual({ refused: 'the run ended' });
  expect(await keep()).toEqual({ refused: 'the run ended' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be written fails, and leaves nothing', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  saved = createDownloadFolder(file, (text) => text);
  await expect(keep()).rejects.toThrow(/EEXIST|ENOTDIR/);
  mkdirSync(path.join(folder, 'other'));
  expect(readdirSync(folder)).toEqual(['file', 'other']);
});
