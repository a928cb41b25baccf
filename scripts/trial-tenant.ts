import path from 'node:path';
import { exit } from 'node:process';
import { Command } from 'commander';
import { runTenantTrial } from '../test/tenant/run-tenant-trial.ts';

const options = new Command('trial:tenant')
  .description(
    'Puts a hostile account beside an honest one on a server, and holds the honest one’s answers, its schedule, a restart and the memory against what they may be.',
  )
  .option('--minutes <n>', 'of both windows together', Number, 10)
  .option('--seed <n>', 'of what the hostile account does', Number, 1)
  .option('--callers <n>', 'requests of the hostile account at once', Number, 8)
  .option('--pause <ms>', 'between two requests of one of them', Number, 20)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ minutes: number; seed: number; callers: number; pause: number; json?: boolean }>();

/** Long enough for the hostile account to use up its minute, and short enough for the machine to be the same in both. */
const windowMs = 30_000;
/** Twice as long as alone; below that a scheduler of two processors decides. */
const mostTimes = 2;
const leastMs = 20;
const mostRestartMs = 5_000;
const mostMb = 1_024;

const { minutes, seed, callers, pause: pauseMs } = options;
const report = await runTenantTrial({
  command: path.join(import.meta.dirname, '..', 'dist', 'cli', 'gleaner.js'),
  windowMs: Math.min(windowMs, (minutes * 60_000) / 2),
  windows: Math.max(1, Math.round((minutes * 60_000) / (2 * windowMs))),
  callers,
  pauseMs,
  seed,
  cron: '0 * * * * *',
  onProgress: (line) => console.error(line),
});

const { alone, beside, ticks, restart, memory } = report;
const judged = {
  'p99 beside is at most twice that alone':
    beside.p99Ms <= mostTimes * Math.max(alone.p99Ms, leastMs),
  'nothing of the honest account failed': alone.failed + beside.failed === 0,
  'no tick was missed': ticks.missed === 0 && ticks.latestMs < mostRestartMs,
  'it stopped in 5 s': restart.exitCode === 0 && restart.stopMs <= mostRestartMs,
  'it started in 5 s': restart.startMs <= mostRestartMs,
  'memory is bounded': memory.mostMb <= mostMb,
};
console.log(report);
for (const [name, isSo] of Object.entries(judged)) console.log(`${isSo ? 'ok ' : 'NOT'} ${name}`);
const isSound = Object.values(judged).every(Boolean);
if (options.json === true) {
  console.log(JSON.stringify({ trial: 'tenant', seed, isSound, judged, ...report }));
}
exit(isSound ? 0 : 1);
