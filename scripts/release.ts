import { spawnSync } from 'node:child_process';
import { argv, env, exit } from 'node:process';

/**
 * Publishes the package with its provenance, which npm signs where the release runs: in a workflow of GitHub or GitLab that may
 * ask for an identity token. Everything is checked before. `npm run release -- --dry-run` does all but publish, anywhere.
 */
const isDry = argv.includes('--dry-run');
if (!isDry && env['CI'] !== 'true') {
  console.error(
    'Provenance says which workflow built a package: release from CI. `npm run release -- --dry-run` tries everything else here.',
  );
  exit(1);
}
const steps: readonly (readonly string[])[] = [
  ['npm', 'ci', '--ignore-scripts'],
  ['npm', 'run', 'sbom'],
  ['npm', 'test'],
  // Provenance cannot be made outside of CI, not even for a try.
  ['npm', 'publish', ...(isDry ? ['--dry-run', '--provenance=false'] : ['--provenance'])],
];
for (const [command = '', ...words] of argv.includes('--only-publish') ? steps.slice(-1) : steps) {
  const { status } = spawnSync(command, words, { stdio: 'inherit' });
  if (status !== 0) exit(status ?? 1);
}
