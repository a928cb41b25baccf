import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';

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
