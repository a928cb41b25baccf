import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { keepProblem } from './problem-reporter.ts';

const endingTries = 300;
/** Tests kill processes with a browser to see what others make of it, and a killed process ends none of its own. */
const orphanedBrowser = /chrom/;

/**
 * Makes the folder of this run. In it the test files agree on one PostgreSQL server, which the first that needs it starts, and
 * everything they and their browsers write to the temporary folder lies in it, so that a process left behind is known by it.
 */
export function setup(): () => Promise<void> {
  const { GLEANER_TEST_FOLDER: given } = process.env;
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'gleaner-test-run-'));
  // A vitest that a test starts makes its own.
  delete process.env['GLEANER_TEST_FOLDER'];
  // PostgreSQL runs as another user where root starts it.
  chmodSync(folder, 0o711);
  process.env['GLEANER_TEST_RUN'] = folder;
  process.env['GLEANER_TEST_RUN_PID'] = String(process.pid);
  process.env['TMPDIR'] = folder;
  return async () => {
    let left = listProcessesOf(folder);
    // What was just told to end may need a moment on a busy machine.
    for (let tries = 0; left.length > 0 && tries < endingTries; tries += 1) {
      await setTimeout(100);
      left = listProcessesOf(folder);
    }
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    const lines = left.map(({ pid, command }) => `  ${pid} ${command}`).join('\n');
    if (left.length > 0 && left.every(({ command }) => orphanedBrowser.test(command))) {
      console.log(` ended browsers whose process a test had killed:\n${lines}`);
      return;
    }
    if (left.length === 0) return;
    process.exitCode = 1;
    keepProblem({ fault: 'The tests left processes behind.' });
    throw new Error(`The tests left processes behind, which are ended now:\n${lines}`);
  };
}

interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * Those that name the folder in their command or their environment, without this process's own children, which are vitest's
 * workers, and without the server, whose watchdog ends it with this process.
 */
function listProcessesOf(folder: string): readonly RunningProcess[] {
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
