import { describe, expect, test } from 'vitest';
import { createThreadPool, type ThreadPoolOptions } from './create-thread-pool.ts';
import { ThreadFailure } from './thread-failure.ts';

/** Does what it is told, and says how many jobs it has had. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort } from 'node:worker_threads';
let jobs = 0;
const kept = [];
parentPort.on('message', ({ kind, gate }) => {
  jobs += 1;
  const began = gate === undefined ? 0 : Atomics.add(gate, 0, 1) + 1;
  if (gate !== undefined) Atomics.notify(gate, 0);
  if (kind === 'spin') for (;;);
  if (kind === 'wait') Atomics.wait(gate, 1, 0);
  if (kind === 'hoard') { for (let at = 0; at < 40; at += 1) kept.push(Buffer.alloc(10000000, 1)); return; }
  if (kind === 'throw') parentPort.postMessage({ kind: 'failed', name: 'RangeError', message: 'no' });
  else if (kind === 'exit') process.exit(3);
  else parentPort.postMessage({ kind: 'done', result: { jobs, began } });
});
parentPort.postMessage({ kind: 'ready' });
`)}`,
);

interface Job {
  readonly kind: 'answer' | 'exit' | 'hoard' | 'spin' | 'throw' | 'wait';
  /** How many jobs have begun, and whether those that wait may go on. */
  readonly gate?: Int32Array;
}

interface Answer {
  readonly jobs: number;
  readonly began: number;
}

function pool(options: Partial<ThreadPoolOptions> = {}) {
  return createThreadPool<Job, Answer>({
    script,
    maxMemoryMb: 100,
    idleMs: 0,
    maxThreads: 2,
    ...options,
  });
}

const free = { signal: undefined, timeoutMs: undefined };

function createGate(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

function openGate(gate: Int32Array): void {
  Atomics.store(gate, 1, 1);
  Atomics.notify(gate, 1);
}

async function untilBegun(gate: Int32Array, count: number): Promise<void> {
  for (let begun = Atomics.load(gate, 0); begun < count; begun = Atomics.load(gate, 0)) {
    await Atomics.waitAsync(gate, 0, begun).value;
  }
}

describe('a pool of threads', () => {
  test('has no more jobs under way than threads; the others wait in line', async () => {
    const threads = pool();
    const gate = createGate();
    const jobs = Array.from({ length: 5 }, () => threads.run({ kind: 'wait', gate }, free));
    await untilBegun(gate, 2);
    // A third thread would have as much time to begin as this job of another pool, start included.
    await pool().run({ kind: 'answer' }, free);
    expect(Atomics.load(gate, 0)).toBe(2);
    openGate(gate);
    const answers = await Promise.all(jobs);
    expect(answers.map(({ began }) => began).toSorted((one, other) => one - other)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  test('uses a thread again, or never where jobs must leave no traces', async () => {
    const kept = pool({ idleMs: 60_000, maxThreads: 1 });
    const fresh = pool({ maxThreads: 1 });
    const counts = [];
    for (const threads of [kept, kept, fresh, fresh]) {
      counts.push((await threads.run({ kind: 'answer' }, free)).jobs);
    }
    expect(counts).toEqual([1, 2, 1, 1]);
  });

  test('ends a thread whose time is over, and goes on with the next job', async () => {
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const slow = threads.run({ kind: 'spin' }, { signal: undefined, timeoutMs: 30 });
    const next = threads.run({ kind: 'answer' }, free);
    await expect(slow).rejects.toMatchObject({ kind: 'time' });
    await expect(next).resolves.toEqual({ jobs: 1, began: 0 });
  });

  test('ends a thread whose job is aborted, with the reason', async () => {
    const threads = pool({ maxThreads: 1 });
    const controller = new AbortController();
    const gate = createGate();
    const running = threads.run(
      { kind: 'spin', gate },
      { signal: controller.signal, timeoutMs: undefined },
    );
    await untilBegun(gate, 1);
    controller.abort('enough');
    await expect(running).rejects.toBe('enough');
    await expect(threads.run({ kind: 'answer' }, free)).resolves.toHaveProperty('jobs', 1);
  });

  test('an aborted job leaves the line at once, and is never begun', async () => {
    const threads = pool({ maxThreads: 1 });
    const gate = createGate();
    const first = threads.run({ kind: 'wait', gate }, free);
    await untilBegun(gate, 1);
    const controller = new AbortController();
    const second = threads.run(
      { kind: 'wait', gate },
      { signal: controller.signal, timeoutMs: undefined },
    );
    controller.abort('left');
    await expect(second).rejects.toBe('left');
    openGate(gate);
    await first;
    await expect(threads.run({ kind: 'wait', gate }, free)).resolves.toHaveProperty('began', 2);
    await expect(
      threads.run({ kind: 'answer' }, { signal: AbortSignal.abort('no'), timeoutMs: undefined }),
    ).rejects.toBe('no');
  });

  test.each([
    ['exit', 'end'],
    ['throw', 'work'],
    ['hoard', 'memory'],
  ] as const)('tells how a job failed: %s is %s', async (kind, failure) => {
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const failed = threads.run({ kind }, free);
    await expect(failed).rejects.toBeInstanceOf(ThreadFailure);
    await expect(failed).rejects.toMatchObject({ kind: failure });
    await expect(threads.run({ kind: 'answer' }, free)).resolves.toHaveProperty('began', 0);
  });
});
