import { setTimeout as sleep } from 'node:timers/promises';
import { trialFaults, type FaultContext, type TrialFault } from './trial-faults.ts';

/** How often and for how long things go wrong. */
export interface DisturbOptions {
  /** Least time, in milliseconds. */
  readonly durationMs: number;
  /** Each fault comes so many times at least. */
  readonly timesEach: number;
  /** Least and most milliseconds between two faults. */
  readonly faultEveryMs: readonly [least: number, most: number];
  readonly onProgress: (line: string) => void;
}

/** Causes one fault after the other, without waiting for those that last, until each came often enough; resolves to how often. */
export async function disturbCluster(
  { timesEach, durationMs, faultEveryMs: [least, most], onProgress }: DisturbOptions,
  context: FaultContext,
): Promise<Readonly<Record<string, number>>> {
  const { random } = context;
  const counts: Record<string, number> = Object.fromEntries(
    trialFaults.map(({ name }) => [name, 0]),
  );
  const underWay = new Set<Promise<unknown>>();
  const startedMs = performance.now();
  const isEnough = (): boolean =>
    performance.now() - startedMs >= durationMs &&
    Object.values(counts).every((count) => count >= timesEach);
  /** What could be done to no process did not come. */
  async function cause(fault: TrialFault): Promise<void> {
    if (!(await fault.cause(context))) counts[fault.name] = (counts[fault.name] ?? 0) - 1;
  }
  while (!isEnough()) {
    const fewest = Math.min(...Object.values(counts));
    const next = trialFaults.filter(({ name }) => (counts[name] ?? 0) <= fewest + 1);
    const fault = next[Math.floor(random() * next.length)];
    if (fault === undefined) throw new Error('There are no faults.');
    counts[fault.name] = (counts[fault.name] ?? 0) + 1;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    onProgress(`${seconds} s: ${fault.name}`);
    const work = cause(fault);
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    await sleep(least + random() * (most - least));
  }
  await Promise.all(underWay);
  return counts;
}
