import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { createService, postgresStore } from '../src/service/index.ts';
import { startPostgres } from './support/start-postgres.ts';
import { until } from './support/open-service.ts';

const script = path.join(import.meta.dirname, '..', 'src', 'cli', 'gleaner.ts');
const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

/** A command of its own process, with what it prints. */
function start(line: string, environment: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(execPath, [script, ...line.split(' ')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: env['PATH'], ...environment },
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const [output, messages]: [string[], string[]] = [[], []];
  for (const [stream, lines] of [
    [child.stdout, output],
    [child.stderr, messages],
  ] as const) {
    if (stream !== null) createInterface(stream).on('line', (text) => lines.push(text));
  }
  closings.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, output, messages };
}

/** The key of a new account. */
async function createKey(connectionString: string): Promise<string> {
  await using store = postgresStore({ connectionString });
  await using service = createService({ store });
  const { id: account } = await service.accounts.create({ credits: 5 });
  const { key } = await service.keys.create({ account, label: 'test' });
  return key;
}

test('serve and worker wait for a database that is away, survive its restarts, and end by a drain', async () => {
  const server = await startPostgres();
  closings.push(() => server.remove());
  const url = new URL(server.url);
  url.password = 'hunter2';
  const environment = { DATABASE_URL: url.href };
  await server.stop();

  const serving = start('serve --port 0 --no-worker --json', environment);
  const working = start('worker --concurrency 1 --json', environment);
  const listening = await until(() => serving.output[0]);
  const { origin } = new URL((JSON.parse(listening) as { readonly url: string }).url);
  const ask = async (place: string) => {
    const { statusCode, headers, body } = await request(`${origin}${place}`, {
      headers: { 'x-api-key': key },
    });
    await body.dump();
    return { status: statusCode, retryAfter: headers['retry-after'] };
  };
  let key = `svc_live_${'0'.repeat(32)}`;
  const isWaiting = ({ messages }: typeof serving) =>
    messages.some((text) => text.includes('"event":"waiting"'));
  await until(() => isWaiting(serving) && isWaiting(working));
  expect(await until(() => working.output[0])).toBe('{"status":"working"}');
  expect(await ask('/healthz')).toMatchObject({ status: 200 });
  expect(await ask('/readyz')).toMatchObject({ status: 503 });

  await server.start();
  await until(async () => (await ask('/readyz')).status === 200);
  await until(() => working.messages.some((text) => text.includes('"event":"started"')));
  key = await createKey(url.href);
  expect(await ask('/v1/smartbrowse/usage')).toMatchObject({ status: 200 });

  await server.stop();
  expect(await ask('/v1/smartbrowse/usage')).toEqual({ status: 502, retryAfter: '5' });
  await until(async () => (await ask('/readyz')).status === 503);
  await server.start();
  await until(async () => (await ask('/readyz')).status === 200);
  expect(await ask('/v1/smartbrowse/usage')).toMatchObject({ status: 200 });

  for (const { child, ended } of [serving, working]) {
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
  const printed = [serving, working].flatMap(({ output, messages }) => [...output, ...messages]);
  expect(printed.join('\n')).not.toContain('hunter2');
});
