import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveScriptedModel, type ScriptedModelServer } from '../test-kit/index.ts';
import {
  createConsumer,
  dependencies,
  optionalDependencies,
  packingMs,
} from './setup/packed-package.ts';

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

/** A reader's folder with the packed package and what the guides install; the providers answer by a script. */
beforeAll(async () => {
  folder = await createConsumer([
    ...dependencies,
    ...optionalDependencies,
    'playwright-core',
    '@types/node',
    'undici-types',
  ]);
  const modules = path.join(folder, 'node_modules');
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
}, packingMs);

afterAll(async () => {
  await new Promise((resolve) => pages.close(resolve));
  await model.close();
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
