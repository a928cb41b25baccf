import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { findPostgres } from './find-postgres.ts';

/**
 * Finds a PostgreSQL for the tests, or installs one: Debian's as root. With `DATABASE_URL` nothing is needed. Exits with 1 and
 * what to do when none can be had.
 */
const given = process.env['DATABASE_URL'];
if ((given === undefined || given === '') && findPostgres() === undefined && !installDebian()) {
  console.error('No PostgreSQL was found, and none could be installed. Do one of these:');
  console.error('  apt-get install postgresql      (as root, Debian)');
  console.error('  DATABASE_URL=postgres://user:password@host/name npm test');
  process.exitCode = 1;
}

function installDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error('Installing Debian’s postgresql …');
  const options = ['-y', '-q', '-o', 'DPkg::Lock::Timeout=120'];
  const install = [...options, 'install', '--no-install-recommends', 'postgresql'];
  return run([...options, 'update']) && run(install) && findPostgres() !== undefined;
}

function run(parameters: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync('apt-get', parameters, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return true;
  console.error(`apt-get ${parameters.join(' ')} failed.\n${stdout}${stderr}`);
  return false;
}
