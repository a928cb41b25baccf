import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { measureInstall } from './measure-install.ts';

const options = new Command('bench:size')
  .description('What an installation of the package takes on the disk, by package.')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ json?: boolean }>();

/** Megabytes of 2^20 bytes, as `du -m` counts. */
const megabyte = 1_048_576;
const shown = 12;

const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-size-'));
const packed = unpack();
const figures: Record<string, object> = {};
for (const { name, withOptional, target } of [
  { name: 'npm install gleaner', withOptional: true, target: 96 },
  { name: 'npm install gleaner --omit=optional', withOptional: false, target: 60 },
]) {
  const packages = measureInstall({ withOptional, packed });
  const value = packages.reduce((sum, { bytes }) => sum + bytes, 0) / megabyte;
  const met = value <= target;
  figures[name] = { value, target, met };
  console.log(
    `${name}: ${packages.length} packages  ${value.toFixed(1)} MB  target ${target} ${met ? 'met' : 'missed'}`,
  );
  for (const { name: part, bytes } of packages.slice(0, shown)) {
    console.log(`  ${part.padEnd(28)} ${(bytes / megabyte).toFixed(1).padStart(5)} MB`);
  }
  const rest = packages.slice(shown).reduce((sum, { bytes }) => sum + bytes, 0) / megabyte;
  console.log(`  ${'the others'.padEnd(28)} ${rest.toFixed(1).padStart(5)} MB`);
}
rmSync(folder, { recursive: true });
if (options.json === true) console.log(JSON.stringify({ bench: 'size', figures }));

/** The package as it would be published, unpacked. */
function unpack(): string {
  const root = path.join(import.meta.dirname, '..');
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'pipe' });
  const [tarball = ''] = readdirSync(folder);
  execFileSync('tar', ['-xzf', path.join(folder, tarball), '-C', folder]);
  return path.join(folder, 'package');
}
