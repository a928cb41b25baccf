import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** Of a process that has been told to end: a busy machine gets to it late. */
const mostMsToEnd = 30_000;

/** Resolves once they have ended, which they are told at once; one that ended meanwhile is no fault. */
export async function endProcesses(processes: readonly RunningProcess[]): Promise<void> {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  const untilMs = performance.now() + mostMsToEnd;
  while (processes.some(isRunning) && performance.now() < untilMs) await sleep(20);
}

/** One that nobody collects is there until its parent does. */
function isRunning({ pid }: RunningProcess): boolean {
  const stat = readProcessFile(String(pid), 'stat');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

/**
 * Those that name the folder in their command or their environment, without this process's own children, which are vitest's
 * workers, and without the server, whose watchdog ends it with this process.
 */
export function listProcessesOf(folder: string): readonly RunningProcess[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = readProcessFile(name, 'cmdline').replaceAll('\0', ' ').trim();
      const isOfRun = `${command}\0${readProcessFile(name, 'environ')}`.includes(folder);
      const isServer = /postgres/.test(command);
      const isWorker = findParent(name) === process.pid;
      return isOfRun && !isServer && !isWorker
        ? [{ pid: Number(name), command: toShortCommand(command, folder) }]
        : [];
    });
}

/** Its beginning, and what it says of the folder: the next part of the path is the test file's. */
function toShortCommand(command: string, folder: string): string {
  const at = command.indexOf(folder);
  return `${command.slice(0, 80)} … ${at === -1 ? '' : command.slice(at, at + folder.length + 40)}`;
}

/** Empty for a process that ended meanwhile, has ended and is not yet collected, or is another user's. */
function readProcessFile(pid: string, name: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(path.join('/proc', pid, name), 'utf8');
  } catch {
    return '';
  }
}

/** See proc_pid_stat(5): the second field, a name in parentheses, may hold spaces. */
function findParent(pid: string): number {
  const stat = readProcessFile(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
