import process from 'node:process';
import { cpuMsOf } from './cpu-ms-of.ts';

const entries = Array.from({ length: 10_000 }, (_, at) => ({ at, text: `entry ${at}` }));
let unitMs: number | undefined;

/**
 * What the work costs, as a multiple of a fixed piece of work that is measured in the same process (some 8 ms of a processor of
 * 2024): whatever the machine is, and whatever else it does. Work that grows with the square of its input takes minutes where
 * these tests use it, so that limits can be ten times and more of what is usual.
 */
export function workRatioOf(work: () => void): number {
  return toWorkRatio(cpuMsOf(work));
}

/** The same for work that is waited for; what else the process does meanwhile counts. */
export async function workRatioOfAsync(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return toWorkRatio((user + system) / 1_000);
}

function toWorkRatio(ms: number): number {
  unitMs ??= Math.max(1, ...[1, 2, 3].map(() => cpuMsOf(unitOfWork)));
  return ms / unitMs;
}

function unitOfWork(): void {
  for (let round = 0; round < 2; round += 1) JSON.parse(JSON.stringify(entries));
}
