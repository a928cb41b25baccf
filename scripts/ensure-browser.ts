import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { findBrowser } from '../src/browser/launch/find-browser.ts';
import { installDebian, installTool, runProgram } from './install-debian.ts';

/**
 * Finds a Chrome or Chromium, or installs one: Debian's as root, else one from npm for this clone alone. Beside Debian's own it
 * installs, as root, the headless shell. Exits with 1 and what to do when none can be had.
 */
const root = path.join(import.meta.dirname, '..');
const tool = path.join(root, 'tools', 'chromium');
const unpacked = path.join(tool, 'unpacked');
/** Found by `findBrowser`, since npm puts this folder on the path. */
const command = path.join(root, 'node_modules', '.bin', 'chromium');

const problems: string[] = [];
const given = process.env['GLEANER_BROWSER'];
if (given !== undefined && given !== '') {
  if (!isWorking(given)) problems.push(`GLEANER_BROWSER names "${given}", which does not start.`);
} else if (!isWorking(findBrowser()) && !installDebianBrowser() && !(await installPackage())) {
  problems.push('No browser was found, and none could be installed. Do one of these:');
  problems.push('  apt-get install chromium        (as root, Debian)');
  problems.push('  npx playwright-core install chromium');
  problems.push('  GLEANER_BROWSER=/path/to/chrome npm test');
} else if (
  findBrowser() === '/usr/bin/chromium' &&
  !existsSync('/usr/bin/chromium-headless-shell')
) {
  // Debian's, without what draws windows: pages open in a third of the processor time. Tests pass without it, too.
  installDebian('chromium-headless-shell');
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** A program on the path may only print how to install the browser. */
function isWorking(executable: string | undefined): boolean {
  if (executable === undefined) return false;
  return spawnSync(executable, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function installDebianBrowser(): boolean {
  return installDebian('chromium') && isWorking(findBrowser());
}

/** A Chromium for Linux on x64 inside an npm package, with the libraries that small machines lack. */
async function installPackage(): Promise<boolean> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const executable = path.join(unpacked, 'chromium');
  if (!isWorking(command)) {
    console.error('No browser on this machine: unpacking one for this clone …');
    if (!installTool(tool)) return false;
    if (!(await unpack(executable))) return false;
    writeCommand(executable);
  }
  return isWorking(command);
}

async function unpack(executable: string): Promise<boolean> {
  const packed = path.join(tool, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const archive = path.join(unpacked, 'archive.tar');
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  await decompress(path.join(packed, 'chromium.br'), executable);
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br']) {
    await decompress(path.join(packed, name), archive);
    if (!runProgram('tar', ['-xf', archive, '-C', unpacked])) return false;
  }
  rmSync(archive);
  return true;
}

async function decompress(from: string, to: string): Promise<void> {
  await pipeline(
    createReadStream(from),
    createBrotliDecompress(),
    createWriteStream(to, { mode: 0o755 }),
  );
}

/** Small machines have no fonts either, and without any Chromium shows nothing. */
function writeCommand(executable: string): void {
  const fonts = path.join(unpacked, 'fonts.conf');
  const dejavu = path.join(root, 'node_modules', 'dejavu-fonts-ttf', 'ttf');
  const cache = path.join(unpacked, 'font-cache');
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>/usr/share/fonts</dir><dir>${toXmlText(dejavu)}</dir>
<cachedir>${toXmlText(cache)}</cachedir></fontconfig>
`,
  );
  writeFileSync(
    command,
    `#!/bin/sh
export LD_LIBRARY_PATH=${toShellWord(path.join(unpacked, 'lib'))} FONTCONFIG_FILE=${toShellWord(fonts)}
exec ${toShellWord(executable)} "$@"
`,
    { mode: 0o755 },
  );
}

/** The folder of a clone may be called anything. */
function toXmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function toShellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
