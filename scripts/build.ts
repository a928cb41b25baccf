import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { build } from 'rolldown';
import { build as buildFrontEnd } from 'vite';

/** Writes `dist`: what the published package holds beside its fixture site. */
const root = path.join(import.meta.dirname, '..');
const output = path.join(root, 'dist');

/** Packages that public declarations may import: they bring types of their own that compile in a strict project. */
const publicPackages: ReadonlySet<string> = new Set(['@standard-schema/spec', 'domhandler']);

rmSync(output, { recursive: true, force: true });
const run = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (run.status !== 0) exit(1);
removeHiddenDeclarations();
copyFonts();
await bundleCharts();
await buildFrontEnd({ configFile: path.join(root, 'ui', 'vite.config.ts') });
chmodSync(path.join(output, 'cli', 'gleaner.js'), 0o755);

/** Declarations that no door leads to are of no use to a consumer, and four of five files are such. */
function removeHiddenDeclarations(): void {
  const reached = new Set(listDoors());
  for (const file of reached) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"]([^'"]+)['"]/g);
    for (const [, target = ''] of imports) {
      if (!target.startsWith('.')) checkPublicPackage(target, file);
      else
        reached.add(path.resolve(path.dirname(file), target.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')));
    }
  }
  for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(output, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}

/** Ends the build where a consumer could not compile a public declaration. */
function checkPublicPackage(name: string, file: string): void {
  if (name.startsWith('node:') || publicPackages.has(name)) return;
  console.error(
    `${path.relative(root, file)} is public and imports types of ${name}, which a consumer may lack. Describe them in types of our own, or do not export what needs them.`,
  );
  exit(1);
}

/** The declarations that `exports` of package.json names. */
function listDoors(): readonly string[] {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  return Object.values(exports).flatMap((door) =>
    typeof door === 'string' ? [] : [path.join(root, door.types)],
  );
}

/** Five files of a package that has 22: a PDF is set in these. */
function copyFonts(): void {
  const source = path.join(root, 'node_modules', 'dejavu-fonts-ttf');
  const target = path.join(output, 'fonts');
  mkdirSync(target);
  copyFileSync(path.join(source, 'LICENSE'), path.join(target, 'LICENSE'));
  for (const file of readdirSync(path.join(source, 'ttf'))) {
    if (!/^DejaVuSans(?:Condensed.*|Mono)\.ttf$/.test(file)) continue;
    copyFileSync(path.join(source, 'ttf', file), path.join(target, file));
  }
}

/**
 * Puts the libraries that draw charts into the files that use them: installed, they and what they need take 25 MB, of which
 * .3 MB are used. Their licences come along.
 */
async function bundleCharts(): Promise<void> {
  const folder = path.join(output, 'evaluation', 'report', 'charts');
  const drawer = path.join(folder, 'draw-plot.js');
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.js') && !drawer.endsWith(name),
  );
  const { output: chunks } = await build({
    input: files.map((name) => path.join(folder, name)),
    platform: 'node',
    // Shared with the rest of the package.
    external: (id) => id.startsWith('..'),
    output: {
      dir: folder,
      entryFileNames: '[name].js',
      chunkFileNames: 'plot-[name].js',
      minify: true,
    },
  });
  // In the chunk that the others share.
  rmSync(drawer);
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  const packages = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const notices = [...packages].toSorted().map((home) => {
    const licence = readdirSync(home).find((name) => /^licen[cs]e/i.test(name)) ?? 'LICENSE';
    return `${path.basename(home)}\n\n${readFileSync(path.join(home, licence), 'utf8').trim()}\n`;
  });
  writeFileSync(path.join(folder, 'LICENSES.txt'), notices.join('\n---\n\n'));
}
