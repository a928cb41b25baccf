import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';

/**
 * Runs test files many times beside a process that keeps a core busy, and tells how often they failed.
 *
 *   npm run test:flaky -- FILE [FILE …] [--times 10]
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '10' } },
});
const times = Number(values.times);
if (positionals.length === 0 || !Number.isInteger(times) || times < 1) {
  console.error('Usage: npm run test:flaky -- FILE [FILE …] [--times N]');
  process.exit(2);
}

const busy = spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' });
process.once('exit', () => busy.kill('SIGKILL'));
process.once('SIGINT', () => process.exit(130));

let failed = 0;
for (let time = 1; time <= times; time += 1) {
  const startedMs = performance.now();
  const run = spawnSync('vitest', ['run', ...positionals], { encoding: 'utf8' });
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  console.log(`${time}/${times} ${run.status === 0 ? 'passed' : 'FAILED'} (${seconds} s)`);
  if (run.status === 0) continue;
  failed += 1;
  console.log(`${run.stdout}${run.stderr}`);
}
console.log(`${failed} of ${times} runs failed`);
process.exit(failed === 0 ? 0 : 1);
