import { exit } from 'node:process';
import { Command } from 'commander';
import { runClusterTrial } from '../test/cluster/run-cluster-trial.ts';

const options = new Command('trial:cluster')
  .description(
    'Puts servers and workers on one PostgreSQL under load while processes are killed and stopped, the database is restarted and workers are cut off from it; then holds the books against what clients were told.',
  )
  .option('--minutes <n>', 'of load', Number, 10)
  .option('--seed <n>', 'of the load and the faults', Number, 1)
  .option('--servers <n>', 'processes that serve', Number, 3)
  .option('--workers <n>', 'processes that work on runs', Number, 3)
  .option('--callers <n>', 'clients at once', Number, 6)
  .option('--times <n>', 'each fault, at least', Number, 10)
  .option('--fault-seconds <least-most>', 'time between two faults', '5-13')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    minutes: number;
    seed: number;
    servers: number;
    workers: number;
    callers: number;
    times: number;
    faultSeconds: string;
    json?: boolean;
  }>();

const [least = 5, most = 13] = options.faultSeconds.split('-').map(Number);
const { servers, workers, callers, seed } = options;
const report = await runClusterTrial({
  servers,
  workers,
  callers,
  seed,
  durationMs: options.minutes * 60_000,
  timesEach: options.times,
  faultEveryMs: [least * 1_000, most * 1_000],
  stopMs: 30_000,
  cutMs: 40_000,
  onProgress: (line) => console.error(line),
});

const { audit, faults, counts, quietAfterSeconds, wrong, logged } = report;
print('what came', counts);
print('faults', faults);
print('must be 0', audit);
console.log(`quiet after ${quietAfterSeconds.toFixed(1)} s; seed ${seed}`);
for (const line of wrong.slice(0, 10)) console.log(`wrong: ${line}`);
for (const line of logged.slice(0, 10)) console.log(`logged: ${line}`);
const isSound = Object.values(audit).every((found) => found === 0);
if (options.json === true) {
  console.log(
    JSON.stringify({ trial: 'cluster', seed, isSound, ...report, logged: logged.length }),
  );
}
exit(isSound ? 0 : 1);

function print(title: string, figures: Readonly<Record<string, number>>): void {
  console.log(`\n${title}`);
  for (const [name, figure] of Object.entries(figures)) {
    console.log(`  ${name.padEnd(48)} ${figure}`);
  }
}
