import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { expect, test } from 'vitest';
import { readChildProcesses } from './metrics.ts';

test('finds the children of children, with their memory, until they end', async () => {
  const grandchild = `process.stdout.write('up'); setInterval(() => {}, 1000);`;
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' });`;
  const child = spawn(execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const { pid = 0 } = child;
  const of = readChildProcesses();
  const [grandchildId = 0] = readChildProcesses(pid).ids;
  expect(of.ids).toEqual(expect.arrayContaining([pid, grandchildId]));
  expect(readChildProcesses(pid).bytes).toBeGreaterThan(1_000_000);
  const closed = once(child, 'close');
  process.kill(grandchildId, 'SIGKILL');
  child.kill('SIGKILL');
  await closed;
  expect(readChildProcesses().ids).not.toContain(pid);
});
