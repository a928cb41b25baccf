import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, platform } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ThreadFailure,
  type ThreadFailureKind,
  type ThreadToken,
} from '../../runtime/threads/create-thread-pool.ts';
import { createPageSessions, openSessions, type PagePool } from './create-page-sessions.ts';
import type { PageJob, PageJobResult, PageSource } from './page-question.ts';
import { createPageKeeper } from './thread/create-page-keeper.ts';

const { signal } = new AbortController();

function toSource(content: string | Uint8Array): PageSource {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { content, url: 'https://shop.example/', status: 200, headers };
}

interface Thread extends ThreadToken {
  readonly work: (job: PageJob) => Promise<PageJobResult>;
  readonly jobs: PageJob[];
}

/** Its time stands still: what is foreseen does not wait because the machine is busy. */
function createThread(): Thread {
  return { work: createPageKeeper(() => 0), jobs: [] };
}

/** A pool whose thread is the one that the test puts there. */
function stubPool(): PagePool & { thread: Thread } {
  return {
    thread: createThread(),
    run: () => Promise.reject(new TypeError('Pages are sent by runNear.')),
    async runNear({ toJob }) {
      const { thread } = this;
      const { job } = toJob(thread);
      thread.jobs.push(job);
      return thread.work(job);
    },
    warm() {},
    async close() {},
  };
}

const kettles = ['Blue', 'Red', 'Steel', 'Glass'];
const cards = kettles
  .map((name) => `<article><h2><a href="/${name}">${name} kettle</a></h2><p>$20.00</p></article>`)
  .join('');
const asked = {
  prompt: 'the kettles',
  schema: {
    type: 'object',
    properties: {
      products: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, url: { type: 'string', format: 'uri' } },
        },
      },
    },
  },
  maxWrong: 0.005,
};
const foreseenStructure = [
  { kind: 'structure', question: { ...asked, detailLevel: 'medium' } },
  { kind: 'checks', given: '', needsEvidence: true, ...asked },
] as const;

