// Generated requests against a served service, in whatever state its accounts are: every answer must keep to the document that the
// server itself serves, and every balance to what the answers say.

import { Command } from 'commander';
import { exit, memoryUsage } from 'node:process';
import { fuzzService } from '../test/http/fuzz/fuzz-service.ts';

const options = new Command('fuzz:http')
  .description('Plays generated requests over HTTP and holds every answer against the contract.')
  .option('--seed <n>', 'the same requests for the same seed', Number, 1)
  .option('--requests <n>', 'requests in all', Number, 20_000)
  .parse()
  .opts<{ seed: number; requests: number }>();

/** What of the heap may be held at the end, as a multiple of what is held after a quarter. */
const maxMemoryRatio = 1.25;

const held: number[] = [];
const startedMs = performance.now();
const { answers, changes } = await fuzzService({
  ...options,
  onProgress: (requests) => {
    globalThis.gc?.();
    held.push(memoryUsage().heapUsed / 1e6);
    if (requests % 1_000 === 0) console.log(`${requests} requests, ${toMemory()}`);
  },
});
const seconds = (performance.now() - startedMs) / 1_000;
for (const [name, count] of [...answers].toSorted(([a], [b]) => a.localeCompare(b))) {
  console.log(`${String(count).padStart(8)}  ${name}`);
}
for (const [name, count] of [...changes].toSorted(([a], [b]) => a.localeCompare(b))) {
  console.log(`${String(count).padStart(8)}  ${name}`);
}
const early = held[Math.floor(held.length / 4)] ?? 0;
const late = held.at(-1) ?? 0;
const ratio = early === 0 ? 1 : late / early;
console.log(
  `seed ${options.seed}: ${options.requests} requests in ${seconds.toFixed(0)} s, none broke the contract; heap after a quarter ${early.toFixed(0)} MB, at the end ${late.toFixed(0)} MB (${ratio.toFixed(2)} ×, at most ${maxMemoryRatio} ×); ${toMemory()}`,
);
if (ratio > maxMemoryRatio) exit(1);

function toMemory(): string {
  const { heapUsed, rss } = memoryUsage();
  return `heap ${(heapUsed / 1e6).toFixed(0)} MB, resident ${(rss / 1e6).toFixed(0)} MB`;
}
