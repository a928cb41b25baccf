import { execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveScriptedModel, type ScriptedModelServer } from '../src/testing/index.ts';

/** Guides whose programs are run as they are printed. */
const guides = [
  'README.md',
  'docs/START.md',
  'docs/BROWSER.md',
  'docs/ERRORS.md',
  'docs/HTTP.md',
  'docs/DASHBOARD.md',
  'docs/STUDIO.md',
];
const root = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

let folder: string;
let pages: Server;
let model: ScriptedModelServer;

/** A reader's empty folder with the packages that the guides install; the providers answer by a script. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-docs-'));
  const modules = path.join(folder, 'node_modules');
  mkdirSync(path.join(modules, '@ai-sdk'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
  symlinkSync(root, path.join(modules, 'gleaner'));
  mkdirSync(path.join(modules, '@types'));
  for (const name of ['zod', '@types/node', 'undici-types']) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  for (const provider of ['anthropic', 'openai']) writeProvider(modules, provider);
  pages = createServer(({ url }, response) => {
    response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html' });
    response.end(url === '/' ? examplePage : 'Not here');
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  model = await serveScriptedModel(({ body }) => ({
    content: JSON.stringify(body).includes('review')
      ? { review: 'negative', reason: 'The lamp arrived broken, and the shop did not answer.' }
      : { title: 'Example Domain' },
  }));
});

afterAll(async () => {
  await new Promise((resolve) => pages.close(resolve));
  await model.close();
  rmSync(folder, { recursive: true });
});

describe.each(guides)('%s', (guide) => {
  const programs = listPrograms(readFileSync(path.join(root, guide), 'utf8'));

  test('has programs', () => {
    expect(programs.length).toBeGreaterThan(0);
  });

  test.each(programs)(
    'line $line: runs and prints what it says',
    async ({ line, code, output }) => {
      const file = path.join(folder, `${path.basename(guide, '.md')}-${line}.ts`);
      writeFileSync(file, toLoopback(code));
      const { stdout } = await run(execPath, [file], {
        cwd: folder,
        env: { ...process.env, GLEANER_ALLOW_PRIVATE: '127.0.0.1/32', NODE_NO_WARNINGS: '1' },
      });
      expect(stdout.trim()).toBe(output.trim());
    },
  );
});

test('the programs of the guides compile in a strict project', async () => {
  const home = path.join(folder, 'strict');
  mkdirSync(home);
  for (const guide of guides) {
    for (const { line, code } of listPrograms(readFileSync(path.join(root, guide), 'utf8'))) {
      writeFileSync(path.join(home, `${path.basename(guide, '.md')}-${line}.ts`), code);
    }
  }
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'esnext.disposable'],
    types: ['node'],
  };
  writeFileSync(
    path.join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  );
  const compiler = path.join(root, 'node_modules', '.bin', 'tsc');
  const { stdout } = await run(compiler, ['-p', home]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

const texts = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'examples/**/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
});

describe.each(texts)('%s', (text) => {
  const source = readFileSync(path.join(root, text), 'utf8');

  test('names files and folders that exist', () => {
    expect(listPaths(source).filter((name) => !isInRepository(name))).toEqual([]);
  });

  test('links to files and headings that exist', () => {
    const folderOfText = path.dirname(text);
    const broken = [...source.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !isTarget(folderOfText, text, link));
    expect(broken).toEqual([]);
  });
});

test('a file, folder, link or heading that does not exist is noticed', () => {
  const missing = ['src/page/no-such-folder/', 'page/no-such-file.ts', 'no-such-file.ts'];
  const known = ['src/page/', 'page/read-page.ts', 'create-gleaner.ts', 'docs/ERRORS.md'];
  const source = [...missing, ...known].map((name) => `\`${name}\``).join(' ');
  expect(listPaths(source)).toEqual([...missing, ...known]);
  expect(listPaths(source).filter((name) => !isInRepository(name))).toEqual(missing);
  expect(isTarget('docs', 'docs/ERRORS.md', '#no-such-heading')).toBe(false);
  expect(isTarget('docs', 'docs/ERRORS.md', '#the-words-of-each-door')).toBe(true);
});

test.each(['index', 'service/index', 'http/index', 'testing/index'])(
  'each name that src/%s.ts exports has a documentation comment',
  (door) => {
    const file = path.join(root, 'src', `${door}.ts`);
    const names = listExports(file);
    expect(names.length).toBeGreaterThan(5);
    expect(
      names.filter(({ file, name }) => !isDocumented(readFileSync(file, 'utf8'), name)),
    ).toEqual([]);
  },
);

test('an export without a documentation comment is noticed', () => {
  const source = '/** Returns 1. */\nexport const one = () => 1;\nexport interface Two {}';
  expect(isDocumented(source, 'one')).toBe(true);
  expect(isDocumented(source, 'Two')).toBe(false);
  expect(isDocumented(source, 'three')).toBe(false);
});

