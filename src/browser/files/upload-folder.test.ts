import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUploadFolder } from './run-files.ts';

let base: string;
let folder: string;

beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), 'uploads-'));
  folder = path.join(base, 'files');
  mkdirSync(path.join(folder, '2024'), { recursive: true });
  mkdirSync(path.join(base, 'files-beside'));
  writeFileSync(path.join(base, 'secret.txt'), 'secret');
  writeFileSync(path.join(base, 'files-beside', 'secret.txt'), 'secret');
  writeFileSync(path.join(folder, 'offer.pdf'), 'offer');
  writeFileSync(path.join(folder, '2024', 'invoice.CSV'), 'a,b');
  symlinkSync('offer.pdf', path.join(folder, 'linked.pdf'));
  symlinkSync('../secret.txt', path.join(folder, 'out.txt'));
  symlinkSync('..', path.join(folder, 'up'));
  symlinkSync('../files-beside', path.join(folder, 'beside'));
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  writeFileSync(path.join(folder, 'large'), '');
  truncateSync(path.join(folder, 'large'), 20 * 1_048_576 + 1);
  writeFileSync(path.join(folder, 'half'), '');
  truncateSync(path.join(folder, 'half'), 11 * 1_048_576);
});

afterAll(() => rmSync(base, { recursive: true }));

const read = (...names: string[]) => createUploadFolder(folder).read(names, '/steps/1/files');

test('files are read by their names in the folder, each with its media type', async () => {
  const files = await read('offer.pdf', '2024/invoice.CSV', 'linked.pdf');
  expect(files.map(({ name, mimeType, buffer }) => [name, mimeType, buffer.toString()])).toEqual([
    ['offer.pdf', 'application/pdf', 'offer'],
    ['invoice.CSV', 'text/csv', 'a,b'],
    ['linked.pdf', 'application/pdf', 'offer'],
  ]);
});

test.each([
  '../secret.txt',
  '2024/../../secret.txt',
  '2024/../offer.pdf',
  '..\\secret.txt',
  '/etc/passwd',
  'C:\\secret.txt',
  '\\\\host\\share',
  'offer.pdf\0.txt',
])('%j is not the name of a file in the folder', async (name) => {
  await expect(read(name)).rejects.toMatchObject({
    code: 'invalid_request',
    details: {
      issues: [
        {
          path: '/steps/1/files/0',
          message: expect.stringContaining('is not named by its place in the folder'),
        },
      ],
    },
  });
});

test.each(['out.txt', 'up/secret.txt', 'beside/secret.txt', 'none.txt', '2024', 'pipe', '', '.'])(
  'a link out of the folder, a pipe, a folder and what is not there are no files (%j)',
  async (name) => {
    await expect(read('offer.pdf', name)).rejects.toMatchObject({
      details: {
        issues: [
          { path: '/steps/1/files/1', message: expect.stringContaining('There is no file') },
        ],
      },
    });
  },
);

test('the files of a step are limited together', async () => {
  await expect(read('large')).rejects.toThrow('larger than 20 MB together');
  await expect(read('half')).resolves.toHaveLength(1);
  await expect(read('half', 'half')).rejects.toThrow('/steps/1/files/1');
});

test('without the folder there are no files', async () => {
  const gone = createUploadFolder(path.join(base, 'gone'));
  await expect(gone.read(['offer.pdf'], '/files')).rejects.toThrow('There is no file "offer.pdf"');
});
