import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startVitest } from 'vitest/node';
import { toMutants } from './to-mutants.ts';

/** Runs the test files of a module that holds its mutants: `node run-tests.ts <module> <test files…>`, notes in MUTATION_NOTES. */
const [module = '', ...tests] = process.argv.slice(2);
const root = path.join(import.meta.dirname, '..', '..');

const vitest = await startVitest(
  'test',
  [],
  {
    root,
    config: false,
    watch: false,
    include: tests,
    runner: path.join(import.meta.dirname, 'mutation-runner.ts'),
    setupFiles: ['test/setup/offline.ts'],
    pool: 'forks',
    fileParallelism: false,
    // It is keyed by a file's content, and would keep what is mutated for ordinary runs, and the other way round.
    fsModuleCache: false,
    // Mutants make tests slow; a limit against hangs is the caller's.
    testTimeout: 3_600_000,
    // What a mutant leaves behind may fail later.
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: [{}],
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load(id) {
          return path.relative(root, id) === module
            ? toMutants(id, readFileSync(id, 'utf8')).code
            : undefined;
        },
      },
    ],
  },
);
const failed = vitest.state.getTestModules().filter((each) => !each.ok());
for (const { moduleId } of failed) console.error(`${moduleId} fails without a mutant`);
await vitest.close();
process.exitCode = failed.length === 0 ? 0 : 1;
