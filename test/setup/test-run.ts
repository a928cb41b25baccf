import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { keepProblem } from './problem-reporter.ts';
import { endProcesses, listProcessesOf } from './processes-of-run.ts';

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
    await endProcesses(left);
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
