import { stderr } from 'node:process';
import { Command } from 'commander';
import { simulateCluster, type ClusterInput } from './cluster/simulate-cluster.ts';
import { toErlangC } from './cluster/to-erlang-c.ts';

/** A day of a cluster that is larger than any machine here: what its runs wait for, and where it ends. */
const options = new Command('simulate:cluster')
  .description('Simulates a day of servers, workers and one database, run by run.')
  .option('--runs <n>', 'runs of the day', Number, 10_000_000)
  .option('--workers <n>', 'workers', Number, 100)
  .option('--slots <n>', 'runs that a worker does at once', Number, 12)
  .option('--run-ms <n>', 'mean time of a run in its slot', Number, 6_000)
  .option('--run-variation <n>', 'its coefficient of variation: 0 fixed, 1 exponential', Number, 1)
  .option('--database-cores <n>', 'cores of the database', Number, 8)
  .option('--database-ms <n>', 'its processor time for a run: see bench:database', Number, 10)
  .option('--notice-ms <n>', 'until a worker hears of a run', Number, 50)
  .option('--worker-life-hours <n>', 'mean time between two deaths of a worker', Number, 24)
  .option('--restart-ms <n>', 'until it works again', Number, 10_000)
  .option('--hours <n>', 'hours of the day, from midnight', Number, 24)
  .option('--seed <n>', 'seed', Number, 1)
  .option('--core-hour <price>', 'price of a core for an hour, memory included', Number, 0.05)
  .option('--worker-cores <n>', 'cores of a worker', Number, 4)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    runs: number;
    workers: number;
    slots: number;
    runMs: number;
    runVariation: number;
    databaseCores: number;
    databaseMs: number;
    noticeMs: number;
    workerLifeHours: number;
    restartMs: number;
    hours: number;
    seed: number;
    coreHour: number;
    workerCores: number;
    json?: boolean;
  }>();

/** Relative calls of each hour: a night, a morning that rises, two peaks around noon. Its peak is 1.6 times its mean. */
const day = [5, 4, 3, 3, 3, 4, 6, 9, 12, 14, 15, 15, 14, 14, 15, 15, 14, 12, 10, 9, 8, 7, 6, 5];
/** Of the database's work for a run: its dispatch, its start, its pages and its end. */
const shares = { dispatch: 0.35, start: 0.15, end: 0.5 };
const hourMs = 3_600_000;

const total = day.reduce((sum, rate) => sum + rate, 0);
const curve = day.slice(0, options.hours);
const runs = Math.round((options.runs * curve.reduce((sum, rate) => sum + rate, 0)) / total);
const input: ClusterInput = {
  seed: options.seed,
  workers: options.workers,
  slotsPerWorker: options.slots,
  durationMs: curve.length * hourMs,
  runs,
  curve,
  runMs: options.runMs,
  runVariation: options.runVariation,
  databaseCores: options.databaseCores,
  databaseMs: {
    dispatch: options.databaseMs * shares.dispatch,
    start: options.databaseMs * shares.start,
    end: options.databaseMs * shares.end,
  },
  noticeMs: options.noticeMs,
  workerLifeMs: options.workerLifeHours * hourMs,
  restartMs: options.restartMs,
};

const peak = Math.max(...curve);
const peakPerSecond = (options.runs * peak) / total / 3_600;
console.log('Assumptions');
print('runs', `${runs.toLocaleString('en')}, up to ${peakPerSecond.toFixed(0)} a second`);
print('curve', `by the hour: ${curve.join(' ')}; calls come independently of one another`);
print('workers', `${options.workers} of ${options.slots} slots`);
print('a run', `${options.runMs} ms in its slot, variation ${options.runVariation}`);
print(
  'database',
  `${options.databaseCores} cores, ${options.databaseMs} ms a run in all: ${Object.entries(shares)
    .map(([name, share]) => `${name} ${share * 100} %`)
    .join(', ')}; no lock is waited for`,
);
print('a worker', `dies every ${options.workerLifeHours} h, is back after ${options.restartMs} ms`);
print('seed', String(options.seed));

const startedMs = performance.now();
const result = simulateCluster(input, (doneMs) => {
  if (stderr.isTTY) stderr.write(`\r${(doneMs / hourMs).toFixed(1)} of ${curve.length} hours `);
});
if (stderr.isTTY) stderr.write('\r\u{1B}[K');

const peakLoad = (peakPerSecond * options.runMs) / 1_000;
const theory = toErlangC(peakLoad, options.workers * options.slots, options.runMs);
const coreHours = (options.workers * options.workerCores + options.databaseCores) * curve.length;
const price = ((coreHours * options.coreHour) / (result.completed / 1e6)).toFixed(2);
console.log('\nResult');
print('completed', result.completed.toLocaleString('en'));
print('failed', `${result.failed.toLocaleString('en')} with ${result.deaths} deaths of workers`);
print('dispatch', describe(result.dispatch));
print('wait for a slot', describe(result.wait));
print('longest queue', `${result.longestQueue.toLocaleString('en')} runs`);
print('slots at work', toShares(result.slotShare, result.busiestSlotShare));
print('database at work', toShares(result.databaseShare, result.busiestDatabaseShare));
print(
  'Erlang C',
  `the busiest hour for ever, without deaths: mean wait ${theory.meanWait.toFixed(1)} ms`,
);
print('price', `${price} a million runs at ${options.coreHour} a core and hour, as provisioned`);
print('simulated in', `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
if (options.json === true) {
  const { dispatch, wait, ...figures } = result;
  const summary = { ...figures, dispatchMs: toSummary(dispatch), waitMs: toSummary(wait) };
  console.log(JSON.stringify({ simulation: 'cluster', input, result: summary }));
}

function print(name: string, text: string): void {
  console.log(`  ${name.padEnd(18)}${text}`);
}

function toSummary(waits: typeof result.wait) {
  return {
    mean: waits.meanMs,
    p50: waits.quantile(0.5),
    p99: waits.quantile(0.99),
    longest: waits.longestMs,
  };
}

function describe(waits: typeof result.wait): string {
  const { mean, p50, p99, longest } = toSummary(waits);
  const [meanText, p50Text, p99Text, longestText] = [mean, p50, p99, longest].map((ms) =>
    ms < 100 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en'),
  );
  return `mean ${meanText} ms, p50 ${p50Text}, p99 ${p99Text}, longest ${longestText}`;
}

function toShares(all: number, busiest: number): string {
  return `${(all * 100).toFixed(0)} %, ${(busiest * 100).toFixed(0)} % in the busiest hour`;
}
