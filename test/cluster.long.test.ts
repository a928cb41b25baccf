import { describe, expect, test } from 'vitest';
import { countBeyondMinute } from './cluster/audit-trial.ts';
import { runClusterTrial } from './cluster/run-cluster-trial.ts';

/** The short form of `npm run trial:cluster`; both pauses are longer than the database waits for a process. */
test('servers and workers lose and repeat nothing while they are killed, stopped and cut off, and the database restarts', async () => {
  const report = await runClusterTrial({
    servers: 2,
    workers: 2,
    callers: 2,
    seed: 16,
    durationMs: 0,
    timesEach: 2,
    faultEveryMs: [500, 2_500],
    stopMs: 22_000,
    cutMs: 24_000,
    onProgress: () => {},
  });
  const { audit, wrong, faults, counts } = report;
  expect({ wrong, ...audit }).toEqual({
    wrong: [],
    ...Object.fromEntries(Object.keys(audit).map((name) => [name, 0])),
  });
  expect(Object.values(faults).every((times) => times >= 2)).toBe(true);
  // The load was there, and met its limits.
  for (const name of ['scrape 200', 'smartscraper 200', 'smartbrowse 202', 'scrape rate_limited']) {
    expect(counts).toHaveProperty([name]);
  }
}, 600_000);

const at = (fromMs: number, toMs = fromMs + 10) => ({ fromMs, toMs });

describe('the audit', () => {
  test('counts the requests that certainly began in one minute beyond the limit', () => {
    const spans = [at(0), at(10_000), at(59_000), at(59_995)];
    expect(countBeyondMinute(spans, 3)).toBe(0);
    expect(countBeyondMinute(spans, 2)).toBe(1);
    expect(countBeyondMinute([...spans, at(30_000)], 2)).toBe(2);
  });

  test('counts no request that may have begun in the next minute', () => {
    expect(countBeyondMinute([at(0), at(1, 70_000)], 1)).toBe(0);
  });
});
