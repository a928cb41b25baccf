import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process, { execPath } from 'node:process';
import { expect, test } from 'vitest';
import { until } from './open-service.ts';

test('a server of the tests ends with them, and its data with it, also when they are killed', async () => {
  const script = `
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('./start-postgres.ts'))};
    const server = await startPostgres();
    console.log(JSON.stringify([server.pid(), server.folder]));
    setInterval(() => {}, 1_000);`;
  const child = spawn(execPath, ['--input-type=module-typescript', '-e', script]);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until(() => said.endsWith('\n'));
  const [pid, folder] = JSON.parse(said) as [number, string];
  expect(existsSync(folder)).toBe(true);
  expect(process.kill(pid, 0)).toBe(true);
  child.kill('SIGKILL');
  await until(() => !existsSync(folder));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
