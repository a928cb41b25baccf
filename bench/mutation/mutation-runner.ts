import { TestRunner, type RunnerTestCase } from 'vitest';
import { addNote, readNotes } from './notes.ts';

declare global {
  // The switch that mutated modules ask.
  var isMutant: (id: number) => boolean;
}

const file = process.env['MUTATION_NOTES'] ?? '';
const killed = new Set(readNotes(file).flatMap(({ killed: id }) => id ?? []));
const reached = new Set<number>();
let active = 0;
globalThis.isMutant = (id) => {
  if (active === 0) reached.add(id);
  return id === active;
};

/** A test that waits for what a mutant never does is given up after this long, or ten times its own time. */
const leastLimitMs = 2_000;
// Tests may replace it.
const { setTimeout, clearTimeout, performance } = globalThis;

/** Runs each test as it is, then once with each mutant that it reaches and that no test has noticed yet. */
export default class MutationRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    reached.clear();
    const startedMs = performance.now();
    await run();
    const limitMs = Math.max(leastLimitMs, 10 * (performance.now() - startedMs));
    const ids = [...reached];
    addNote(file, { reached: ids });
    // A test of a known gap fails as it is.
    if (test.fails === true) return;
    for (const id of ids.filter((each) => !killed.has(each))) {
      addNote(file, { begun: id });
      active = id;
      const isNoticed = await fails(run, limitMs);
      active = 0;
      if (!isNoticed) continue;
      killed.add(id);
      addNote(file, { killed: id });
    }
  }
}

async function fails(run: () => unknown, limitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, limitMs, true);
  try {
    return await Promise.race([Promise.resolve(run()).then(() => false), late]);
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
  }
}
