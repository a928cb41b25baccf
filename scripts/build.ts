import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { build, type RolldownOutput } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { build as buildFrontEnd } from 'vite';
import { recipeSchema } from '../src/recipes/format/recipe-schema.ts';

/** Writes `dist`: what the published package holds beside its fixture site. */
const root = path.join(import.meta.dirname, '..');
const output = path.join(root, 'dist');

const { dependencies, optionalDependencies, peerDependencies } = readManifest(root);
/** Packages that whoever installs this one has, or may have; all others come along in it. */
const installed: ReadonlySet<string> = new Set(
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
);

/** Packages that public declarations may import: they bring types of their own that compile in a strict project. */
const publicPackages: ReadonlySet<string> = new Set(['@standard-schema/spec', 'domhandler']);

/** Files that are started by their path: the command, and threads. */
const startedScript = /^cli\/gleaner\.js$|-thread\.js$/;

rmSync(output, { recursive: true, force: true });
const run = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (run.status !== 0) exit(1);
placeSources();
openDoors();
await bundleDeclarations();
await bundlePrograms();
copyFonts();
await bundleCharts();
await bundleThreads();
await bundleModules();
writeRecipeSchema();
await buildFrontEnd({ configFile: path.join(root, 'ui', 'vite.config.ts') });
chmodSync(path.join(output, 'cli', 'gleaner.js'), 0o755);

/**
 * Puts the sources at the top of the package, and the test kit into the folder of its entry point, `testing/`: what it names beside itself lies
 * one level further from there.
 */
function placeSources(): void {
  const [source, kit] = [path.join(output, 'src'), path.join(output, 'test-kit')];
  rewriteFiles(source, (code) =>
    code.replaceAll(/(['"](?:\.\.\/)+)\.\.\/test-kit\//g, '$1testing/'),
  );
  rewriteFiles(kit, (code) =>
    code.replaceAll(/(['"](?:\.\.\/)+)(src|fixtures)\//g, (_, up: string, name: string) =>
      name === 'src' ? up : `${up}../${name}/`,
    ),
  );
  cpSync(source, output, { recursive: true });
  cpSync(kit, path.join(output, 'testing'), { recursive: true });
  for (const folder of [source, kit]) rmSync(folder, { recursive: true });
}

function rewriteFiles(folder: string, rewrite: (code: string) => string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    writeFileSync(file, rewrite(readFileSync(file, 'utf8')));
  }
}

/** Puts each entry point where its name says, `gleaner/http` in `http/`, wherever its source lies. */
function openDoors(): void {
  for (const entryPoint of listEntryPoints()) {
    const folder = path.dirname(entryPoint);
    if (existsSync(entryPoint)) continue;
    mkdirSync(folder, { recursive: true });
    const code = `export * from '../web/${path.basename(folder)}/index.js';\n`;
    for (const file of ['index.js', 'index.d.ts']) writeFileSync(path.join(folder, file), code);
  }
}

/**
 * Puts the declarations of each entry point into one file, and what several share into `types`: without what is not public.
 */
async function bundleDeclarations(): Promise<void> {
  const entryPoints = new Map(listEntryPoints().map((file) => [path.relative(output, file), file]));
  const { output: chunks } = await build({
    input: Object.fromEntries(
      [...entryPoints].map(([name, file]) => [name.slice(0, -'.d.ts'.length), file]),
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

/** Writes the JSON Schema of recipes, which editors read, from what each type of step says of itself. */
function writeRecipeSchema(): void {
  const file = path.join(output, 'recipe.schema.json');
  writeFileSync(file, `${JSON.stringify(recipeSchema, undefined, 2)}\n`);
}

/** The declarations that `exports` of package.json names. */
function listEntryPoints(): readonly string[] {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  return Object.values(exports).flatMap((entryPoint) =>
    typeof entryPoint === 'string' ? [] : [path.join(root, entryPoint.types)],
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

/**
 * Puts the modules of the package, some hundred, into few, with the libraries that come along
 * (docs/internals/decisions/package-and-releases.md): opening each file is most of what a first call costs. Scripts that are started by
 * their path stay at it, and a module that looks for files beside it looks where it stood.
 */
async function bundleModules(): Promise<void> {
  const names = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const entryPoints = listEntryPoints().map((file) =>
    path.relative(output, file).replace(/\.d\.ts$/, '.js'),
  );
  const entries = [...entryPoints, ...names.filter((name) => startedScript.test(name))];
  const { output: chunks } = await build({
    input: Object.fromEntries(
      entries.map((name) => [name.slice(0, -'.js'.length), path.join(output, name)]),
    ),
    platform: 'node',
    external: isInstalled,
    plugins: [
      {
        name: 'places',
        transform: (code, id) =>
          code.replaceAll(/\bimport\.meta\.(url|dirname)\b/g, (_, kind: string) => {
            const place = path.relative(output, kind === 'url' ? id : path.dirname(id));
            return `__place_${kind}__(${JSON.stringify(place)})`;
          }),
        renderChunk: (code, { fileName }) =>
          code.replaceAll(
            /\b__place_(url|dirname)__\("([^"]*)"\)/g,
            (_, kind: string, place: string) => {
              const from = path.relative(path.dirname(fileName), place);
              return kind === 'url'
                ? // Spelt so that no bundler takes it for a file to bring along.
                  `(import.meta.url && new URL(${JSON.stringify(from)}, String(import.meta.url)).href)`
                : `(import.meta.dirname && \`\${import.meta.dirname}/${from}\`)`;
            },
          ),
      },
    ],
    write: false,
    output: {
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // What would be required is needed by nothing that is used, and bundles in CommonJS have no `import.meta`.
      polyfillRequire: false,
    },
  });
  for (const name of names) rmSync(path.join(output, name));
  removeEmpty(output);
  mkdirSync(path.join(output, 'chunks'));
  writeNotices(path.join(output, 'chunks'), chunks);
  for (const chunk of chunks) {
    if (chunk.type !== 'chunk') continue;
    const file = path.join(output, chunk.fileName);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      file,
      chunk.code.replace(/^(?:#!.*\n)?/, (start) => `${start}${listModules(chunk.moduleIds)}`),
    );
  }
}

/** Says at the head of a file what was put into it, after the line that starts a command. */
function listModules(modules: readonly string[]): string {
  const names = modules
    .filter((id) => path.isAbsolute(id))
    .map((id) => path.relative(root, id).replace(/^node_modules\//, ''));
  return `// ${names.join(' ')}\n`;
}

function removeEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(path.join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Whether a module is of a package that is installed with this one, and not part of it. */
function isInstalled(id: string): boolean {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? '';
  return id.startsWith('node:') || installed.has(name);
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
    return `${home.replace(/^.*\/node_modules\//, '')}\n\n${text.trim()}\n`;
  });
  writeFileSync(path.join(folder, 'LICENSES.txt'), notices.join('\n---\n\n'));
}

interface Manifest {
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function readManifest(home: string): Manifest {
  return JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as Manifest;
}
