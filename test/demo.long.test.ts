import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env, execPath } from 'node:process';
import { beforeAll, expect, test } from 'vitest';
import { createConsumer, packingMs } from './setup/packed-package.ts';

const root = path.join(import.meta.dirname, '..');

let folder: string;

beforeAll(async () => {
  folder = await createConsumer();
}, packingMs);

test('the demo shows a result with its places, an incomplete list, a repair, a healed recipe and the bill', async () => {
  for (const name of ['demo.ts', 'shop.recipe.json']) {
    copyFileSync(path.join(root, 'examples', name), path.join(folder, name));
  }
  const output = execFileSync(execPath, [path.join(folder, 'demo.ts')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  });
  for (const shown of [
    /price +33 +normalised \(number\) ← \S/,
    /shown +12, next page http/,
    /`products` has 2 of the 12 that the page shows/,
    /after repair +price: 89\.5 +2 model calls/,
    /page 5 · 60 items/,
    /healed, drift 0\.\d+; last of 60 items: "/,
    /# The night the ferry learned to whisper\n +Isolde Penhallow · 2026-04-14\n/,
    /article\.pdf, \d+ KB/,
    /extract, blocked +0 +71\n +71 of 100 credits left\n/,
    / +npm run gleaner -- studio --demo\n$/,
  ]) {
    expect(output).toMatch(shown);
  }
  // However long the name of the temporary folder is here.
  const lines = output.replace(tmpdir(), '/tmp').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
