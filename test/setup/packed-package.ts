import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env } from 'node:process';
import { setTimeout } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '../..');
const installed = path.join(root, 'node_modules');

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Readonly<
  Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>
>;

/** For the hook of a test file that makes the first consumer of its run: the package may have to be built before. */
export const packingMs = 600_000;

/** What `npm install gleaner --omit=optional` brings. */
export const dependencies: readonly string[] = Object.keys(manifest.dependencies);
/** What `npm install gleaner` brings beside them. */
export const optionalDependencies: readonly string[] = Object.keys(manifest.optionalDependencies);
/** Every package of this clone, optional peers among them. */
export const everything: readonly string[] = readdirSync(installed).filter(
  (name) => name !== 'gleaner' && !name.startsWith('.'),
);

/**
 * A user's folder outside of the repository, with the package as it would be published unpacked in `node_modules` and the named
 * packages of this clone beside it; nothing else is found from there. It needs no registry. Removed with the test run.
 */
export async function createConsumer(names: readonly string[] = everything): Promise<string> {
  const tarball = await requireTarball();
  const folder = mkdtempSync(path.join(runFolder(), 'consumer-'));
  const modules = path.join(folder, 'node_modules');
  const own = path.join(modules, 'gleaner');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', own, '--strip-components=1']);
  mkdirSync(path.join(modules, '.bin'));
  symlinkSync(path.join(own, 'dist/cli/gleaner.js'), path.join(modules, '.bin/gleaner'));
  for (const name of names) {
    const place = path.join(modules, name);
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(path.join(installed, name), place);
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** The packed package: the first test file of a run that asks packs it, the others wait for the file. */
export async function requireTarball(): Promise<string> {
  const [lock, file] = [path.join(runFolder(), 'packing'), path.join(runFolder(), 'gleaner.tgz')];
  for (;;) {
    if (existsSync(file)) return file;
    if (takeLock(lock)) {
      try {
        pack(file);
      } finally {
        rmSync(lock);
      }
    } else await setTimeout(50);
  }
}

function pack(file: string): void {
  if (isOutdated()) execFileSync('node', ['scripts/build.ts'], { cwd: root, stdio: 'pipe' });
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-pack-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    stdio: 'pipe',
  });
  const [name = ''] = readdirSync(folder);
  execFileSync('cp', [path.join(folder, name), `${file}.new`]);
  renameSync(`${file}.new`, file);
  rmSync(folder, { recursive: true });
}

/** `npm test` has just built it with its checks. */
function isOutdated(): boolean {
  const built = path.join(root, 'dist/index.js');
  // The build writes them first and last.
  if (!existsSync(built) || !existsSync(path.join(root, 'dist/ui/index.html'))) return true;
  const sources = globSync(['{src,test-kit,ui}/**/*.*', 'scripts/build.ts', 'package.json'], {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.includes('.test.'),
  });
  const builtMs = statSync(built).mtimeMs;
  return sources.some((name) => statSync(path.join(root, name)).mtimeMs > builtMs);
}

function runFolder(): string {
  const folder = env['GLEANER_TEST_RUN'];
  if (folder === undefined) throw new Error('This is for tests that vitest runs.');
  return folder;
}

function takeLock(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    // Another test file packs.
    return false;
  }
}
