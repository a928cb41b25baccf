import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { build, type RolldownOutput } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { build as buildFrontEnd } from 'vite';

/** Writes `dist`: what the published package holds beside its fixture site. */
const root = path.join(import.meta.dirname, '..');
const output = path.join(root, 'dist');

/** Packages that public declarations may import: they bring types of their own that compile in a strict project. */
const publicPackages: ReadonlySet<string> = new Set(['@standard-schema/spec', 'domhandler']);

rmSync(output, { recursive: true, force: true });
const run = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (run.status !== 0) exit(1);
openDoors();
await bundleDeclarations();
await bundlePrograms();
copyFonts();
await bundleCharts();
await bundleThreads();
await buildFrontEnd({ configFile: path.join(root, 'ui', 'vite.config.ts') });
chmodSync(path.join(output, 'cli', 'gleaner.js'), 0o755);

/** Puts each entry point where its name says, `gleaner/http` in `http/`, wherever its source lies. */
function openDoors(): void {
  for (const door of listDoors()) {
    const folder = path.dirname(door);
    if (existsSync(door)) continue;
    mkdirSync(folder, { recursive: true });
    const code = `export * from '../web/${path.basename(folder)}/index.js';\n`;
    for (const file of ['index.js', 'index.d.ts']) writeFileSync(path.join(folder, file), code);
  }
}

/**
 * Puts the declarations of each entry point into one file, and what several share into `types`: without what is not public.
 */
async function bundleDeclarations(): Promise<void> {
  const doors = new Map(listDoors().map((file) => [path.relative(output, file), file]));
  const { output: chunks } = await build({
    input: Object.fromEntries(
      [...doors].map(([name, file]) => [name.slice(0, -'.d.ts'.length), file]),
    ),
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, generator: 'oxc' })],
    external: (id) => !/^[./]/.test(id),
    treeshake: { moduleSideEffects: false },
    write: false,
    output: { dir: output, chunkFileNames: 'types/[name].d.ts' },
  });
  for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) rmSync(path.join(output, name));
  }
  mkdirSync(path.join(output, 'types'));
  for (const chunk of chunks) {
    if (chunk.type !== 'chunk') continue;
    for (const [, name = ''] of chunk.code.matchAll(/(?:from|import) "([^."][^"]*)"/g)) {
      checkPublicPackage(name, chunk.fileName);
    }
    writeFileSync(path.join(output, chunk.fileName), chunk.code);
  }
}

/** Ends the build where a consumer could not compile a public declaration. */
function checkPublicPackage(name: string, file: string): void {
  if (name.startsWith('node:') || publicPackages.has(name)) return;
  console.error(
    `${file} is public and imports types of ${name}, which a consumer may lack. Describe them in types of our own, or do not export what needs them.`,
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

/** Writes the programs that run in pages as texts, in place of the modules that bundle them and of those that they consist of. */
async function bundlePrograms(): Promise<void> {
  for (const name of ['browser/programs', 'studio/recording/programs']) {
    const source = path.join(root, 'src', `${name}.ts`);
    const programs = (await import(source)) as Readonly<Record<string, string>>;
    const code = Object.entries(programs).map(
      ([program, text]) => `export const ${program} = ${JSON.stringify(text)};\n`,
    );
    writeFileSync(path.join(output, `${name}.js`), code.join(''));
  }
  rmSync(path.join(output, 'browser', 'in-page'), { recursive: true });
  rmSync(path.join(output, 'browser', 'bundle-program.js'));
  rmSync(path.join(output, 'studio', 'recording', 'recording-program.js'));
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
 * Puts the libraries that draw charts into the file that uses them: installed, they and what they need take 25 MB, of which
 * .3 MB are used. Their licences come along.
 */
async function bundleCharts(): Promise<void> {
  const folder = path.join(output, 'evaluation', 'report');
  const file = path.join(folder, 'draw-charts.js');
  const { output: chunks } = await build({
    input: file,
    platform: 'node',
    // Shared with the rest of the package; a library's own `./` stays inside the bundle.
    external: (id, importer) => id.startsWith('.') && importer === file,
    write: false,
    output: { minify: true, codeSplitting: false },
  });
  writeFileSync(file, chunks[0].code);
  writeNotices(folder, chunks);
}

/**
 * Writes the scripts of all threads into one text, for programs that are bundled (`src/runtime/threads/start-worker.ts`). What is
 * large and seldom needed stays outside, where the program's own `node_modules` are looked in.
 */
async function bundleThreads(): Promise<void> {
  const scripts = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('-thread.js'),
  );
  const entry = 'threads';
  const code = scripts.map(
    (name) =>
      `'${path.basename(name, '.js')}': () => import(${JSON.stringify(path.join(output, name))}),`,
  );
  const { output: chunks } = await build({
    input: entry,
    platform: 'node',
    external: ['pdfkit', 'fontkit', 'unpdf/pdfjs'],
    // What is evaluated is no file.
    transform: { define: { 'import.meta.url': 'undefined' } },
    plugins: [
      {
        name: 'threads',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `export const threads = {${code.join('')}};` : undefined),
      },
    ],
    write: false,
    output: { format: 'cjs', minify: true, codeSplitting: false },
  });
  writeFileSync(
    path.join(output, 'runtime', 'threads', 'bundled-threads.js'),
    `export const bundledThreads = ${JSON.stringify(chunks[0].code)};\n`,
  );
  writeNotices(path.join(output, 'runtime', 'threads'), chunks);
}

/** The licences of the packages that chunks were made of, beside them. */
function writeNotices(folder: string, chunks: RolldownOutput['output']): void {
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  const packages = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const notices = [...packages].toSorted().map((home) => {
    const licence = readdirSync(home).find((name) => /^licen[cs]e/i.test(name));
    // A few packages name their licence in the manifest alone.
    const text =
      licence === undefined
        ? `Licence: ${readManifest(home).license}`
        : readFileSync(path.join(home, licence), 'utf8');
    return `${path.basename(home)}\n\n${text.trim()}\n`;
  });
  writeFileSync(path.join(folder, 'LICENSES.txt'), notices.join('\n---\n\n'));
}

function readManifest(home: string): { readonly license: string } {
  return JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as {
    readonly license: string;
  };
}
