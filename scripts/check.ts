import { spawnSync } from 'node:child_process';
import { exit } from 'node:process';

/**
 * Every check that needs no test run; all are run, so that one call shows all faults. The build
 * stands before what reads its declarations: the examples import the package by its name.
 */
const checks: readonly (readonly [name: string, ...command: readonly string[]])[] = [
  ['layers', 'node', 'scripts/check-layers.ts'],
  ['names', 'node', 'scripts/check-names.ts'],
  ['lockfile', 'node', 'scripts/complete-lockfile.ts', '--check'],
  ['format', 'oxfmt', '--check'],
  ['build', 'node', 'scripts/build.ts'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'tsc', '--noEmit'],
  ['types of the front end', 'tsc', '--noEmit', '-p', 'ui'],
  ['dead code', 'knip'],
  ['package', 'publint', '--strict'],
  ['package types', 'attw', '--pack', '.', '--profile', 'esm-only'],
];

const failed = checks.filter(([name, command, ...args]) => {
  const startedMs = performance.now();
  const run = spawnSync(command ?? '', args, { encoding: 'utf8' });
  const passed = run.status === 0;
  console.log(
    `${passed ? 'ok  ' : 'FAIL'} ${name} (${Math.round(performance.now() - startedMs)} ms)`,
  );
  if (!passed) console.log(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error?.message ?? ''}`);
  return !passed;
});
exit(failed.length > 0 ? 1 : 0);
