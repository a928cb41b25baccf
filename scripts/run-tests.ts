import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { TestProblem } from '../test/setup/problem-reporter.ts';
import { endProcesses, listProcessesOf } from '../test/setup/processes-of-run.ts';

/**
 * Runs vitest on the projects and the files that are named. A test file that fails is run once more, alone; what passes then is named as FLAKY in
 * the closing lines and fails nothing, what fails twice does. A fault of the run as a whole (an error outside of tests, a process
 * left behind, a test skipped without a reason) fails at once.
 *
 *   node scripts/run-tests.ts --project unit --project parts
 */
const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-test-run-'));
// PostgreSQL runs as another user where root starts it.
chmodSync(folder, 0o711);
// A run that is ended with Ctrl-C removes nothing itself.
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { config: { type: 'string' }, project: { type: 'string', multiple: true } },
});
process.exitCode = await runTests();

async function runTests(): Promise<number> {
  const first = await runVitest(positionals);
  const files = first.problems.flatMap((problem) => ('file' in problem ? [problem] : []));
  if (first.code === 0) return 0;
  if (first.isStopped || files.length === 0 || files.length < first.problems.length) return 1;
  console.log(`\n${files.length} test files failed. Each is run once more, alone:\n`);
  let code = 0;
  const lines: string[] = [];
  for (const { file, tests } of files) {
    const again = await runVitest([file]);
    if (again.isStopped) return 1;
    const mark = again.code === 0 ? 'FLAKY' : 'FAILED TWICE';
    if (again.code !== 0) code = 1;
    const names = tests.length === 0 ? ['the file itself'] : tests;
    lines.push(...names.map((name) => `${mark} ${file} › ${name}`));
  }
  console.log(`\n${lines.join('\n')}`);
  return code;
}

interface VitestRun {
  readonly code: number;
  /** By Ctrl-C or a signal: nothing is run again. */
  readonly isStopped: boolean;
  readonly problems: readonly TestProblem[];
}

async function runVitest(files: readonly string[]): Promise<VitestRun> {
  const { config, project = [] } = values;
  const options = [
    ...(config === undefined ? [] : ['--config', config]),
    ...project.flatMap((name) => ['--project', name]),
  ];
  const target = path.join(folder, 'problems.jsonl');
  const runFolder = path.join(folder, 'r');
  mkdirSync(runFolder, { recursive: true });
  writeFileSync(target, '');
  const run = spawn('vitest', ['run', ...files, ...options], {
    stdio: 'inherit',
    env: { ...process.env, GLEANER_TEST_PROBLEMS: target, GLEANER_TEST_FOLDER: runFolder },
  });
  let isStopped = false;
  // Ctrl-C reaches vitest too, which ends what it started; this process waits for that.
  const stop = (signal: NodeJS.Signals): void => {
    isStopped = true;
    if (signal === 'SIGTERM') run.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const code = await new Promise<number>((resolve, reject) => {
    run.once('error', reject).once('close', (status) => resolve(status ?? 1));
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  // A browser is in a group of its own, where Ctrl-C does not reach it, and a worker that is ended ends none.
  if (isStopped) await endProcesses(listProcessesOf(runFolder));
  const lines = readFileSync(target, 'utf8').split('\n').filter(Boolean);
  const problems = lines.map((line): TestProblem => JSON.parse(line));
  return { code, isStopped, problems };
}
