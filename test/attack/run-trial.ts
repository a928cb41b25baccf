import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AttackInput, TrialReport } from './create-target.ts';
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

/** What the attacked process is told of its next call: the input is in files, so that making it leaves nothing in memory. */
export interface PreparedInput extends Omit<AttackInput, 'body' | 'answer'> {
  readonly operation: string;
  readonly bodyFile: string;
  /** In UTF-16, which holds lone surrogates too; absent without an answer of a model. */
  readonly answerFile?: string;
}

/** Why a process sends no more. */
interface Ended {
  readonly ended: string;
}

interface Attacked {
  readonly child: ChildProcess;
  readonly warmMb: number;
}

/**
 * Creates a runner over the built package. A machine has slow moments: a trial that breaks a bound is run up to
 * `maxAttempts` times, and its best run counts.
 */
export function createTrialRunner(maxAttempts: number): TrialRunner {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-attack-'));
  let attacked: Attacked | undefined;
  let written: WrittenInput | undefined;

  function end(): void {
    attacked?.child.kill('SIGKILL');
    attacked = undefined;
  }

  /** Leaves the process ready for "go"; resolves to its memory before the call. */
  async function prepare(
    message: PreparedInput,
    inputBytes: number,
  ): Promise<Attacked & { readonly levelMb: number }> {
    for (;;) {
      const isNew = attacked === undefined;
      attacked ??= await start();
      const { child, warmMb } = attacked;
      child.send(message);
      if ('ended' in (await nextMessage(child))) {
        attacked = undefined;
        continue;
      }
      const levelMb = readRssMb(child.pid);
      // The input itself is held as well.
      const allowedMb = warmMb + (2 * inputBytes) / 1_000_000 + maxHeldMb;
      if (isNew || !(levelMb > allowedMb)) return { child, warmMb, levelMb };
      end();
    }
  }

  async function attempt(trial: Trial): Promise<TrialResult> {
    if (written?.name !== trial.input) written = writeInput(trial, folder);
    const { inputBytes, message } = written;
    const operation = trial.operation.name;
    const { levelMb, child } = await prepare({ ...message, operation }, inputBytes);
    let peakMb = levelMb;
    const sampler = setInterval(() => (peakMb = Math.max(peakMb, readRssMb(child.pid))), sampleMs);
    const endWatch = watchLoop();
    const { promise: tooLong, resolve: giveUp } = Promise.withResolvers<Ended>();
    const stop = setTimeout(
      () => giveUp({ ended: `did not end within ${patienceMs} ms` }),
      patienceMs,
    );
    child.send('go');
    const report = await Promise.race([nextMessage<TrialReport>(child), tooLong]);
    clearTimeout(stop);
    clearInterval(sampler);
    const named = { input: trial.input, operation, machine: endWatch() };
    if ('ended' in report) {
      end();
      return { ...named, measured: undefined, broken: [report.ended] };
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
    close() {
      end();
      rmSync(folder, { recursive: true });
    },
  };
}

interface WrittenInput {
  readonly name: string;
  readonly inputBytes: number;
  readonly message: Omit<PreparedInput, 'operation'>;
}

function writeInput({ input: name, makeInput }: Trial, folder: string): WrittenInput {
  const { body, answer, ...rest } = makeInput();
  const bodyFile = path.join(folder, 'body');
  writeFileSync(bodyFile, body);
  if (answer === undefined) {
    return { name, inputBytes: Buffer.byteLength(body), message: { ...rest, bodyFile } };
  }
  const answerFile = path.join(folder, 'answer');
  writeFileSync(answerFile, answer, 'utf16le');
  return { name, inputBytes: answer.length, message: { ...rest, bodyFile, answerFile } };
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
  const warm = await nextMessage(child);
  if ('ended' in warm) throw new Error(`The process to be attacked does not start: ${warm.ended}.`);
  return { child, warmMb: readRssMb(child.pid) };
}

/** Resolves to what the process sends next, or to why it will send nothing. */
function nextMessage<Message extends object>(child: ChildProcess): Promise<Message | Ended> {
  const { promise, resolve } = Promise.withResolvers<Message | Ended>();
  const onMessage = (message: unknown): void => end(message as Message);
  const onExit = (code: unknown, signal: unknown): void =>
    end({ ended: `the process ended with ${String(signal ?? code)}` });
  const end = (message: Message | Ended): void => {
    child.off('message', onMessage).off('exit', onExit);
    resolve(message);
  };
  child.once('message', onMessage).once('exit', onExit);
  return promise;
}