describe('a session', () => {
  test('sends its page once, and asks about it from then on', async () => {
    const pool = stubPool();
    const session = openSessions(pool).open(toSource('<h1>Blue kettle</h1>'), {}, signal);
    expect(await session.ask('read', undefined)).toMatchObject({ isEmpty: false });
    expect(await session.ask('text', { mainOnly: false })).toBe('Blue kettle');
    expect(pool.thread.jobs.map(({ opened }) => opened !== undefined)).toEqual([true, false]);
  });

  test('has what is foreseen answered with its first question, each once', async () => {
    const pool = stubPool();
    const session = openSessions(pool).open(toSource('<h1>Blue kettle</h1>'), {}, signal, [
      { kind: 'text', question: { mainOnly: false } },
      { kind: 'describe', question: { links: false } },
    ]);
    await session.ask('open', {
      checksObstacle: true,
      isServed: true,
      mayReload: false,
      reads: true,
    });
    expect(await session.ask('text', { mainOnly: false })).toBe('Blue kettle');
    expect(await session.ask('describe', { links: false })).toMatchObject({ links: undefined });
    expect(pool.thread.jobs.map(({ kind }) => kind)).toEqual(['open']);
    await session.ask('text', { mainOnly: false });
    expect(pool.thread.jobs.map(({ kind }) => kind)).toEqual(['open', 'text']);
  });

  test('asks its thread for what is not as it was foreseen', async () => {
    const pool = stubPool();
    const foreseen = [{ kind: 'describe', question: { links: false } }] as const;
    const session = openSessions(pool).open(toSource('<a href="/a">x</a>'), {}, signal, foreseen);
    await session.ask('read', undefined);
    expect(await session.ask('describe', { links: true })).toMatchObject({ links: [{}] });
    expect(pool.thread.jobs.map(({ kind }) => kind)).toEqual(['read', 'describe']);
  });

  test.each([
    ['a page with nothing to read', toSource('<p></p>')],
    ['a page that leads on', toSource('<meta http-equiv="refresh" content="0;url=/b"><p>Go on')],
  ])('answers nothing ahead of %s', async (_, source) => {
    const pool = stubPool();
    const foreseen = [{ kind: 'describe', question: { links: false } }] as const;
    const session = openSessions(pool).open(source, {}, signal, foreseen);
    await session.ask('open', {
      checksObstacle: false,
      isServed: true,
      mayReload: false,
      reads: true,
    });
    await session.ask('describe', { links: false });
    expect(pool.thread.jobs.map(({ kind }) => kind)).toEqual(['open', 'describe']);
  });

  test('reports what fails ahead only when it is asked', async () => {
    const question = { items: ['p::['], fields: [] };
    const session = openSessions(stubPool()).open(toSource('<p>One'), {}, signal, [
      { kind: 'select', question },
    ]);
    expect(await session.ask('read', undefined)).toMatchObject({ isEmpty: false });
    await expect(session.ask('select', question)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('has a value that was found held against the page with the same way', async () => {
    const pool = stubPool();
    const [first, checks] = foreseenStructure;
    const session = openSessions(pool).open(toSource(cards), {}, signal, [first, checks]);
    await session.ask('read', undefined);
    const { value, inferred } = await session.ask('structure', { ...first.question });
    expect(value).toMatchObject({ products: kettles.map((name) => ({ name: `${name} kettle` })) });
    const { given, prompt, schema, maxWrong } = checks;
    await session.ask('missingAddresses', { value: structuredClone(value), given });
    await session.ask('evidence', { value, inferred, maxWrong });
    expect(await session.ask('lists', { value, prompt, schema })).toMatchObject({ lists: [{}] });
    expect(pool.thread.jobs.map(({ kind }) => kind)).toEqual(['read']);
    await session.ask('lists', { value: { products: [] }, prompt, schema });
    expect(pool.thread.jobs.map(({ kind }) => kind)).toEqual(['read', 'lists']);
  });

  test('asks one by one of a page that takes long', async () => {
    const pool = stubPool();
    let now = 0;
    const work = createPageKeeper(() => (now += 600));
    pool.thread = { ...pool.thread, work };
    const [first, checks] = foreseenStructure;
    const session = openSessions(pool).open(toSource(cards), {}, signal, [first, checks]);
    await session.ask('read', undefined);
    const { value } = await session.ask('structure', first.question);
    await session.ask('missingAddresses', { value, given: '' });
    expect(pool.thread.jobs.map(({ kind }) => kind)).toEqual(['read', 'missingAddresses']);
  });

  test('has the warnings of an answer ahead when that is asked for', async () => {
    const links = Array.from({ length: 20_001 }, (_, n) => `<a href="/${n}">x</a>`).join('');
    const foreseen = [{ kind: 'describe', question: { links: true } }] as const;
    const session = openSessions(stubPool()).open(toSource(links), {}, signal, foreseen);
    await session.ask('read', undefined);
    expect(session.warnings).toEqual([]);
    await session.ask('describe', { links: true });
    expect(session.warnings).toEqual([expect.stringContaining('more than 20000 links')]);
  });

  test('goes on in another thread when its own has ended', async () => {
    const pool = stubPool();
    const bytes = new TextEncoder().encode('<h1>Blue kettle</h1>');
    const session = openSessions(pool).open(toSource(bytes), {}, signal);
    await session.ask('read', undefined);
    pool.thread = createThread();
    expect(await session.ask('text', { mainOnly: false })).toBe('Blue kettle');
    expect(pool.thread.jobs[0]?.opened?.source.content).toEqual(bytes);
  });

  test('sends its page again where the thread had to make room for others', async () => {
    const pool = stubPool();
    const sessions = openSessions(pool);
    const small = sessions.open(toSource('<h1>Blue kettle</h1>'), {}, signal);
    await small.ask('read', undefined);
    const large = sessions.open(toSource(`<p>${'x'.repeat(9_000_000)}`), {}, signal);
    await large.ask('open', {
      checksObstacle: true,
      isServed: true,
      mayReload: false,
      reads: false,
    });
    expect(await small.ask('text', { mainOnly: false })).toBe('Blue kettle');
    // Asked for, found to be gone, and sent.
    expect(pool.thread.jobs.map(({ opened }) => opened !== undefined)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  test('that is closed is forgotten by its thread with the next question', async () => {
    const pool = stubPool();
    const sessions = openSessions(pool);
    const first = sessions.open(toSource('<p>One'), {}, signal);
    await first.ask('read', undefined);
    first.close();
    const [{ page }] = pool.thread.jobs as [PageJob];
    await sessions.open(toSource('<p>Two'), {}, signal).ask('read', undefined);
    expect(pool.thread.jobs[1]?.closed).toEqual([page]);
    // The thread does not have it any more.
    await expect(
      pool.thread.work({ page, opened: undefined, closed: [], kind: 'html', question: undefined }),
    ).resolves.toEqual({ kind: 'gone' });
  });

  test('has the warnings of what it was asked so far', async () => {
    const deep = `${'<div>'.repeat(400)}x`;
    const session = openSessions(stubPool()).open(toSource(deep), {}, signal);
    expect(session.warnings).toEqual([]);
    await session.ask('read', undefined);
    expect(session.warnings).toEqual([expect.stringContaining('nested deeper than 256 levels')]);
  });

  test('keeps its warnings where a form of the page changes the tree', async () => {
    const session = openSessions(stubPool()).open(toSource(`${'<div>'.repeat(400)}x`), {}, signal);
    await session.ask('scrape', { form: 'html', images: 'alt', mainOnly: false });
    expect(session.warnings).toEqual([expect.stringContaining('nested deeper than 256 levels')]);
  });

  test('has the warnings of the links and forms that it was asked for', async () => {
    const links = Array.from({ length: 20_001 }, (_, n) => `<a href="/${n}">x</a>`).join('');
    const session = openSessions(stubPool()).open(toSource(links), {}, signal);
    await session.ask('describe', { links: true });
    expect(session.warnings).toEqual([expect.stringContaining('more than 20000 links')]);
  });

  test('rejects with the errors of the page, with their code and details', async () => {
    const session = openSessions(stubPool()).open(
      { ...toSource('<p>No'), status: 404 },
      {},
      signal,
    );
    const question = { checksObstacle: true, isServed: true, mayReload: false, reads: true };
    await expect(session.ask('open', question)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'fetch_failed', pageStatus: 404 },
    });
  });

  test.each<[ThreadFailureKind, object, string]>([
    ['memory', { code: 'validation_failed', details: { reason: 'page_too_large' } }, 'MB'],
    [
      'time',
      { code: 'validation_failed', details: { reason: 'timed_out' } },
      'longer than 20 s, because it is heavy or this machine is busy',
    ],
    ['start', { code: 'internal_error' }, 'did not start'],
    ['end', { code: 'internal_error' }, 'failed'],
    ['work', { code: 'internal_error' }, 'failed'],
  ])('of a thread that fails by %s rejects with an error of ours', async (kind, error, message) => {
    const pool: PagePool = {
      ...stubPool(),
      runNear: () => Promise.reject(new ThreadFailure(kind, 'No.')),
    };
    const asked = openSessions(pool).open(toSource(''), {}, signal).ask('html', undefined);
    await expect(asked).rejects.toMatchObject(error);
    await expect(asked).rejects.toThrow(message);
  });
});

/** The priorities of the threads of this process, by their ids. */
function listPriorities(): ReadonlyMap<string, number> {
  const tasks = '/proc/self/task';
  return new Map(
    readdirSync(tasks).map((task) => {
      const stat = readFileSync(path.join(tasks, task, 'stat'), 'utf8');
      // The 19th field; the second one, a name in parentheses, may hold spaces. See proc_pid_stat(5).
      return [task, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])];
    }),
  );
}

describe('threads of an engine', () => {
  test('of its own answer the same as the calling thread', async () => {
    const texts = [0, 1].map(async (threads) => {
      const sessions = createPageSessions({ threads });
      try {
        const session = sessions.open(toSource('<h1>Blue kettle</h1><p>£24.50'), {}, signal);
        return await session.ask('text', { mainOnly: true });
      } finally {
        await sessions.close();
      }
    });
    expect(await Promise.all(texts)).toEqual(['Blue kettle\n£24.50', 'Blue kettle\n£24.50']);
  });

  test('stand behind the event loop where cores are short', async ({ skip }) => {
    skip(platform() !== 'linux', 'threads have priorities on Linux alone');
    const before = listPriorities();
    const sessions = createPageSessions({ threads: 1 });
    const session = sessions.open(toSource('<p>One'), {}, signal);
    await session.ask('text', { mainOnly: false });
    const after = listPriorities();
    await sessions.close();
    const own = getPriority();
    const added = [...after].filter(([task]) => !before.has(task));
    expect(added.map(([, priority]) => priority)).toContain(Math.min(own + 10, 19));
    // The event loop's own thread has the id of its process.
    expect(after.get(String(process.pid))).toBe(own);
  });

  test('end the work of a call that is aborted, and serve the next one', async () => {
    const sessions = createPageSessions({ threads: 1 });
    const caller = new AbortController();
    const page = `<table>${'<tr><td>Blue kettle<td>24.50'.repeat(100_000)}`;
    const asked = sessions.open(toSource(page), {}, caller.signal).ask('read', undefined);
    caller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    const next = sessions.open(toSource('<p>Next'), {}, signal);
    expect(await next.ask('text', { mainOnly: false })).toBe('Next');
    await sessions.close();
  });
});
