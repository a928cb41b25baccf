import { describe, expect, test } from 'vitest';
import { simulateCluster, type ClusterInput } from '../../scripts/cluster/simulate-cluster.ts';
import { toErlangC } from '../../scripts/cluster/to-erlang-c.ts';

/** One part of the cluster alone: the rest takes no time. */
const alone: ClusterInput = {
  seed: 1,
  workers: 1,
  slotsPerWorker: 1,
  durationMs: 10_000_000,
  runs: 200_000,
  curve: [1],
  runMs: 0,
  runVariation: 1,
  databaseCores: 1_000,
  databaseMs: { dispatch: 0, start: 0, end: 0 },
  noticeMs: 0,
  workerLifeMs: Infinity,
  restartMs: 0,
};
/** Milliseconds between two calls. */
const apartMs = alone.durationMs / alone.runs;

const near = (value: number, expected: number): number => Math.abs(value / expected - 1);

describe('Erlang’s C formula', () => {
  test.each([
    [0.5, 1, 0.5, 0.5 / 0.5],
    [2, 3, 4 / 9, 4 / 9],
    [3, 5, 0.236_15, 0.118_08],
  ])('for a load of %d on %d servers gives the known values', (load, servers, waiting, wait) => {
    const theory = toErlangC(load, servers, 1);
    expect(theory.waiting).toBeCloseTo(waiting, 4);
    expect(theory.meanWait).toBeCloseTo(wait, 4);
  });

  test('has no end of waiting where more comes than can be served', () => {
    expect(toErlangC(3, 3, 1).meanWait).toBe(Infinity);
  });
});

describe('the simulation of a cluster', () => {
  test.each([
    [1, 0.7],
    [4, 0.8],
    [20, 0.9],
  ])('waits for one of %d slots at a load of %d as M/M/c does', (slots, share) => {
    const runMs = apartMs * slots * share;
    const { wait, slotShare } = simulateCluster({ ...alone, slotsPerWorker: slots, runMs });
    expect(near(wait.meanMs, toErlangC(slots * share, slots, runMs).meanWait)).toBeLessThan(0.06);
    expect(near(slotShare, share)).toBeLessThan(0.01);
  });

  test('waits half as long when all runs take the same time: M/D/1', () => {
    const runMs = apartMs * 0.7;
    const { wait } = simulateCluster({ ...alone, runMs, runVariation: 0 });
    expect(near(wait.meanMs, (0.7 * runMs) / (2 * (1 - 0.7)))).toBeLessThan(0.04);
  });

  test('waits longer by the square of the variation: Pollaczek and Khinchine', () => {
    const runMs = apartMs * 0.5;
    const { wait } = simulateCluster({ ...alone, runMs, runVariation: 2 });
    expect(near(wait.meanMs, ((0.5 * runMs) / (2 * (1 - 0.5))) * (1 + 2 ** 2))).toBeLessThan(0.1);
  });

  test('dispatches as fast as a database of so many cores answers: M/M/c', () => {
    const databaseMs = { dispatch: apartMs * 3 * 0.8, start: 0, end: 0 };
    const { dispatch, databaseShare } = simulateCluster({ ...alone, databaseCores: 3, databaseMs });
    const { meanWait } = toErlangC(2.4, 3, databaseMs.dispatch);
    expect(near(dispatch.meanMs, databaseMs.dispatch + meanWait)).toBeLessThan(0.05);
    expect(near(databaseShare, 0.8)).toBeLessThan(0.01);
  });

  test('many small workers wait no other than a large one', () => {
    const runMs = apartMs * 20 * 0.9;
    const large = simulateCluster({ ...alone, slotsPerWorker: 20, runMs });
    const small = simulateCluster({ ...alone, workers: 20, runMs });
    expect(near(small.wait.meanMs, large.wait.meanMs)).toBeLessThan(0.1);
  });

  test('the curve decides when calls come', () => {
    const input = { ...alone, slotsPerWorker: 100, runMs: apartMs * 10, curve: [1, 3, 0, 4] };
    const { slotShare, busiestSlotShare, dispatched } = simulateCluster(input);
    expect(near(dispatched, alone.runs)).toBeLessThan(0.02);
    expect(near(busiestSlotShare / slotShare, 2)).toBeLessThan(0.02);
  });

  test('each run ends once, completed or with its worker, and a seed gives the same day again', () => {
    const input: ClusterInput = {
      ...alone,
      runs: 50_000,
      workers: 10,
      slotsPerWorker: 5,
      runMs: 5_000,
      databaseMs: { dispatch: 2, start: 1, end: 3 },
      databaseCores: 2,
      noticeMs: 20,
      workerLifeMs: 1_000_000,
      restartMs: 30_000,
    };
    const first = simulateCluster(input);
    const again = simulateCluster(input);
    const other = simulateCluster({ ...input, seed: 2 });
    expect(first.completed + first.failed).toBe(first.dispatched);
    expect(first.deaths).toBeGreaterThan(50);
    // A worker that dies has about as many runs as its share of all that are under way.
    const underWay = (first.dispatched / input.durationMs) * input.runMs;
    expect(near(first.failed / first.deaths, underWay / input.workers)).toBeLessThan(0.15);
    expect([again.completed, again.failed, again.wait.meanMs]).toEqual([
      first.completed,
      first.failed,
      first.wait.meanMs,
    ]);
    expect(other.wait.meanMs).not.toBe(first.wait.meanMs);
  });
});
