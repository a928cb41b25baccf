import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, test, vi } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'runner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runner = path.join(root, 'scripts', 'run-tests.ts');
const bin = path.join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };

/** A project of one test file, set up as this one is. */
function makeProject(name: string, file: string): string {
  const project = path.join(folder, name);
  mkdirSync(project);
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  writeFileSync(path.join(project, 'some.test.ts'), file);
  const setup = path.join(root, 'test', 'setup');
  writeFileSync(
    path.join(project, 'vitest.config.ts'),
    `import { problemReporter } from ${JSON.stringify(path.join(setup, 'problem-reporter.ts'))};
     export default { test: {
       reporters: ['default', problemReporter()],
       globalSetup: [${JSON.stringify(path.join(setup, 'test-run.ts'))}],
     } };`,
  );
  return project;
}

/** Its tests, run as `npm test` runs those of this project. */
function run(name: string, file: string): { status: number | null; output: string } {
  const cwd = makeProject(name, file);
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner], {
    cwd,
    encoding: 'utf8',
    env,
  });
  return { status, output: `${stdout}${stderr}` };
}

const head = `import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
const seen = new URL('./seen', import.meta.url);
`;

describe('a file that fails is run once more', () => {
  test('what passes then is named as flaky and fails nothing', () => {
    const { status, output } = run(
      'flaky',
      `${head}describe('now', () => test('and then', () => {
         const isSecond = existsSync(seen);
         writeFileSync(seen, '');
         expect(isSecond).toBe(true);
       }));`,
    );
    expect(output).toContain('FLAKY some.test.ts › now > and then');
    expect(status).toBe(0);
  });

  test('what fails twice fails the run', () => {
    const { status, output } = run('broken', `${head}test('never', () => expect(1).toBe(2));`);
    expect(output).toContain('FAILED TWICE some.test.ts › never');
    expect(status).toBe(1);
  });

  test('a file that does not load fails the run', () => {
    const { status, output } = run('unloaded', `${head}throw new Error('no');`);
    expect(output).toContain('FAILED TWICE some.test.ts › the file itself');
    expect(status).toBe(1);
  });

  test('an error outside of tests fails the run at once', () => {
    const { status, output } = run(
      'unhandled',
      `${head}test('fine', () => { if (!existsSync(seen)) void Promise.reject(new Error('late')); writeFileSync(seen, ''); });`,
    );
    expect(output).not.toContain('FLAKY');
    expect(status).toBe(1);
  });

  test('nothing is run twice where all pass', () => {
    const { status, output } = run('passing', `${head}test('fine', () => expect(1).toBe(1));`);
    expect(output.match(/Test Files/g)).toHaveLength(1);
    expect(status).toBe(0);
  });
});

/** As Chromium: in a group of its own, where Ctrl-C does not reach it. */
const browsing = `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'vitest';
test('browses', () => new Promise(() => {
  const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' });
  writeFileSync(new URL('./seen', import.meta.url), JSON.stringify({ pid, folder: process.env['TMPDIR'] }));
}), 1e6);
`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that nobody collects is there until its parent does.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe.runIf(process.platform === 'linux')('a run that is ended leaves nothing behind', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('by %s', async (signal) => {
    const cwd = makeProject(signal, browsing);
    // A group of its own, which a terminal would send Ctrl-C to.
    const running = spawn(process.execPath, [runner], {
      cwd,
      env,
      detached: true,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => {
      running.once('close', resolve);
    });
    const seen = path.join(cwd, 'seen');
    await vi.waitFor(() => expect(existsSync(seen)).toBe(true), { timeout: 100_000 });
    const { pid, folder: runFolder } = await vi.waitFor(
      () => JSON.parse(readFileSync(seen, 'utf8')) as { pid: number; folder: string },
      { timeout: 100_000 },
    );
    expect(isRunning(pid)).toBe(true);
    if (running.pid === undefined) throw new Error('The runner did not start.');
    process.kill(signal === 'SIGINT' ? -running.pid : running.pid, signal);
    await ended;
    expect({ isLeft: isRunning(pid), isFolderLeft: existsSync(runFolder) }).toEqual({
      isLeft: false,
      isFolderLeft: false,
    });
  });
});
