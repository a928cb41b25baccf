import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { serveScriptedModel } from '../test-kit/index.ts';
import { createConsumer, packingMs } from './setup/packed-package.ts';
import { servePages } from './support/serve-pages.ts';

const root = path.join(import.meta.dirname, '..');
const guide = readFileSync(path.join(root, 'docs/TESTING.md'), 'utf8');

/** A block of the guide whose fence names a runner is a whole test file. */
function listBlocks(runner: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`ts ${runner}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...guide.matchAll(fence)].map(([, code = '']) => code);
}

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

async function run(folder: string, args: readonly string[], isOffline: boolean): Promise<Ran> {
  const refuse = path.join(root, 'test/setup/refuse-network.ts');
  const child = spawn(execPath, args, {
    cwd: folder,
    env: {
      ...process.env,
      CI: String(isOffline),
      NO_COLOR: '1',
      // The suite of fetchers brings a server of its own, so it runs with the network.
      NODE_OPTIONS: isOffline ? `--import ${refuse}` : '',
      // A runner that finds those of another around it runs nothing.
      NODE_TEST_CONTEXT: undefined,
      VITEST: undefined,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, output: stdout + stderr };
}

let folder: string;

beforeAll(async () => {
  folder = await createConsumer();
}, packingMs);

test('every test of the guide passes: the first time it records, then it replays without network and model', async () => {
  const pages = await servePages(() => '<title>Example Domain</title><h1>Example Domain</h1>');
  const model = await serveScriptedModel(() => ({ content: { title: 'Example Domain' } }));
  mkdirSync(path.join(folder, 'test'));
  const files: Record<string, string[]> = { vitest: [], 'node:test': [] };
  for (const [runner, names] of Object.entries(files)) {
    for (const [index, code] of listBlocks(runner).entries()) {
      const name = `test/${runner.replace(':', '-')}-${index}.test.ts`;
      const local = code
        .replaceAll('https://example.com', pages.origin)
        .replaceAll('http://127.0.0.1:11434/v1', model.url)
        .replaceAll('redesigns: 20', 'redesigns: 1')
        .replaceAll(
          /(cassette\((?:'[^']+'|file), \{)/g,
          `$1 egress: { allowPrivate: ['127.0.0.1/32'] }, `,
        );
      writeFileSync(path.join(folder, name), local);
      names.push(name);
    }
  }
  const { vitest = [], 'node:test': nodeTest = [] } = files;
  expect([vitest.length, nodeTest.length]).toEqual([5, 2]);
  const runner = path.join(root, 'node_modules/vitest/vitest.mjs');

  const recorded = await run(folder, [runner, 'run', '--testTimeout=60000', ...vitest], false);
  expect(recorded.output).toContain('Test Files  5 passed');
  const recordedByNode = await run(folder, ['--test', ...nodeTest], false);
  expect(recordedByNode.output).toMatch(/fail 0\b/);
  for (const name of ['title', 'pdf', 'mood', 'headings']) {
    expect(existsSync(path.join(folder, `test/cassettes/${name}.har`))).toBe(true);
  }
  const { length } = model.requests;
  await pages.close();
  await model.close();

  const offline = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !readFileSync(path.join(folder, name), 'utf8').includes('Contract'));
  const replayed = await run(
    folder,
    [runner, 'run', '--testTimeout=60000', ...offline(vitest)],
    true,
  );
  expect(replayed.output).toContain('Test Files  4 passed');
  const replayedByNode = await run(folder, ['--test', ...offline(nodeTest)], true);
  expect(replayedByNode.output).toMatch(/pass 1\n[\s\S]*fail 0\b/);
  expect([length, model.requests.length]).toEqual([1, 1]);
});
