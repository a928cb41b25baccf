import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'ui/src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup/offline.ts'],
    // Slowest single test on 2 busy cores, with room: a limit against hangs, not a measure of speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Vitest's default leaves one core free: on two cores all files would wait for the browser tests, which mostly wait.
    maxWorkers: '100%',
  },
});
