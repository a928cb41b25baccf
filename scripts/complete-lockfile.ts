// `npm install` leaves optional packages out of the lockfile when its registry does not have them (builds for platforms
// that no developer uses), and `npm ci` then refuses that very lockfile. This writes them in, by version and platform:
// npm skips what is not for its platform without asking for it. `--check` only says whether the lockfile is complete.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv, exit } from 'node:process';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  packages: Record<string, LockedPackage>;
}

const file = path.join(import.meta.dirname, '..', 'package-lock.json');
const platform =
  /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)/;

const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
const missing = listMissing(lockfile.packages);
if (missing.size > 0 && argv.includes('--check')) {
  console.error(`package-lock.json lacks ${[...missing.keys()].join(', ')}.`);
  console.error('Run `node scripts/complete-lockfile.ts`, and commit what it writes.');
  exit(1);
}
if (missing.size > 0) {
  const entries = Object.entries({ ...lockfile.packages, ...Object.fromEntries(missing) });
  // Code units, the order that npm itself writes.
  lockfile.packages = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lockfile, undefined, 2)}\n`);
}
console.log(missing.size === 0 ? 'complete' : `${missing.size} packages written in`);

function listMissing(packages: Lockfile['packages']): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    // The root's own are npm's to judge: they are meant to exist.
    if (place === '' || !place.startsWith('node_modules/')) continue;
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const key = `node_modules/${name}`;
      if (packages[key] !== undefined || packages[`${place}/${key}`] !== undefined) continue;
      const entry = toEntry(name, range, dev);
      if (entry !== undefined) found.set(key, entry);
    }
  }
  return found;
}

function toEntry(name: string, range: string, dev: boolean | undefined): LockedPackage | undefined {
  const [, os, cpu] = platform.exec(name) ?? [];
  if (os === undefined || cpu === undefined) return undefined;
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(dev === true ? { dev } : {}),
    optional: true,
    os: [os],
    cpu: [cpu],
    ...(os === 'linux' ? { libc: [name.includes('musl') ? 'musl' : 'glibc'] } : {}),
  };
}
