import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import {
  createConsumer,
  dependencies,
  optionalDependencies,
  packingMs,
} from '../setup/packed-package.ts';

const root = path.join(import.meta.dirname, '../..');
const guide = readFileSync(path.join(root, 'docs/EVALUATION.md'), 'utf8');
const run = promisify(execFile);
const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_NO_WARNINGS: '1' };

let folder: string;

/** A reader's folder with the packed package. */
beforeAll(async () => {
  folder = await createConsumer([...dependencies, ...optionalDependencies]);
}, packingMs);

interface Block {
  readonly kind: string;
  /** The file that it is to be saved as; empty for one that is run. */
  readonly file: string;
  readonly code: string;
  readonly output: string | undefined;
}

function listBlocks(): readonly Block[] {
  const blocks = guide.matchAll(
    /^```(\w+) ?([\w.-]*)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm,
  );
  return [...blocks].map(([, kind = '', file = '', code = '', output]) => ({
    kind,
    file,
    code,
    output,
  }));
}

async function runBlock({ kind, file, code }: Block): Promise<string> {
  const name = file === '' ? 'example.ts' : file;
  if (kind !== 'sh') writeFileSync(path.join(folder, name), code);
  if (kind === 'json') return '';
  const options = { cwd: folder, env: environment };
  if (kind !== 'sh') {
    // `make-pages.ts`, `correct.ts` and `pipelines.ts` are run by the command behind them.
    const isRun = file === '' || file === 'compare.ts';
    return isRun ? (await run(execPath, [name], options)).stdout : '';
  }
  const commands = code
    .replaceAll(/^npm .*$/gm, '')
    .replaceAll(/^npx gleaner /gm, `'${execPath}' node_modules/.bin/gleaner `)
    .replaceAll(/^node /gm, `'${execPath}' `);
  return (await run('/bin/sh', ['-euc', commands], options)).stdout;
}

test('the guide leads from nothing to a comparison, its report and its gate, block by block', async () => {
  const blocks = listBlocks();
  expect(blocks.length).toBeGreaterThan(9);
  for (const block of blocks) {
    const stdout = await runBlock(block);
    for (const line of block.output?.trim().split('\n') ?? []) expect(stdout).toContain(line);
  }
  const report = readFileSync(path.join(folder, 'report.html'), 'utf8');
  expect(report).toContain('“patterns” answers better than “structure”');
});

test('the guide’s gate closes on a loss', async () => {
  const file = path.join(folder, 'pipelines.ts');
  const weaker = readFileSync(file, 'utf8').replace(
    'structure: {}',
    "structure: { call: { excludeTags: ['table'] } }",
  );
  writeFileSync(file, weaker);
  const gate = listBlocks().find(({ code }) => code.includes('--baseline'));
  const failure = runBlock(gate ?? { kind: 'sh', file: '', code: '', output: undefined });
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /Failed: Worse than the earlier result beyond noise: f1 of structure/,
    ),
  });
});

test('the built package draws with libraries that it holds, and brings their licences', () => {
  const built = path.join(folder, 'node_modules/gleaner/dist');
  const code = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(built, name), 'utf8'));
  const outside = code.flatMap((text) =>
    Array.from(text.matchAll(/(?:from|import)\s*["'`]([^."'`][^"'`]*)["'`]/g), ([, name]) => name),
  );
  expect(outside).toContain('zod');
  expect(outside.filter((name) => /plot|xmldom|d3|node_modules/.test(name ?? ''))).toEqual([]);
  const licences = readFileSync(path.join(built, 'evaluation/report/LICENSES.txt'), 'utf8');
  for (const name of ['plot', 'xmldom', 'd3-scale']) expect(licences).toContain(`${name}\n\n`);
});
