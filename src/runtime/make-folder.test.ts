import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath, platform } from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const root = mkdtempSync(path.join(tmpdir(), 'gleaner-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

test('a folder is made with those above it, and left as it is where it is there', () => {
  const folder = path.join(root, 'a', 'b', 'c');
  makeFolder(folder, 0o700);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(path.join(folder, 'kept'), '');
  makeFolder(folder);
  expect(existsSync(path.join(folder, 'kept'))).toBe(true);
});

test('a file in its place, or above it, is an error', () => {
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(path.join(file, 'below'))).toThrow(/ENOTDIR/);
});

test.runIf(platform === 'linux')(
  'where the system lets none be made, that is an error at once',
  () => {
    const module = path.join(import.meta.dirname, 'make-folder.ts');
    const script = `import { makeFolder } from ${JSON.stringify(module)};
    try { makeFolder('/proc/gleaner/data'); } catch (error) { console.log(error.code); }`;
    // In a process of its own: what never returned would hold up this one.
    const said = execFileSync(execPath, ['--input-type=module', '-e', script], {
      timeout: 60_000,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
    });
    expect(said.trim()).toMatch(/^E(?:NOENT|ACCES|PERM|ROFS)$/);
  },
);
