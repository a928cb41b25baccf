import { appendFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Reporter } from 'vitest/node';

/** What a run found, a line of JSON each: a test file that failed, or a fault of the run as a whole. */
export type TestProblem =
  | { readonly file: string; readonly tests: readonly string[] }
  | { readonly fault: string };

/** Writes to the file that `GLEANER_TEST_PROBLEMS` names, for `scripts/run-tests.ts`; without that variable, nothing. */
export function keepProblem(problem: TestProblem): void {
  const target = process.env['GLEANER_TEST_PROBLEMS'];
  if (target !== undefined) appendFileSync(target, `${JSON.stringify(problem)}\n`);
}

/** Keeps which files failed, with the names of their tests, and the errors that belong to no test. */
export function problemReporter(): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      for (const error of unhandledErrors) keepProblem({ fault: error.message });
      for (const module of modules) {
        if (module.ok()) continue;
        const tests = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
        keepProblem({ file: path.relative(process.cwd(), module.moduleId), tests });
      }
    },
  };
}
