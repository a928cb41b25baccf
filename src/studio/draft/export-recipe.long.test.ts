import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseRecipe } from '../../recipes/format/parse-recipe.ts';
import { toChromeJson, toTypeScript } from './export-recipe.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

const recipe = {
  title: 'Log in `${here}` \u2028',
  variables: { user: 'ada', password: { default: 'canary-4711', secret: true } },
  steps: [
    { type: 'navigate', url: 'https://shop.test/' },
    { type: 'change', selectors: '#user', value: '{{user}}' },
    { type: 'change', selectors: ['#pass', ['my-form', '#pass']], value: '{{password}}' },
    { type: 'customStep', name: 'extract', parameters: { fields: { a: { selectors: ['h1'] } } } },
  ],
};

test('Chrome gets chains of selectors, and no default of a secret', () => {
  const json = toChromeJson(recipe);
  expect(json).not.toContain('canary');
  const steps = (JSON.parse(json) as { steps: { selectors?: unknown }[] }).steps;
  expect(steps.map(({ selectors }) => selectors)).toEqual([
    undefined,
    [['#user']],
    [['#pass'], ['my-form', '#pass']],
    undefined,
  ]);
  expect(parseRecipe(json).steps).toHaveLength(4);
});

test('Chrome gets a place for each click', () => {
  const clicks = [
    { type: 'click', selectors: ['#a'] },
    { type: 'doubleClick', selectors: ['#b'], offsetX: 7, offsetY: 8 },
  ];
  const json = toChromeJson({ title: 'Clicks', steps: clicks });
  expect(JSON.parse(json)).toMatchObject({
    steps: [
      { offsetX: 2, offsetY: 2 },
      { offsetX: 7, offsetY: 8 },
    ],
  });
});

test('the program has the right types, asks for secrets, and runs the recipe', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-export-'));
  try {
    const modules = path.join(folder, 'node_modules');
    mkdirSync(path.join(modules, '@types'), { recursive: true });
    // The program's engine answers with what it was asked for: what a run does is tested where runs are.
    const engine = path.join(modules, 'gleaner');
    mkdirSync(engine);
    writeFileSync(
      path.join(engine, 'package.json'),
      JSON.stringify({
        name: 'gleaner',
        type: 'module',
        exports: { types: './index.d.ts', default: './index.js' },
      }),
    );
    writeFileSync(
      path.join(engine, 'index.d.ts'),
      `export { createGleaner } from ${JSON.stringify(path.join(root, 'src/index.ts'))};`,
    );
    writeFileSync(
      path.join(engine, 'index.js'),
      'export const createGleaner = () => ({ close: async () => {}, runRecipe: async (recipe, options) => ({ result: { pages: [{ items: [{ title: recipe.title, ...options.variables }] }] } }) });',
    );
    for (const name of ['@types/node', 'undici-types', 'zod']) {
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
    }
    writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
    const program = toTypeScript(recipe);
    expect(program).not.toContain('canary');
    writeFileSync(path.join(folder, 'program.ts'), program);
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: path.join(root, 'tsconfig.json'),
        compilerOptions: { noEmit: true, types: ['node'] },
        include: ['program.ts', path.join(root, 'src/**/*.d.ts')],
      }),
    );
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    const { stdout: faults } = await run(tsc, ['-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(faults).toBe('');
    const ask = { cwd: folder, env: { PATH: process.env['PATH'], PASSWORD: 'given' } };
    const { stdout } = await run(process.execPath, ['program.ts'], ask);
    expect(JSON.parse(stdout)).toEqual([{ title: recipe.title, user: 'ada', password: 'given' }]);
    const unset = run(process.execPath, ['program.ts'], { cwd: folder, env: {} });
    await expect(unset).rejects.toThrow(/Set the environment variable PASSWORD/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
