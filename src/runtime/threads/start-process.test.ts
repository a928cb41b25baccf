import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ThreadPool, createThreadPool } from './create-thread-pool.ts';

const execute = promisify(execFile);

type Job =
  | { readonly kind: 'echo'; readonly bytes?: Uint8Array }
  | { readonly kind: 'exit' | 'function' | 'heap' | 'hoard' | 'spin' | 'throw' };

const program = `
import { serveJobs } from ${JSON.stringify(new URL('serve-jobs.ts', import.meta.url).href)};
const kept = [];
serveJobs(({ kind, bytes }, enterStage) => {
  enterStage(kind);
  if (kind === 'spin') for (;;);
  if (kind === 'heap') for (;;) kept.push(new Array(1000).fill(kept.length));
  if (kind === 'hoard') { for (let at = 0; at < 40; at += 1) kept.push(Buffer.alloc(10000000, 1)); return new Promise(() => {}); }
  if (kind === 'exit') process.exit(3);
  if (kind === 'throw') throw new RangeError('no');
  if (kind === 'function') return () => {};
  return { pid: process.pid, names: Object.keys(process.env), bytes };
});
`;

interface Echo {
  readonly pid: number;
  readonly names: readonly string[];
  readonly bytes?: Uint8Array;
}

describe('a pool of processes', () => {
  let folder = '';
  let processes: ThreadPool<Job, Echo>;
  const free = { signal: undefined, timeoutMs: undefined };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gleaner-processes-'));
    const script = path.join(folder, 'echo.mjs');
    await writeFile(script, program);
    processes = createThreadPool<Job, Echo>({
      script: pathToFileURL(script),
      kind: 'processes',
      maxMemoryMb: 100,
      idleMs: 60_000,
      maxThreads: 1,
    });
  });

  afterAll(async () => {
    await processes.close();
    await rm(folder, { recursive: true });
  });

  const run = (job: Job, timeoutMs?: number): Promise<Echo> =>
    processes.run(job, { ...free, timeoutMs });

  test('does one job after the other in a process of its own, without the environment', async () => {
    const bytes = new Uint8Array([1, 0, 255]);
    const first = await run({ kind: 'echo', bytes });
    const second = await run({ kind: 'echo' });
    expect(first.pid).not.toBe(process.pid);
    expect(second.pid).toBe(first.pid);
    expect([...(first.bytes ?? [])]).toEqual([1, 0, 255]);
    expect(first.names.filter((name) => !name.startsWith('NODE_CHANNEL'))).toEqual([]);
  });

  test('what the work throws, or what cannot be copied, fails the job and keeps the process', async () => {
    const { pid } = await run({ kind: 'echo' });
    await expect(run({ kind: 'throw' })).rejects.toMatchObject({
      kind: 'work',
      thrownName: 'RangeError',
      stage: 'throw',
    });
    await expect(run({ kind: 'function' })).rejects.toMatchObject({ kind: 'work' });
    const uncopied = { kind: 'echo', bytes: (() => {}) as unknown as Uint8Array } as const;
    await expect(run(uncopied)).rejects.toThrow('could not be cloned');
    expect(await run({ kind: 'echo' })).toMatchObject({ pid });
  });

  test.each([
    ['spin', 300, 'time'],
    ['exit', undefined, 'end'],
    ['heap', undefined, 'memory'],
  ] as const)('%s ends the process and its job alone', async (kind, timeoutMs, why) => {
    const { pid } = await run({ kind: 'echo' });
    const failed = run({ kind }, timeoutMs);
    const next = run({ kind: 'echo' });
    await expect(failed).rejects.toMatchObject({ kind: why });
    expect((await next).pid).not.toBe(pid);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test.runIf(process.platform === 'linux')('buffers outside of its heap count', async () => {
    await expect(run({ kind: 'hoard' })).rejects.toMatchObject({ kind: 'memory' });
  });

  test('an abort ends a job at once, and close() leaves no process', async () => {
    const controller = new AbortController();
    const aborted = processes.run({ kind: 'spin' }, { ...free, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    const { pid } = await run({ kind: 'echo' });
    await processes.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('a program may wait for the end of its idle processes, and need not', async () => {
    const close = `await pool.close(); console.log('closed');`;
    for (const [end, output] of [
      [close, 'closed\n'],
      ['', ''],
    ] as const) {
      const code = `
        import { createThreadPool } from ${JSON.stringify(new URL('create-thread-pool.ts', import.meta.url).href)};
        const script = new URL(${JSON.stringify(pathToFileURL(path.join(folder, 'echo.mjs')).href)});
        const pool = createThreadPool({ script, kind: 'processes', maxMemoryMb: 100, idleMs: 60_000 });
        await pool.run({ kind: 'echo' }, {});
        ${end}`;
      const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', code]);
      expect(stdout).toBe(output);
    }
  });

  test('a script that is not there is told as a start that failed', async () => {
    const missing = createThreadPool<Job, Echo>({
      script: pathToFileURL(path.join(folder, 'none.mjs')),
      kind: 'processes',
      maxMemoryMb: 100,
      idleMs: 0,
    });
    await expect(missing.run({ kind: 'echo' }, free)).rejects.toMatchObject({ kind: 'start' });
  });
});
