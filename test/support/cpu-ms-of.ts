import process from 'node:process';

/** Milliseconds of processor time that the work takes in this process: what else the machine does is left out. */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
