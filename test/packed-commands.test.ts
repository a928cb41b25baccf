import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  createConsumer,
  dependencies,
  optionalDependencies,
  packingMs,
} from './setup/packed-package.ts';
import { servePages } from './support/serve-pages.ts';

const run = promisify(execFile);

test(
  'the commands of START make an account, a key and a server that answers the request as is printed there',
  async () => {
    const pages = await servePages(() => '<title>Example Domain</title><h1>Example Domain</h1>');
    const folder = await createConsumer([...dependencies, ...optionalDependencies]);
    const command = path.join(folder, 'node_modules/.bin/gleaner');
    const data = {
      ...env,
      GLEANER_ALLOW_PRIVATE: '127.0.0.1/32',
      GLEANER_DATA: path.join(folder, 'data'),
    };
    const ask = async (...words: readonly string[]): Promise<Readonly<Record<string, string>>> => {
      const { stdout } = await run(execPath, [command, ...words, '--json'], { env: data });
      return JSON.parse(stdout) as Readonly<Record<string, string>>;
    };
    const { id = '' } = await ask('account', 'create', '--credits', '1000');
    const { key = '' } = await ask('key', 'create', '--account', id, '--label', 'laptop');
    const start = readFileSync(path.join(import.meta.dirname, '../docs/START.md'), 'utf8');
    const blocks = /^```sh\n(KEY=[\s\S]*?)^```\n\n```json\n([\s\S]*?)^```$/m.exec(start) ?? [];
    const [, asking = '', printed = ''] = blocks;

    const serving = spawn(execPath, [command, 'serve', '--port', '0'], { env: data });
    const gone = once(serving, 'exit');
    try {
      const origin = await findOrigin(serving.stdout, serving.stderr);
      const local = asking
        .replace(/^KEY=.*$/m, `KEY=${key}`)
        .replace('http://127.0.0.1:8080', origin)
        .replace('https://example.com', pages.origin);
      const { stdout } = await run('/bin/sh', ['-euc', local]);
      const answer = JSON.parse(printed) as { readonly data: object };
      expect(JSON.parse(stdout)).toEqual({
        ...answer,
        request_id: expect.any(String) as string,
        data: {
          ...answer.data,
          request_id: expect.any(String) as string,
          latency_ms: expect.any(Number) as number,
        },
      });
      expect(answer).toMatchObject({ status: 'completed', credits_used: 5 });
    } finally {
      serving.kill();
      await gone;
      await pages.close();
    }
  },
  packingMs,
);

async function findOrigin(...outputs: readonly NodeJS.ReadableStream[]): Promise<string> {
  return Promise.race(
    outputs.map(async (input) => {
      for await (const line of createInterface({ input })) {
        const [origin] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
        if (origin !== undefined) return origin;
      }
      return new Promise<string>(() => {});
    }),
  );
}
