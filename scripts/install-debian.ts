import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const root = path.join(import.meta.dirname, '..');

/** Installs a package of Debian's; `false` where this is no Debian, the user is not root, or that fails, which is printed. */
export function installDebian(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Installing Debian’s ${name} …`);
  const options = ['-y', '-q', '-o', 'DPkg::Lock::Timeout=120'];
  const install = [...options, 'install', '--no-install-recommends', name];
  return runProgram('apt-get', [...options, 'update']) && runProgram('apt-get', install);
}

/** Installs what a folder of `tools` locks, without scripts; `false` where that fails, which is printed. */
export function installTool(folder: string): boolean {
  return runProgram('npm', ['ci', '--ignore-scripts', '--workspaces=false', '--prefix', folder]);
}

/** Runs a program in the clone; `false` where it fails, which is printed with all that it said. */
export function runProgram(executable: string, parameters: readonly string[]): boolean {
  const { status, stdout, stderr, error } = spawnSync(executable, parameters, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return true;
  console.error(`${executable} ${parameters.join(' ')} failed.`);
  console.error(`${stdout}${stderr}${error?.message ?? ''}`);
  return false;
}
