import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostilePdfs } from './support/hostile-pdfs.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'servers', 'read-pdf-process.ts');

/** Those that took the most time or memory before they were bounded; `npm run attack` reads all of the table. */
const worst: readonly string[] = [
  '10 million q operators',
  'an array of 20 million numbers',
  'a string of 100 million letters',
  'forms that draw each other 10^9 times',
  'a thousand million blanks',
  '500 pages of 50,000 words each',
  'a font program of a thousand million bytes',
  'a code map of 2 million ranges',
  'widths for 20 million letters',
  'a million links on one page',
  'a table of 100 million cross-references',
  '10 MB of objects without a table',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-pdfs-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a hostile PDF takes a process of its own less than 300 MB, and comes to an end', () => {
  test.each(hostilePdfs.filter(({ name }) => worst.includes(name)))(
    '$name',
    async ({ name, make }) => {
      const path = join(folder, `${worst.indexOf(name)}.pdf`);
      await writeFile(path, make());
      const { stdout } = await run(process.execPath, [script, path]);
      const cost = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      expect(cost['outcome']).toMatch(/^(?:read|validation_failed)$/);
      expect(cost['grownMb']).toBeLessThan(300);
    },
  );

  test('all of the worst are in the table', () => {
    expect(hostilePdfs.map(({ name }) => name)).toEqual(expect.arrayContaining([...worst]));
  });
});
