import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'runner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project of one test file, run as `npm test` runs this one. */
function run(name: string, file: string): { status: number | null; output: string } {
  const project = path.join(folder, name);
  mkdirSync(project);
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  writeFileSync(path.join(project, 'some.test.ts'), file);
  const reporter = path.join(root, 'test', 'setup', 'problem-reporter.ts');
  writeFileSync(
    path.join(project, 'vitest.config.ts'),
    `import { problemReporter } from ${JSON.stringify(reporter)};
     export default { test: { reporters: ['default', problemReporter()] } };`,
  );
  const bin = path.join(root, 'node_modules', '.bin');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'scripts', 'run-tests.ts')],
    {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` },
    },
  );
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
