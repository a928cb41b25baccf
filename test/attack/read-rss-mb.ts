import { readFileSync } from 'node:fs';

/** Resident memory of a process in megabytes, as Linux shows it; `NaN` for a process that has ended, and on other systems. */
export function readRssMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1_000_000;
  } catch {
    return Number.NaN;
  }
}
