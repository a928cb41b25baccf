import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
let folder: string;

/** Installs the packed tarball in an empty folder, beside the packages it depends on; the registry is not needed. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-package-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    stdio: 'pipe',
  });
  const [tarball = ''] = readdirSync(folder);
  const packages = path.join(folder, 'node_modules');
  mkdirSync(path.join(packages, 'gleaner'), { recursive: true });
  execFileSync('tar', [
    '-xzf',
    path.join(folder, tarball),
    '-C',
    path.join(packages, 'gleaner'),
    '--strip-components=1',
  ]);
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name === 'gleaner' || name.startsWith('.')) continue;
    symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

function runInFolder(script: string): string {
  const file = path.join(folder, 'script.mjs');
  writeFileSync(file, script);
  return execFileSync(execPath, [file], { cwd: folder, encoding: 'utf8' });
}

test('the packed package extracts from its own fixture site, through its doors', () => {
  const output = runInFolder(`
    import { createGleaner } from 'gleaner';
    import { serveFixtureSite } from 'gleaner/testing';
    const site = await serveFixtureSite();
    const port = new URL(site.url).port;
    const gleaner = createGleaner({ egress: { allowPrivate: ['127.0.0.1/32:' + port] } });
    const { result } = await gleaner.extract({
      url: site.url + '/shop/product/harbour-brass-desk-lamp/',
      prompt: 'name and price',
      schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    });
    await gleaner.close();
    await site.close();
    console.log(JSON.stringify(result));
  `);
  expect(JSON.parse(output)).toEqual({ name: 'Harbour Brass Desk Lamp', price: 89.5 });
});

test('schemas that run in a thread of their own find it in the package', () => {
  const output = runInFolder(`
    import { createGleaner } from 'gleaner';
    import { scriptedModel } from 'gleaner/testing';
    const model = scriptedModel(() => ({ content: { tags: ['a', 'b'] } }));
    const gleaner = createGleaner({ model });
    const schema = { type: 'object', properties: { tags: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^[a-z]+$' } } } };
    const { result } = await gleaner.extract({ html: '<p>a b</p>', prompt: 'tags', schema });
    await gleaner.close();
    console.log(JSON.stringify(result));
  `);
  expect(JSON.parse(output)).toEqual({ tags: ['a', 'b'] });
});

test('importing the package opens nothing: the process ends by itself', () => {
  expect(runInFolder(`await import('gleaner'); console.log('imported');`)).toBe('imported\n');
});

test('the command of the package runs', () => {
  const command = path.join(folder, 'node_modules', 'gleaner', 'dist', 'cli', 'gleaner.js');
  const output = execFileSync(execPath, [command, 'extract', '-', 'the price', '--json'], {
    input: '<h1>Lamp</h1><p>Price: £5.00</p>',
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toMatchObject({ creditsUsed: 5 });
});

test('the package brings no tests, sources or tools along', () => {
  const files = readdirSync(path.join(folder, 'node_modules', 'gleaner'), {
    recursive: true,
    encoding: 'utf8',
  });
  expect(files.filter((file) => /\.test\.|^src\b|^test\b|^bench\b|^scripts\b/.test(file))).toEqual(
    [],
  );
  expect(files).toContain(path.join('fixtures', 'site', 'index.html'));
});
