import { readdirSync, readFileSync } from 'node:fs';
import { pid as ownPid } from 'node:process';

/** The processes that descend from one, and the memory that they hold together. */
export interface ChildProcesses {
  readonly ids: readonly number[];
  /** Proportional set size: memory that several processes share counts once. */
  readonly bytes: number;
}

/** Returns the living descendants of a process; none on systems without `/proc`. Takes some milliseconds. */
export function readChildProcesses(of: number = ownPid): ChildProcesses {
  const ids = listDescendants(of);
  return { ids, bytes: ids.reduce((sum, id) => sum + readHeldBytes(id), 0) };
}

function listDescendants(of: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of listProcesses()) {
    const parent = readParent(name);
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const found = new Set([of]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [id, parent] of parents) if (found.has(parent)) found.add(id);
  }
  found.delete(of);
  return [...found];
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    // The system has no /proc.
    return [];
  }
}

/** Returns the parent of a process, `undefined` for one that has ended. Source: proc(5), fields 3 and 4 of stat. */
function readParent(id: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    // It has ended since it was listed.
    return undefined;
  }
}

function readHeldBytes(id: number): number {
  try {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
    const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(rollup) ?? [];
    return Number(kilobytes) * 1_024;
  } catch {
    // It has ended since it was listed.
    return 0;
  }
}
