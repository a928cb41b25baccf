import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { listUnitTests } from './test/setup/list-unit-tests.ts';
import { problemReporter } from './test/setup/problem-reporter.ts';
import { skipReporter } from './test/setup/skip-reporter.ts';

const all = globSync('{src,test-kit,ui/src,test}/**/*.test.ts');
/** `npm test` leaves these to `npm run test:all`. */
const long = all.filter((file) => file.endsWith('.long.test.ts'));
const short = all.filter((file) => !long.includes(file));
const unit = listUnitTests(short);
const parts = short.filter((file) => !unit.includes(file));

export default defineConfig({
  test: {
    projects: [
      // One process for many files: most of them take less time than to start it and to load the modules again.
      { extends: true, test: { name: 'unit', include: [...unit], isolate: false } },
      { extends: true, test: { name: 'parts', include: parts } },
      {
        extends: true,
        test: { name: 'long', include: long, testTimeout: 600_000, hookTimeout: 600_000 },
      },
    ],
    globalSetup: ['test/setup/test-run.ts'],
    setupFiles: ['test/setup/offline.ts'],
    reporters: ['default', skipReporter(), problemReporter()],
    // A limit against hangs and no measure of speed: the slowest short test takes 10 s beside two busy processes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, which is the default, may pass on a busy machine.
    expect: { poll: { timeout: 110_000 } },
    pool: 'forks',
    // Node 24 ends now and then in V8 while it frees compiled WebAssembly (nodejs/node#64500).
    execArgv: ['--no-wasm-code-gc'],
    maxWorkers: availableParallelism(),
  },
});
