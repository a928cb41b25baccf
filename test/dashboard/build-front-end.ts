import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Builds the front end as the package holds it, into a folder of its own; returns the folder. */
export function buildFrontEnd(): string {
  const root = path.join(import.meta.dirname, '..', '..');
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-ui-'));
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = path.join(root, 'ui', 'vite.config.ts');
  const run = spawnSync(process.execPath, [vite, 'build', '-c', config, '--outDir', folder], {
    encoding: 'utf8',
    // Under `test`, React would be the build for developers.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (run.status !== 0) throw new Error(`The front end did not build:\n${run.stdout}${run.stderr}`);
  return folder;
}
