import { execFile } from 'node:child_process';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const bench = path.join(import.meta.dirname, '../bench/cassette.ts');

test('cassettes that were replayed leave nothing of their pages in memory', async () => {
  const { stdout } = await promisify(execFile)(
    execPath,
    ['--expose-gc', bench, '--rounds', '2', '--cases', '120', '--json'],
    { env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  );
  const { bench: name, figures } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    readonly bench: string;
    readonly figures: Readonly<Record<string, { readonly value: number }>>;
  };
  expect(name).toBe('cassette');
  expect(Object.keys(figures)).toContain('replay beyond the work, ms');
  // The page has over 200,000 bytes; 120 cases cannot measure as finely as the bench's 1,000.
  expect(figures['memory left by a case, bytes']?.value).toBeLessThan(50_000);
});
