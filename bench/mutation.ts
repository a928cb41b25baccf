import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { type MutationNote, addNote, readNotes } from './mutation/notes.ts';
import { type Mutant, toMutants } from './mutation/to-mutants.ts';

const command = new Command('bench:mutation')
  .description(
    'How many small faults in the modules that carry promises the tests beside them notice.',
  )
  .argument('[modules...]', 'parts of their paths; all without one')
  .option('--json', 'print one JSON object last')
  .option('--list', 'print the mutants that no test notices')
  .parse();
const options = command.opts<{ json?: boolean; list?: boolean }>();

/** Modules of `src` with the tests near them that hold their promises. */
const modules: Readonly<Record<string, readonly string[]>> = {
  'core/billing/create-billing': [
    'core/billing/create-billing',
    'core/billing/failing-ledger',
    'core/billing/ledger-billing',
  ],
  'core/billing/ledger-billing': [
    'core/billing/ledger-billing',
    'core/billing/create-billing',
    'core/billing/failing-ledger',
  ],
  'core/billing/memory-ledger': ['core/billing/memory-ledger', 'core/billing/ledger-billing'],
  'core/billing/credit-rules': ['core/billing/memory-ledger', 'core/billing/ledger-billing'],
  'core/billing/create-rate-limiter': ['core/billing/create-rate-limiter'],
  'core/billing/create-idempotency': ['core/billing/create-idempotency'],
  'recipes/healing/choose-element': [
    'recipes/healing/choose-element',
    'recipes/healing/judge-hit',
    'recipes/healing/nearest-elements',
  ],
  'recipes/run/measure-drift': ['recipes/run/measure-drift'],
  'extraction/evidence/place-values': ['extraction/evidence/place-values'],
  'core/pages/open-page': ['core/pages/open-page', 'core/pages/open-page-cache'],
};

/** Share of killed mutants that a module has to reach. */
const target = 0.9;
/** Without a note for this long, a mutant keeps the process busy: it is killed, and that counts as noticed. */
const stallMs = 20_000;
const pollMs = 500;
const root = path.join(import.meta.dirname, '..');

const wanted = Object.entries(modules).filter(
  ([module]) => command.args.length === 0 || command.args.some((part) => module.includes(part)),
);
const figures: Record<string, { value: number; target: number; met: boolean }> = {};
for (const [module, tests] of wanted) {
  const file = `src/${module}.ts`;
  const { mutants } = toMutants(file, readFileSync(path.join(root, file), 'utf8'));
  const notes = await runTests(
    file,
    tests.map((test) => `src/${test}.test.ts`),
  );
  const killed = new Set(notes.flatMap(({ killed: id }) => id ?? []));
  const reached = new Set(notes.flatMap(({ reached: ids }) => ids ?? []));
  if (reached.size === 0) throw new Error(`No test reaches a mutant of ${file}.`);
  const alive = mutants.filter(({ id }) => !killed.has(id));
  const value = killed.size / mutants.length;
  figures[module] = { value, target, met: value >= target };
  const unreached = alive.filter(({ id }) => !reached.has(id)).length;
  console.log(
    `${module.padEnd(34)} ${killed.size} of ${mutants.length} killed, ${value.toFixed(3)} (≥ ${target}${value >= target ? '' : ', missed'}); ${unreached} not reached`,
  );
  if (options.list === true) for (const mutant of alive) console.log(describe(mutant, reached));
}
if (options.json === true) console.log(JSON.stringify({ bench: 'mutation', figures }));

function describe({ id, line, what }: Mutant, reached: ReadonlySet<number>): string {
  return `  line ${line}: ${what}${reached.has(id) ? '' : ' (not reached)'}`;
}

/** Runs the tests until they end of themselves: a mutant that never gives the process back is killed with it. */
async function runTests(file: string, tests: readonly string[]): Promise<readonly MutationNote[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-mutation-'));
  const notesFile = path.join(folder, 'notes.jsonl');
  try {
    for (;;) {
      const stalled = await runOnce([file, ...tests], notesFile);
      if (stalled === undefined) return readNotes(notesFile);
      addNote(notesFile, { killed: stalled });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The mutant in which the tests came to a standstill; `undefined` where they ended. */
async function runOnce(argv: readonly string[], notesFile: string): Promise<number | undefined> {
  const child = spawn(process.execPath, [path.join(root, 'bench/mutation/run-tests.ts'), ...argv], {
    cwd: root,
    env: { ...process.env, MUTATION_NOTES: notesFile },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own, so that the workers end with it.
    detached: true,
  });
  const exit = once(child, 'exit');
  let known = -1;
  let heardMs = performance.now();
  for (;;) {
    const code = await Promise.race([
      exit.then(([status]) => Number(status)),
      setTimeout(pollMs, undefined, { ref: false }),
    ]);
    if (code === 0) return undefined;
    if (code !== undefined) throw new Error(`The tests of ${argv[0]} do not pass.`);
    const notes = readNotes(notesFile);
    if (notes.length > known) {
      known = notes.length;
      heardMs = performance.now();
    } else if (performance.now() - heardMs > stallMs && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
      await exit;
      const begun = notes.at(-1)?.begun;
      if (begun === undefined) throw new Error(`The tests of ${argv[0]} do not end.`);
      return begun;
    }
  }
}
