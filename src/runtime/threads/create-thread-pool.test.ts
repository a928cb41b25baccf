import { getEventListeners, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ThreadFailure, type ThreadPoolOptions, createThreadPool } from './create-thread-pool.ts';

/** Does each job by its kind, and counts them. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort } from 'node:worker_threads';
let jobs = 0;
const kept = [];
parentPort.on('message', ({ kind, gate, bytes, port }) => {
  jobs += 1;
  if (kind === 'spin') parentPort.postMessage({ kind: 'stage', stage: 'spinning' });
  const began = gate === undefined ? 0 : Atomics.add(gate, 0, 1) + 1;
  if (gate !== undefined) Atomics.notify(gate, 0);
  if (kind === 'keep') kept.push(port);
  if (kind === 'spin') for (;;);
  if (kind === 'wait') Atomics.wait(gate, 1, 0);
  if (kind === 'rest') return void setTimeout(() => parentPort.postMessage({ kind: 'done', result: { jobs, began } }), 600);
  if (kind === 'never') return;
  if (kind === 'hoard') { for (let at = 0; at < 40; at += 1) kept.push(Buffer.alloc(10000000, 1)); return; }
  if (kind === 'throw') parentPort.postMessage({ kind: 'failed', name: 'RangeError', message: 'no' });
  else if (kind === 'exit') process.exit(3);
  else parentPort.postMessage({ kind: 'done', result: { jobs, began, length: bytes?.length } });
});
parentPort.postMessage({ kind: 'ready' });
`)}`,
);

interface Job {
  readonly kind: 'count' | 'exit' | 'hoard' | 'keep' | 'never' | 'rest' | 'spin' | 'throw' | 'wait';
  /** How many jobs have begun, and whether those that wait may go on. */
  readonly gate?: Int32Array;
  readonly bytes?: Uint8Array;
  /** Kept by the thread, so that its other end closes with the thread. */
  readonly port?: MessagePort;
  readonly other?: unknown;
}

interface Count {
  readonly jobs: number;
  readonly began: number;
  readonly length?: number;
}

