import path from 'node:path';
import { expect, test } from 'vitest';
import { runTenantTrial } from './tenant/run-tenant-trial.ts';

/** The short form of `npm run trial:tenant`: counts and conditions alone, since a busy machine says nothing about speed. */
test('beside a hostile account an honest one is answered, its schedule runs, and the server stops and starts', async () => {
  const report = await runTenantTrial({
    command: path.join(import.meta.dirname, '..', 'src', 'cli', 'gleaner.ts'),
    windowMs: 6_000,
    windows: 1,
    callers: 6,
    pauseMs: 10,
    seed: 20,
    cron: '*/3 * * * * *',
    // Both are tried: what an account may do, and what is more than that.
    isEnough: (tried) =>
      ['200', '429'].every((status) => (tried.hostile[status] ?? 0) > 0) && tried.deeds.length > 10,
    onProgress: () => {},
  });
  const { alone, beside, ticks, restart } = report;
  expect([alone.failed, beside.failed]).toEqual([0, 0]);
  expect(Math.min(alone.count, beside.count)).toBeGreaterThan(0);
  expect(ticks.run).toBeGreaterThan(0);
  expect(ticks.missed).toBe(0);
  expect(restart.exitCode).toBe(0);
});
