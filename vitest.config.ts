import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'ui/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/setup/shared-postgres.ts'],
    setupFiles: ['test/setup/offline.ts'],
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