function pool(options: Partial<ThreadPoolOptions> = {}) {
  return createThreadPool<Job, Count>({
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
  afterEach(() => void vi.useRealTimers());

  test('has no more jobs under way than threads; the others wait in line', async () => {
    const threads = pool();
    const gate = createGate();
    const jobs = Array.from({ length: 5 }, () => threads.run({ kind: 'wait', gate }, free));
    await untilBegun(gate, 2);
    // A third thread would have as much time to begin as this job of another pool, start included.
    await pool().run({ kind: 'count' }, free);
    expect(Atomics.load(gate, 0)).toBe(2);
    openGate(gate);
    const counts = await Promise.all(jobs);
    expect(counts.map(({ began }) => began).toSorted((one, other) => one - other)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  test('uses a thread again, or never where jobs must leave no traces', async () => {
    const kept = pool({ idleMs: 60_000, maxThreads: 1 });
    const fresh = pool({ maxThreads: 1 });
    const counts = [];
    for (const threads of [kept, kept, fresh, fresh]) {
      counts.push((await threads.run({ kind: 'count' }, free)).jobs);
    }
    expect(counts).toEqual([1, 2, 1, 1]);
  });

  // Node tells what a thread has taken from 24.6 on.
  const tellsCpu = 'cpuUsage' in Worker.prototype;

  test.runIf(tellsCpu)('does not count what a job waits for a processor', async () => {
    const job = { kind: 'rest' } as const;
    await expect(pool().run(job, { signal: undefined, timeoutMs: 200 })).resolves.toEqual({
      jobs: 1,
      began: 0,
    });
  });

  test('gives up a job that works, and one that waits for what never comes', async () => {
    const gate = createGate();
    const run = (kind: 'never' | 'spin') =>
      pool().run({ kind, gate }, { signal: undefined, timeoutMs: 200 });
    await expect(run('spin')).rejects.toMatchObject({ kind: 'time' });
    await expect(run('never')).rejects.toMatchObject({ kind: 'time' });
  });

  test('ends a thread whose time is over, names the stage it was in, and goes on with the next job', async () => {
    // Without its checks the time of a processor is not known, and the clock decides.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const gate = createGate();
    const slow = threads.run({ kind: 'spin', gate }, { signal: undefined, timeoutMs: 30 });
    const next = threads.run({ kind: 'count' }, free);
    await untilBegun(gate, 1);
    // The stage was named before: it is here with the next turn of the event loop.
    await setImmediate();
    await setImmediate();
    const onEnd = vi.fn<() => void>();
    void slow.catch(onEnd);
    vi.advanceTimersByTime(29);
    await setImmediate();
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await expect(slow).rejects.toMatchObject({ kind: 'time', stage: 'spinning' });
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
    await expect(threads.run({ kind: 'count' }, free)).resolves.toHaveProperty('jobs', 1);
  });

  test('lets an aborted job end by itself for a moment, and keeps its thread then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const gates = [createGate(), createGate()] as const;
    const next: Promise<Count>[] = [];
    for (const gate of gates) {
      const controller = new AbortController();
      const aborted = threads.run(
        { kind: 'wait', gate },
        { signal: controller.signal, timeoutMs: undefined },
      );
      await untilBegun(gate, 1);
      controller.abort('enough');
      await expect(aborted).rejects.toBe('enough');
      next.push(threads.run({ kind: 'count' }, free));
      if (gate === gates[0]) openGate(gate);
      else vi.advanceTimersByTime(100);
      await next.at(-1);
    }
    // The second and the first job of a thread: the other aborted job had its thread ended.
    expect((await Promise.all(next)).map(({ jobs }) => jobs)).toEqual([2, 1]);
  });

  test('gives a job to the thread that it is near to, or to another one where that is busy', async () => {
    const threads = pool({ idleMs: 60_000 });
    const seen: object[] = [];
    const near = (thread: object | undefined, job: Job): Promise<Count> =>
      threads.runNear(
        {
          near: thread,
          toJob(token) {
            seen.push(token);
            return { job };
          },
        },
        free,
      );
    const gate = createGate();
    await Promise.all([near(undefined, { kind: 'count' }), near(undefined, { kind: 'count' })]);
    const [first, second] = seen.splice(0);
    expect(first).not.toBe(second);
    for (const token of [first, first, second]) await near(token, { kind: 'count' });
    expect(seen.splice(0)).toEqual([first, first, second]);
    const busy = near(first, { kind: 'wait', gate });
    await untilBegun(gate, 1);
    await near(first, { kind: 'count' });
    openGate(gate);
    await busy;
    expect(seen[0]).toBe(first);
    expect(seen[1]).toBe(second);
  });

  test('has a thread started for a job that is on its way, and no second one', async () => {
    const started: unknown[] = [];
    const onWorker = (worker: unknown): unknown => started.push(worker);
    process.on('worker', onWorker);
    const threads = pool({ idleMs: 60_000 });
    threads.warm();
    threads.warm();
    await setImmediate();
    expect(started).toHaveLength(1);
    await threads.run({ kind: 'count' }, free);
    expect(started).toHaveLength(1);
    process.off('worker', onWorker);
    await threads.close();
  });

  test('has another thread started where a job takes long, and only there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const started: unknown[] = [];
    const onWorker = (worker: unknown): unknown => started.push(worker);
    process.on('worker', onWorker);
    const threads = pool({ idleMs: 60_000, spareMs: 200 });
    await threads.run({ kind: 'count' }, free);
    vi.advanceTimersByTime(300);
    await setImmediate();
    expect(started).toHaveLength(1);
    const gate = createGate();
    const long = threads.run({ kind: 'wait', gate }, free);
    await untilBegun(gate, 1);
    vi.advanceTimersByTime(200);
    await setImmediate();
    expect(started).toHaveLength(2);
    openGate(gate);
    await long;
    process.off('worker', onWorker);
    await threads.close();
  });

  test('a job that is aborted before its thread has started leaves the thread to the next one', async () => {
    const started: unknown[] = [];
    const onWorker = (worker: unknown): unknown => started.push(worker);
    process.on('worker', onWorker);
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = threads.run({ kind: 'spin' }, { signal, timeoutMs: undefined });
    controller.abort('left');
    await expect(aborted).rejects.toBe('left');
    // Never begun there, or this one would wait for it without end.
    await expect(threads.run({ kind: 'count' }, free)).resolves.toHaveProperty('jobs', 1);
    expect(started).toHaveLength(1);
    process.off('worker', onWorker);
    await threads.close();
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
      threads.run({ kind: 'count' }, { signal: AbortSignal.abort('no'), timeoutMs: undefined }),
    ).rejects.toBe('no');
  });

  test.each([
    ['exit', 'end'],
    ['throw', 'work'],
    ['hoard', 'memory'],
  ] as const)('says how a job failed: %s is %s', async (kind, failure) => {
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const failed = threads.run({ kind }, free);
    await expect(failed).rejects.toBeInstanceOf(ThreadFailure);
    await expect(failed).rejects.toMatchObject({ kind: failure });
    await expect(threads.run({ kind: 'count' }, free)).resolves.toHaveProperty('began', 0);
  });

  test('a job that cannot be copied fails alone, whether its thread is still starting or idle', async () => {
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const bytes = new Uint8Array(9);
    const jobs = [
      threads.run({ kind: 'count', other: () => {} }, free),
      // The caller transferred the buffer while the job was waiting.
      threads.run({ kind: 'count', bytes }, free),
      threads.run({ kind: 'count' }, free),
    ];
    structuredClone(bytes, { transfer: [bytes.buffer] });
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { name: 'DataCloneError' } },
      { status: 'rejected', reason: { name: 'DataCloneError' } },
      { status: 'fulfilled', value: { jobs: 1 } },
    ]);
    const later = threads.run({ kind: 'count', other: () => {} }, free);
    await expect(later).rejects.toHaveProperty('name', 'DataCloneError');
    await expect(threads.run({ kind: 'count' }, free)).resolves.toHaveProperty('jobs', 2);
  });

  test('copies what a job holds, and moves the buffers it transfers', async () => {
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const copied = new Uint8Array(9);
    const moved = new Uint8Array(7);
    const transfer = [moved.buffer];
    const counts = await Promise.all([
      threads.run({ kind: 'count', bytes: copied }, free),
      threads.run({ kind: 'count', bytes: moved }, { ...free, transfer }),
    ]);
    expect(counts.map(({ length }) => length)).toEqual([9, 7]);
    expect([copied.length, moved.length]).toEqual([9, 0]);
  });

  test('keeps no listener on the signal of a job that has ended', async () => {
    const { signal } = new AbortController();
    const threads = pool({ idleMs: 60_000 });
    const kinds = ['count', 'throw', 'count', 'exit', 'count', 'count'] as const;
    await Promise.allSettled(
      kinds.map((kind) => threads.run({ kind }, { signal, timeoutMs: undefined })),
    );
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('an abort after the end of a job leaves the next job on its thread alone', async () => {
    const threads = pool({ maxThreads: 1, idleMs: 60_000 });
    const controller = new AbortController();
    const { signal } = controller;
    await threads.run({ kind: 'count' }, { signal, timeoutMs: undefined });
    const next = threads.run({ kind: 'count' }, free);
    controller.abort('late');
    await expect(next).resolves.toHaveProperty('jobs', 2);
  });

  test('ends a thread that has been idle for its time', async () => {
    const threads = pool({ maxThreads: 1, idleMs: 20 });
    const { port1, port2 } = new MessageChannel();
    const closed = once(port1, 'close');
    await threads.run({ kind: 'keep', port: port2 }, { ...free, transfer: [port2] });
    // Otherwise nothing keeps the process alive until then.
    port1.ref();
    await closed;
    await expect(threads.run({ kind: 'count' }, free)).resolves.toHaveProperty('jobs', 1);
  });

  test.each([
    ['throws', 'data:text/javascript,throw new Error("no")'],
    ['is not there', 'file:///gleaner-no-such-thread.js'],
  ])('a file that %s is a failed start of each job, and of no other pool', async (_what, url) => {
    const threads = pool({ script: new URL(url), maxThreads: 1 });
    const jobs = [1, 2].map(() => threads.run({ kind: 'count' }, free));
    expect(await Promise.allSettled(jobs)).toMatchObject(
      [1, 2].map(() => ({ status: 'rejected', reason: { kind: 'start' } })),
    );
  });

  test('close rejects what runs, what waits and what comes later', async () => {
    const threads = pool({ maxThreads: 1 });
    const gate = createGate();
    const jobs = [
      threads.run({ kind: 'spin', gate }, free),
      threads.run({ kind: 'count' }, free),
    ].map((job) => job.catch((error: unknown) => error));
    await untilBegun(gate, 1);
    await threads.close();
    jobs.push(threads.run({ kind: 'count' }, free).catch((error: unknown) => error));
    const closed = { kind: 'closed' };
    expect(await Promise.all(jobs)).toMatchObject([closed, closed, closed]);
  });
});
