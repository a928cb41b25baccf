import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { listUnitTests } from './test/setup/list-unit-tests.ts';
import { skipReporter } from './test/setup/skip-reporter.ts';

const all = globSync(['src/**/*.test.ts', 'ui/src/**/*.test.ts', 'test/**/*.test.ts']);
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
      { extends: true, test: { name: 'long', include: long } },
    ],
    globalSetup: ['test/setup/test-run.ts'],
    setupFiles: ['test/setup/offline.ts'],
    reporters: ['default', skipReporter()],
    // Slowest single test on 2 busy cores, with room: a limit against hangs, not a measure of speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, which is the default, may pass on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // More files than cores: those with a browser wait for a good part of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
});
