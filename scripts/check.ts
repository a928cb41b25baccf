import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { exit } from 'node:process';
import pLimit from 'p-limit';

interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The build, and what reads nothing that it writes. */
const beside: readonly Check[] = [
  check('build', 'node', 'scripts/build.ts'),
  check('layers', 'node', 'scripts/check-layers.ts'),
  check('names', 'node', 'scripts/check-names.ts'),
  check('lockfile', 'node', 'scripts/complete-lockfile.ts', '--check'),
  check('format', 'oxfmt', '--check'),
];
/** What reads the built package: the examples import it by its name. */
const afterBuild: readonly Check[] = [
  check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  check('package types', 'attw', '--pack', '.', '--profile', 'esm-only'),
  check('types', 'tsc', '--noEmit'),
  check('types of the front end', 'tsc', '--noEmit', '-p', 'ui'),
  check('types in pages', 'tsc', '--noEmit', '-p', 'src/browser/in-page'),
  check('dead code', 'knip'),
  check('package', 'publint', '--strict'),
];

/** All are run, so that one call shows all faults; two at a time, since most of them work in one thread for a good part. */
const limit = pLimit(2);
const passed = [...(await limit.map(beside, runCheck)), ...(await limit.map(afterBuild, runCheck))];
exit(passed.every(Boolean) ? 0 : 1);

function check(name: string, command: string, ...args: readonly string[]): Check {
  return { name, command, args };
}

async function runCheck({ name, command, args }: Check): Promise<boolean> {
  const startedMs = performance.now();
  // Packed as it was just built: `prepack` would build it again.
  const env = { ...process.env, npm_config_ignore_scripts: 'true' };
  const run = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve, reject) => {
    run.once('error', reject).once('close', resolve);
  });
  const [output, errors] = await Promise.all([text(run.stdout), text(run.stderr)]);
  const isPassed = (await code) === 0;
  const ms = Math.round(performance.now() - startedMs);
  console.log(`${isPassed ? 'ok  ' : 'FAIL'} ${name} (${ms} ms)`);
  if (!isPassed) console.log(`${output}${errors}`);
  return isPassed;
}
