import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TrialReport } from './create-target.ts';
import { findBrokenBounds, type Measured } from './find-broken-bounds.ts';
import { readRssMb } from './read-rss-mb.ts';
import type { Trial } from './trials.ts';
import { watchLoop, type LoopDelays } from './watch-loop.ts';

/** What came of a trial. */
export interface TrialResult {
  readonly input: string;
  readonly operation: string;
  /** `undefined` where the process did not live to report. */
  readonly measured: Measured | undefined;
  /** Lateness of the timers of this process, which only waits: what the machine itself adds. */
  readonly machine: LoopDelays;
  /** Bounds that broke, in words. */
  readonly broken: readonly string[];
}

/** Runs trials one after the other, in processes that serve until their memory has grown. */
export interface TrialRunner {
  run(trial: Trial): Promise<TrialResult>;
  close(): void;
}

/** A call that does not end ends its process: far beyond every bound, so that it is known by how much they were missed. */
const patienceMs = 30_000;
const sampleMs = 20;
/** A process that holds so much more than when it was warm would hide what the next call takes. */
const maxHeldMb = 50;

interface Attacked {
  readonly child: ChildProcess;
  readonly warmMb: number;
}

/**
 * Creates a runner over the built package. A machine has slow moments: a trial that breaks a bound is run up to
 * `maxAttempts` times, and its best run counts.
 */
export function createTrialRunner(maxAttempts: number): TrialRunner {
  let attacked: Attacked | undefined;

  function end(): void {
    attacked?.child.kill('SIGKILL');
    attacked = undefined;
  }

  /** Leaves the process ready for "go"; resolves to the size of the input and the memory before it is worked on. */
  async function prepare(trial: Trial): Promise<{
    readonly inputBytes: number;
    readonly levelMb: number;
    readonly child: ChildProcess;
  }> {
    for (;;) {
      const isNew = attacked === undefined;
      attacked ??= await start();
      const { child, warmMb } = attacked;
      child.send({ input: trial.input, operation: trial.operation.name });
      const [{ inputBytes }] = (await once(child, 'message')) as [{ readonly inputBytes: number }];
      const levelMb = readRssMb(child.pid);
      // The input itself is held as well, as text and as bytes.
      const inputMb = (4 * inputBytes) / 1_000_000;
      if (isNew || !(levelMb > warmMb + inputMb + maxHeldMb)) return { inputBytes, levelMb, child };
      end();
    }
  }

  async function attempt(trial: Trial): Promise<TrialResult> {
    const { inputBytes, levelMb, child } = await prepare(trial);
    let peakMb = levelMb;
    const sampler = setInterval(() => (peakMb = Math.max(peakMb, readRssMb(child.pid))), sampleMs);
    const endWatch = watchLoop();
    const ended = Promise.withResolvers<TrialReport | string>();
    const stop = setTimeout(() => ended.resolve(`did not end within ${patienceMs} ms`), patienceMs);
    const onMessage = (message: unknown): void => ended.resolve(message as TrialReport);
    const onExit = (code: unknown, signal: unknown): void =>
      ended.resolve(`the process ended: ${String(signal ?? code)}`);
    child.once('message', onMessage).once('exit', onExit);
    child.send('go');
    const report = await ended.promise;
    clearTimeout(stop);
    clearInterval(sampler);
    child.off('message', onMessage).off('exit', onExit);
    const named = { input: trial.input, operation: trial.operation.name, machine: endWatch() };
    if (typeof report === 'string') {
      end();
      return { ...named, measured: undefined, broken: [report] };
    }
    const measured = { ...report, growthMb: peakMb - levelMb, inputBytes };
    return { ...named, measured, broken: findBrokenBounds(measured, trial) };
  }

  return {
    async run(trial) {
      let best = await attempt(trial);
      for (let count = 1; count < maxAttempts && isWorthAnother(best); count += 1) {
        end();
        const next = await attempt(trial);
        if (next.broken.length <= best.broken.length) best = next;
      }
      return best;
    },
    close: end,
  };
}

/** Whether a slow moment of the machine can be the reason: not for a call that took more than twice what it may. */
function isWorthAnother({ broken, measured }: TrialResult): boolean {
  return broken.length > 0 && measured !== undefined && measured.loopMaxMs < 1_000;
}

async function start(): Promise<Attacked> {
  const file = path.join(import.meta.dirname, '..', 'servers', 'attacked-process.ts');
  const child = fork(file, [], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return { child, warmMb: readRssMb(child.pid) };
}
