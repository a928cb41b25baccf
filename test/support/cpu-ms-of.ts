import process from 'node:process';

/** Milliseconds of processor time that the work takes in this thread: what else the machine, and the process, does is left out. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
