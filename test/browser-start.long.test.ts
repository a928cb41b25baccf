import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** A network namespace with loopback alone, as containers without a network have it; needs rights that not every machine gives. */
const loopbackAlone = ['unshare', '--map-root-user', '--net', 'sh', '-c'];
const canIsolate =
  spawnSync('unshare', [...loopbackAlone.slice(1), 'ip link set lo up']).status === 0;

test('a browser starts where loopback is the only network, which most such starts once did not', async () => {
  const script = path.join(import.meta.dirname, 'servers/browser-process.ts');
  const command = `"${process.execPath}" "${script}" 3`;
  const [program = '', ...args] = canIsolate
    ? [...loopbackAlone, `ip link set lo up && ${command}`]
    : ['sh', '-c', command];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const texts = JSON.parse(await text(child.stdout)) as string[];
  expect(texts).toHaveLength(3);
  for (const rendered of texts) expect(rendered).toContain('<p>rendered</p>');
});
