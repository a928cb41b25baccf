// Generated pages and style sheets: what a real Chromium shows of them must be read, and what it hides must not.

import { Command } from 'commander';
import { exit } from 'node:process';
import { comparePages } from '../test/hidden/compare-pages.ts';
import { createSightOracle } from '../test/hidden/create-oracle.ts';

const options = new Command('fuzz:hidden')
  .description('Compares what is read of generated pages with what Chromium shows of them.')
  .option('--seed <n>', 'of the first page; each page takes the next one', Number, 1)
  .option('--pages <n>', 'pages in all', Number, 300)
  .parse()
  .opts<{ seed: number; pages: number }>();

/** What is wanted of generated sheets. */
const most = { lost: 0.001, passed: 0.01 };

const oracle = await createSightOracle();
const seeds = Array.from({ length: options.pages }, (_, index) => options.seed + index);
const found = await comparePages(oracle, seeds, console.log).finally(() => oracle.close());
const last = options.seed + options.pages - 1;
console.log(`seeds ${options.seed} to ${last}; repeat one page with --seed N --pages 1`);
console.log(toLine('shown and lost', found.lost, found.seen, most.lost));
console.log(toLine('hidden and read', found.passed, found.hidden, most.passed));
console.log(
  `hidden and kept as content that waits: ${found.waiting}; unclear to the eyes, left out: ${found.unclear}`,
);
if (found.lost > most.lost * found.seen || found.passed > most.passed * found.hidden) exit(1);

function toLine(name: string, faults: number, all: number, limit: number): string {
  const share = all === 0 ? 0 : faults / all;
  return `${name}: ${faults} of ${all} words, ${toPercent(share)} (at most ${toPercent(boundOf(faults, all))} at 95 %, wanted ${toPercent(limit)})`;
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** Upper end of Wilson's interval, one-sided. */
function boundOf(faults: number, all: number): number {
  if (all === 0) return 1;
  const z = 1.645;
  const share = faults / all;
  const spread = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  return (share + z ** 2 / (2 * all) + spread) / (1 + z ** 2 / all);
}
