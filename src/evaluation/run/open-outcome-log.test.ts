import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparePipelines } from '../compare-pipelines.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { PipelineDefinition } from '../pipelines/to-pipelines.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gleaner-outcomes-'));
});
afterAll(() => rm(folder, { recursive: true }));

function makeCases(count: number): readonly EvaluationCase[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `case-${index}`,
    url: 'https://shop.example/',
    body: new TextEncoder().encode(`<p>${index}</p>`),
    prompt: 'The number',
    expected: { number: index },
  }));
}

/** How many cases a call runs, beside the warnings of its result. */
async function compare(
  outcomes: string,
  count: number,
  options: Readonly<Record<string, unknown>> = {},
) {
  let asked = 0;
  const counting: PipelineDefinition = {
    options,
    run: ({ expected }) => {
      asked += 1;
      return expected;
    },
  };
  const result = await comparePipelines({
    cases: makeCases(count),
    pipelines: { counting },
    metrics: [],
    outcomes,
  });
  return { asked, result };
}

test('a comparison that was killed goes on from the outcomes it has, and loses none', async () => {
  const outcomes = path.join(folder, 'killed.jsonl');
  const script = path.join(folder, 'compare.mjs');
  await writeScript(
    script,
    outcomes,
    'onProgress: ({ done }) => { if (done >= 30) process.stdout.write(`${done}\\n`); },',
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'close');
  const least = Number(told.toString().split('\n')[0]);
  // As a kill in the middle of a line leaves it.
  await appendFile(outcomes, '{"pipeline":"counting","case":"case-399","digest":"00');
  const before = (await readFile(outcomes, 'utf8')).split('\n').slice(0, -1);
  expect(before.length).toBeGreaterThanOrEqual(least);

  await writeScript(script, outcomes, '');
  await once(spawn(process.execPath, [script], { stdio: 'inherit' }), 'close');
  const after = (await readFile(outcomes, 'utf8')).split('\n');
  expect(after.pop()).toBe('');
  expect(after.slice(0, before.length)).toEqual(before);
  const ids = after.map((line) => (JSON.parse(line) as { readonly case: string }).case);
  expect(new Set(ids).size).toBe(400);
  expect(ids).toHaveLength(400);
});

test('outcomes are taken where case and options are the same, and the others run again, which is told', async () => {
  const file = path.join(folder, 'again.jsonl');
  expect((await compare(file, 5)).asked).toBe(5);
  const same = await compare(file, 6);
  expect({ asked: same.asked, warnings: same.result.warnings }).toEqual({ asked: 1, warnings: [] });
  const other = await compare(file, 6, { budget: 2 });
  expect(other.asked).toBe(6);
  expect(other.result.warnings).toEqual([
    expect.stringContaining('6 outcomes of the file were not taken, and their cases run again'),
  ]);
  // The last outcome of a case is the one that counts.
  expect((await compare(file, 6, { budget: 2 })).asked).toBe(0);
});

test('a failed case is not run again, but for one whose service could not be reached', async () => {
  const file = path.join(folder, 'failed.jsonl');
  let asked = 0;
  const failing: PipelineDefinition = {
    run: ({ id }) => {
      asked += 1;
      throw id === 'case-0' ? Object.assign(new Error('No lamp')) : new TypeError('Another fault');
    },
  };
  const input = { cases: makeCases(2), pipelines: { failing }, metrics: [], outcomes: file };
  await comparePipelines(input);
  await comparePipelines(input);
  expect(asked).toBe(2);
  const lines = await readFile(file, 'utf8');
  await writeFile(file, lines.replace('"code":"pipeline_failed"', '"code":"service_unavailable"'));
  await comparePipelines(input);
  expect(asked).toBe(3);
});

test('a file of other things is refused by line, and stays as it is', async () => {
  const file = path.join(folder, 'notes.txt');
  const contents = ['my notes', 'a line\n{"pipeline":"x"}\n', '{"pipeline":7}\n', '[]\n'];
  for (const content of contents) {
    await writeFile(file, content);
    await expect(compare(file, 1)).rejects.toThrow(
      /holds other things than outcomes[\s\S]*notes\.txt:1: /,
    );
    expect(await readFile(file, 'utf8')).toBe(content);
  }
});

test('a disk that is full is told with the file, and what was written is gone on from', async () => {
  const outcomes = path.join(folder, 'full.jsonl');
  const script = path.join(folder, 'full.mjs');
  await writeScript(script, outcomes, '');
  // No file may grow beyond 4 KB: that is some 20 lines, and the beginning of one.
  const limited = ['-c', 'ulimit -f 4 && exec "$0" "$1"', process.execPath, script];
  const child = spawn('bash', limited, { stdio: ['ignore', 'ignore', 'pipe'] });
  const messages = await text(child.stderr);
  expect(messages).toContain(`Cannot write to the file of outcomes "${outcomes}"`);
  const torn = await readFile(outcomes, 'utf8');
  expect(torn.endsWith('\n')).toBe(false);
  await once(spawn(process.execPath, [script], { stdio: 'inherit' }), 'close');
  const after = await readFile(outcomes, 'utf8');
  expect(after.startsWith(torn.slice(0, torn.lastIndexOf('\n') + 1))).toBe(true);
  expect(after.trim().split('\n')).toHaveLength(400);
});

/** A program that compares 400 cases and is told of each. */
function writeScript(script: string, outcomes: string, onProgress: string): Promise<void> {
  const door = path.join(import.meta.dirname, '..', 'index.ts');
  return writeFile(
    script,
    `import { comparePipelines } from ${JSON.stringify(door)};
    const cases = Array.from({ length: 400 }, (_, index) => ({
      id: \`case-\${index}\`,
      url: 'https://shop.example/',
      body: new TextEncoder().encode(\`<p>\${index}</p>\`),
      prompt: 'The number',
      expected: { number: index },
    }));
    await comparePipelines({
      cases,
      metrics: [],
      concurrency: 4,
      outcomes: ${JSON.stringify(outcomes)},
      pipelines: { counting: ({ expected }) => expected },
      ${onProgress}
    });`,
  );
}
