import process from 'node:process';
import { keepProblem } from './problem-reporter.ts';
import type { Reporter, TestModule } from 'vitest/node';

const unexplained = 'without a reason: give it with `context.skip(condition, reason)`';

/** Says at the end of a run why tests were skipped, and fails a run of whole files where one does not say why. */
export function skipReporter(): Reporter {
  let isSelection = false;
  return {
    onInit(vitest) {
      isSelection = vitest.config.testNamePattern !== undefined;
    },
    onTestRunEnd(modules) {
      const reasons = countReasons(modules);
      if (isSelection) reasons.delete(unexplained);
      for (const [reason, tests] of reasons) {
        console.log(` ${tests} ${tests === 1 ? 'test was' : 'tests were'} skipped: ${reason}`);
      }
      if (!reasons.has(unexplained)) return;
      keepProblem({ fault: 'A test was skipped without a reason.' });
      process.exitCode = 1;
    },
  };
}

function countReasons(modules: readonly TestModule[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      const result = test.result();
      const reason = (result.state === 'skipped' ? result.note : undefined) ?? unexplained;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  }
  return reasons;
}
