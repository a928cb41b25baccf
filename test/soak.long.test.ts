import { describe, expect, test } from 'vitest';
import { judgeMemory } from './soak/judge-memory.ts';
import { runSoak } from './soak/run-soak.ts';
import { soakFaults } from './soak/soak-faults.ts';
import type { SoakSample } from './soak/take-sample.ts';

/** One of each kind. */
const faults = [
  'browser killed',
  'model broken',
  'clients leave',
  'store locked',
  'process paused',
  'site garbage',
];

/** The short form of `npm run soak`: too short to judge memory, long enough for these faults and a kill. */
test('nothing is lost or charged wrongly while things go wrong, and nothing is left behind', async () => {
  const left = soakFaults.filter(({ name }) => faults.includes(name));
  const report = await runSoak({
    durationMs: Infinity,
    callers: 3,
    seed: 20,
    faultEveryMs: [200, 800],
    sampleEveryMs: 1_000,
    nextFault: () => left.pop(),
    onSample: () => {},
  });
  expect(report.books).toEqual({
    told: report.books.told,
    charged: report.books.told,
    held: 0,
    unbalanced: 0,
    chargedTwice: 0,
  });
  expect(report.books.told).toBeGreaterThan(0);
  expect(report).toMatchObject({ lost: 0, webhooksTwice: 0, exitCode: 0, orphans: [], logged: [] });
  expect(Object.keys(report.faults).toSorted()).toEqual(faults.toSorted());
}, 300_000);

const sample = (rssMb: number): SoakSample => ({
  atMs: 0,
  rssMb,
  heapMb: 50,
  externalMb: 5,
  browserMb: 200,
  browserProcesses: 9,
  files: 60,
  threads: 14,
  loopP99Ms: 10,
});

const judge = (levels: readonly number[]): boolean | undefined =>
  judgeMemory(levels.map(sample)).find(({ name }) => name.startsWith('resident'))?.isFlat;

describe('what grows', () => {
  test('is told from what only warms up', () => {
    const warming = Array.from({ length: 100 }, (_, at) => 400 + Math.min(at, 25) * 8);
    expect(judge(warming)).toBe(true);
    const growing = Array.from({ length: 100 }, (_, at) => 400 + at * 2);
    expect(judge(growing)).toBe(false);
  });

  test('is not seen in samples that only jump', () => {
    expect(judge(Array.from({ length: 100 }, (_, at) => 400 + (at % 7) * 30))).toBe(true);
  });
});
