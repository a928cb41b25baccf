import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fetch } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'studio-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Runs the command until `use` has done with what it printed first. */
async function run(
  argv: readonly string[],
  use: (printed: string) => Promise<void> = async () => {},
): Promise<{ readonly code: number; readonly messages: string }> {
  const interruption = new AbortController();
  const { promise: printed, resolve } = Promise.withResolvers<string>();
  let messages = '';
  const running = runCommand(['studio', ...argv], {
    environment: {},
    input: Readable.from([]),
    output: { write: (text) => resolve(String(text)) },
    messages: { write: (text) => (messages += String(text)) },
    signal: interruption.signal,
  });
  await Promise.race([printed.then(use), running]);
  interruption.abort(new Error('interrupted'));
  return { code: await running, messages };
}

test('the studio opens on loopback by an address that works once, on the recipe that was named', async () => {
  const file = path.join(folder, 'lamps.json');
  await writeFile(file, JSON.stringify({ title: 'Lamps', steps: [] }));
  const { messages } = await run([file, '--json'], async (printed) => {
    const { url } = JSON.parse(printed) as { readonly url: string };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    const { origin } = new URL(url);
    const entered = await fetch(url, { redirect: 'manual' });
    const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const ask = async (call: string) =>
      (await fetch(`${origin}/api/${call}`, { headers: { cookie } })).json();
    expect(await ask('start')).toEqual({ recipe: 'lamps', owner: 'token' });
    expect(await ask('recipes')).toMatchObject({ recipes: [{ id: 'lamps', title: 'Lamps' }] });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(401);
  });
  expect(messages).toContain(folder);
});

test('--demo opens the studio on a shop that it serves and may reach', async () => {
  await run(['--demo', '--folder', folder, '--json'], async (printed) => {
    const { url } = JSON.parse(printed) as { readonly url: string };
    const { origin } = new URL(url);
    const entered = await fetch(url, { redirect: 'manual' });
    const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const call = (method: string, path: string, body?: object) =>
      fetch(`${origin}/api${path}`, {
        method,
        headers: { cookie, origin, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const start = (await (await call('GET', '/start')).json()) as { readonly url: string };
    expect(await (await fetch(start.url)).text()).toContain('60 products');
    expect((await call('POST', '/session', { url: start.url })).status).toBe(200);
  });
});

test.each([
  [['--demo', 'https://shop.example/'], '--demo begins with its own shop'],
  [['missing.json'], 'Cannot read the recipe "missing.json": there is no such file.'],
  [['--port', '99999'], 'Expected a port from 0 to 65535.'],
])('%j is wrong usage', async (argv, reason) => {
  const { code, messages } = await run(argv);
  expect(code).toBe(2);
  expect(messages).toContain(reason);
});
