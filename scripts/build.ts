import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';

const root = path.join(import.meta.dirname, '..');
const output = path.join(root, 'dist');

rmSync(output, { recursive: true, force: true });
const run = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (run.status !== 0) exit(1);
const command = path.join(output, 'cli', 'gleaner.js');
if (existsSync(command)) chmodSync(command, 0o755);