interface Exported {
  readonly file: string;
  readonly name: string;
}

function listExports(door: string): readonly Exported[] {
  const clauses = readFileSync(door, 'utf8').matchAll(/\{([^}]*)\} from '([^']+)'/g);
  return [...clauses].flatMap(([, names = '', source = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '')
      .map((name) => ({ file: path.join(path.dirname(door), source), name })),
  );
}

function isDocumented(source: string, name: string): boolean {
  const lines = source.split('\n');
  const declaration = new RegExp(
    `^export (?:async )?(?:interface|type|class|const|function) ${name}\\b`,
  );
  const at = lines.findIndex((line) => declaration.test(line));
  return lines[at - 1]?.trim().endsWith('*/') === true;
}

/** Paths in backticks, and what begins the lines of a tree, when they are of this repository or of its `src`. */
function listPaths(source: string): readonly string[] {
  const quoted = [...source.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, name = '']) => name);
  const tree = [...source.matchAll(/^((?:[a-z]+\/ ?)+) {2,}\S/gm)].flatMap(([, names = '']) =>
    names.trim().split(' '),
  );
  return [...quoted.filter(isPathLike), ...tree];
}

/** `src/page/`, `page/read-page.ts` and `read-page.ts`, but not `gleaner/http`, `text/Next`, `application/json` or `start.ts`. */
function isPathLike(name: string): boolean {
  const [first = '', ...rest] = name.split('/');
  // A selector of a recipe, `text/Next`: names in the repository have no capital without an extension.
  if (first === '..' || /^[A-Z][^.]*$/.test(rest.at(-1) ?? '')) return false;
  if (rest.length === 0) return /^[a-z]+(-[a-z\d]+)+\.tsx?$/.test(name);
  return existsSync(path.join(root, first)) || existsSync(path.join(root, 'src', first));
}

function isInRepository(name: string): boolean {
  return name.includes('/')
    ? existsSync(path.join(root, name)) || existsSync(path.join(root, 'src', name))
    : fileNames.has(name);
}

const fileNames = new Set(
  globSync('{src,test,bench,scripts,examples,ui}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }).map((file) => path.basename(file)),
);

function isTarget(folderOfText: string, text: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? path.join(root, text) : path.join(root, folderOfText, file);
  if (!existsSync(target)) return false;
  return heading === undefined || listHeadings(readFileSync(target, 'utf8')).includes(heading);
}

/** The anchors that GitHub gives a text's headings. */
function listHeadings(source: string): readonly string[] {
  return [...source.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

interface Program {
  readonly line: number;
  readonly code: string;
  /** What the `text` block right after the program says; without one the program prints nothing. */
  readonly output: string;
}

function listPrograms(guide: string): readonly Program[] {
  return [...guide.matchAll(/^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm)].map(
    ({ 1: code = '', 2: output = '', index }) => ({
      line: guide.slice(0, index).split('\n').length + 1,
      code,
      output,
    }),
  );
}

/** Public addresses of the guides, as servers of this machine, which an engine made by the program has to be allowed. */
function toLoopback(code: string): string {
  const { port } = pages.address() as AddressInfo;
  const allowed = "createGleaner({ egress: { allowPrivate: ['127.0.0.1/32'] },";
  return (code.includes('https://example.com') ? code.replace('createGleaner({', allowed) : code)
    .replaceAll('https://example.com', `http://127.0.0.1:${port}`)
    .replaceAll(/http:\/\/127\.0\.0\.1:11434\/v1/g, model.url)
    .replaceAll('port: 8080', 'port: 0');
}

function writeProvider(modules: string, name: string): void {
  const home = path.join(modules, '@ai-sdk', name);
  mkdirSync(home);
  writeFileSync(
    path.join(home, 'package.json'),
    JSON.stringify({ name: `@ai-sdk/${name}`, type: 'module', exports: './index.js' }),
  );
  writeFileSync(
    path.join(home, 'index.d.ts'),
    `import type { ModelObject } from 'gleaner';\nexport declare const ${name}: (id: string) => ModelObject;\n`,
  );
  writeFileSync(
    path.join(home, 'index.js'),
    `import { scriptedModel } from 'gleaner/testing';\nexport const ${name} = () => scriptedModel([]);\n`,
  );
}

/** Says what the page at https://example.com says. */
const examplePage = `<!doctype html><html lang="en"><head><title>Example Domain</title></head><body><div>
<h1>Example Domain</h1>
<p>This domain is for use in documentation examples without needing permission. Avoid use in operations.</p>
<p><a href="https://iana.org/domains/example">Learn more</a></p></div></body></html>`;
