import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { execPath } from 'node:process';

/** Once for all tests: some of them use the package as it is published. */
export function setup(): void {
  const root = path.join(import.meta.dirname, '..', '..');
  execFileSync(execPath, [path.join(root, 'scripts', 'build.ts')], { cwd: root, stdio: 'inherit' });
}
