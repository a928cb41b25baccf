import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of `/proc` a second on Linux. */
const ticksPerSecond = 100;

/**
 * Processor time in milliseconds that a PostgreSQL server on this machine has used, its ended processes included; Linux only.
 */
export function readPostgresCpuMs(postmaster: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  let ticks = 0;
  for (const pid of pids) {
    const fields = readStat(pid);
    // State, parent, … as `proc(5)` counts them from the closing parenthesis of the name on.
    const isServer = Number(pid) === postmaster;
    if (!isServer && Number(fields[1]) !== postmaster) continue;
    const own = Number(fields[11]) + Number(fields[12]);
    const children = isServer ? Number(fields[13]) + Number(fields[14]) : 0;
    ticks += own + children;
  }
  return (ticks * 1_000) / ticksPerSecond;
}

function readStat(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    // The process has ended.
    return [];
  }
}
