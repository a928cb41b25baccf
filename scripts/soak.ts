import { exit } from 'node:process';
import { Command } from 'commander';
import { judgeMemory } from '../test/soak/judge-memory.ts';
import { runSoak } from '../test/soak/run-soak.ts';
import { soakFaults } from '../test/soak/soak-faults.ts';
import type { SoakSample } from '../test/soak/take-sample.ts';

const options = new Command('soak')
  .description(
    'Puts a server under a mix of everything for a long time while things go wrong, and prints its memory, its handles and its books.',
  )
  .option('--minutes <n>', 'how long', Number, 120)
  .option('--callers <n>', 'calls under way at once', Number, 4)
  .option('--seed <n>', 'of the mix and the faults', Number, 1)
  .option('--fault-seconds <least-most>', 'time between two faults', '10-60')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ minutes: number; callers: number; seed: number; faultSeconds: string; json?: boolean }>();

const minuteMs = 60_000;
/** Rows of the table. */
const rows = 24;
const [least = 10, most = 60] = options.faultSeconds.split('-').map(Number);
const startedMs = performance.now();
let printed = 0;

console.log('min    rss  heap  ext  browser (processes)  files  threads  loop p99   calls  faults');
const report = await runSoak({
  durationMs: options.minutes * minuteMs,
  callers: options.callers,
  seed: options.seed,
  faultEveryMs: [least * 1_000, most * 1_000],
  sampleEveryMs: 2_000,
  nextFault: (random) => soakFaults[Math.floor(random() * soakFaults.length)],
  onSample(sample, state) {
    const row = Math.floor(((sample.atMs - startedMs) / (options.minutes * minuteMs)) * rows);
    if (row <= printed) return;
    printed = row;
    console.log(
      `${toRow(sample)} ${pad(state.calls, 7)} ${pad(state.faults, 7)}  ${state.lastFault}`,
    );
  },
});

const growths = judgeMemory(report.samples);
for (const { name, early, late, limit, isFlat } of growths) {
  const verdict = isFlat ? 'flat' : 'GROWS';
  console.log(
    `${name.padEnd(28)} ${early.toFixed(1)} -> ${late.toFixed(1)}  (${(late / early).toFixed(2)}, at most ${limit}) ${verdict}`,
  );
}
const { books, lost, orphans, webhooksTwice, exitCode, outcomes, faults, logged, calls } = report;
const isExact = books.told === books.charged && books.held === 0 && books.unbalanced === 0;
console.log(`calls ${calls}: ${list(outcomes)}`);
console.log(`faults: ${list(faults)}`);
console.log(
  `books: told ${books.told}, charged ${books.charged}, held ${books.held}, charged twice ${books.chargedTwice}, unbalanced ${books.unbalanced}`,
);
console.log(
  `lost ${lost}, orphans ${orphans.length === 0 ? 'none' : orphans.join(' ')}, webhooks sent twice ${webhooksTwice}, exit code ${exitCode}, faults logged ${logged.length}`,
);
for (const line of logged.slice(0, 5)) console.log(line);
const isSound =
  isExact && books.chargedTwice + lost + orphans.length + webhooksTwice === 0 && exitCode === 0;
if (options.json === true) {
  const { samples: _, ...rest } = report;
  console.log(JSON.stringify({ soak: { minutes: options.minutes, growths, ...rest } }));
}
exit(isSound && growths.every(({ isFlat }) => isFlat) ? 0 : 1);

function toRow(sample: SoakSample): string {
  const { atMs, rssMb, heapMb, externalMb, browserMb, browserProcesses } = sample;
  const minutes = (atMs - startedMs) / minuteMs;
  return [
    minutes.toFixed(1).padStart(5),
    pad(rssMb, 5),
    pad(heapMb, 5),
    pad(externalMb, 4),
    pad(browserMb, 8),
    `(${browserProcesses})`.padEnd(11),
    pad(sample.files, 6),
    pad(sample.threads, 8),
    `${sample.loopP99Ms.toFixed(0)} ms`.padStart(9),
  ].join(' ');
}

function pad(value: number, width: number): string {
  return value.toFixed(0).padStart(width);
}

function list(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
