import { deserialize } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { createKeptAnswers } from './create-kept-answers.ts';
import { openSessions, type PagePool } from './create-page-sessions.ts';
import type { PageJob, PageSession, PageSource } from './page-question.ts';
import { createPageKeeper } from './thread/create-page-keeper.ts';

vi.mock('node:v8', { spy: true });

const { signal } = new AbortController();
const encoder = new TextEncoder();

const kettle = '<h1>Blue kettle</h1><p>Price: £24.50</p>';

function toSource(html: string, changes: Partial<PageSource> = {}): PageSource {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const content = encoder.encode(html);
  return { content, url: 'https://shop.example/', status: 200, headers, ...changes };
}

/** A pool of one thread that says which questions reached it. */
function recordingPool(): PagePool & { readonly jobs: PageJob[] } {
  const work = createPageKeeper();
  const thread = {};
  const jobs: PageJob[] = [];
  return {
    jobs,
    run: () => Promise.reject(new TypeError('Pages are sent by runNear.')),
    runNear({ toJob }) {
      const { job } = toJob(thread);
      jobs.push(job);
      return work(job);
    },
    warm() {},
    async close() {},
  };
}

function listKinds({ jobs }: { readonly jobs: readonly PageJob[] }): readonly string[] {
  return jobs.map(({ kind }) => kind);
}

const schema = { type: 'object', properties: { price: { type: 'number' } } };
const query = {
  prompt: 'The price',
  schema,
  detailLevel: 'medium',
  maxWrong: undefined,
} as const;

async function extractWithEvidence(session: PageSession): Promise<unknown> {
  const facts = await session.ask('read', undefined);
  const findings = await session.ask('structure', query);
  const { value, inferred } = findings;
  const evidence = await session.ask('evidence', { value, inferred });
  session.close();
  return { facts, findings, evidence, warnings: session.warnings };
}

test('a page that comes again is not read for what it was asked before, and says the same', async () => {
  const pool = recordingPool();
  const sessions = openSessions(pool);
  const first = await extractWithEvidence(sessions.reopen(toSource(kettle), {}, signal));
  expect(listKinds(pool)).toEqual(['read', 'structure', 'evidence']);
  const second = await extractWithEvidence(sessions.reopen(toSource(kettle), {}, signal));
  expect(second).toEqual(first);
  expect(first).toMatchObject({ findings: { value: { price: 24.5 } } });
  expect(pool.jobs).toHaveLength(3);
});

test('a page that is opened without being kept is read each time', async () => {
  const pool = recordingPool();
  const sessions = openSessions(pool);
  for (const _time of [1, 2])
    await sessions.open(toSource(kettle), {}, signal).ask('read', undefined);
  expect(listKinds(pool)).toEqual(['read', 'read']);
});

test.each<[string, Partial<PageSource>, object]>([
  ['other bytes', { content: encoder.encode(`${kettle} `) }, {}],
  ['another address', { url: 'https://shop.example/other' }, {}],
  ['other headers', { headers: { 'content-type': 'text/html; charset=iso-8859-1' } }, {}],
  ['another way to parse it', {}, { parseMode: 'speed' }],
  ['other tags to keep', {}, { includeTags: ['p'] }],
  ['what is for people', {}, { isForPeople: true }],
])('a page with %s is another page', async (_, changes, options) => {
  const pool = recordingPool();
  const sessions = openSessions(pool);
  await sessions.reopen(toSource(kettle), {}, signal).ask('text', { mainOnly: false });
  await sessions
    .reopen(toSource(kettle, changes), options, signal)
    .ask('text', { mainOnly: false });
  expect(pool.jobs).toHaveLength(2);
});

test('a question that is new is answered as if all before it had been asked of the thread', async () => {
  const pool = recordingPool();
  const sessions = openSessions(pool);
  const twice = '<h1>24.50</h1><p>Delivery 24.50</p><table><tr><th>Price<td>24.50</table>';
  const known = sessions.reopen(toSource(twice), {}, signal);
  await known.ask('structure', query);
  const asked = { value: { price: 24.5 }, inferred: [] };
  const again = sessions.reopen(toSource(twice), {}, signal);
  await again.ask('structure', query);
  const evidence = await again.ask('evidence', asked);
  expect(listKinds(pool)).toEqual(['structure', 'structure', 'evidence']);
  const alone = openSessions(recordingPool()).open(toSource(twice), {}, signal);
  await alone.ask('structure', query);
  expect(evidence).toEqual(await alone.ask('evidence', asked));
});

test('an answer after another question is an answer of its own', async () => {
  const pool = recordingPool();
  const sessions = openSessions(pool);
  const asked = { value: { price: 24.5 }, inferred: [] };
  for (const _time of [1, 2]) {
    const first = sessions.reopen(toSource(kettle), {}, signal);
    await first.ask('structure', query);
    await first.ask('evidence', asked);
    await sessions.reopen(toSource(kettle), {}, signal).ask('evidence', asked);
  }
  expect(listKinds(pool)).toEqual(['structure', 'evidence', 'evidence']);
});

test('what a caller changes in an answer reaches no other', async () => {
  const sessions = openSessions(recordingPool());
  const page = toSource('<title>Kettles</title><p>Blue</p><a href="/blue">Blue kettle</a>');
  const told: unknown[] = [];
  for (const _time of [1, 2, 3]) {
    const { links } = await sessions.reopen(page, {}, signal).ask('describe', { links: true });
    told.push(structuredClone(links));
    if (Array.isArray(links)) links.length = 0;
  }
  expect(told[0]).toHaveLength(1);
  expect(told).toEqual([told[0], told[0], told[0]]);
});

const scraped = { form: 'html', images: 'keep', mainOnly: false } as const;

test('a long text of an answer is copied for no caller', async () => {
  const sessions = openSessions(recordingPool());
  const page = toSource(`<p>${'a'.repeat(10_000)}</p>`);
  const first = await sessions.reopen(page, {}, signal).ask('scrape', scraped);
  vi.mocked(deserialize).mockClear();
  const second = await sessions.reopen(page, {}, signal).ask('scrape', scraped);
  expect(second).toEqual(first);
  expect(second.content).toContain('a'.repeat(10_000));
  const [[copied] = []] = vi.mocked(deserialize).mock.calls;
  expect(copied?.byteLength).toBeLessThan(1_000);
});

test('the warnings of a page come with its kept answers', async () => {
  const sessions = openSessions(recordingPool());
  const deep = toSource(`${'<div>'.repeat(400)}x`);
  for (const _time of [1, 2]) {
    const session = sessions.reopen(deep, {}, signal);
    expect(session.warnings).toEqual([]);
    await session.ask('read', undefined);
    expect(session.warnings).toEqual([expect.stringContaining('nested deeper than 256 levels')]);
  }
});

test('a call that was aborted gets no kept answer', async () => {
  const sessions = openSessions(recordingPool());
  await sessions.reopen(toSource(kettle), {}, signal).ask('read', undefined);
  const left = AbortSignal.abort(new Error('left'));
  await expect(sessions.reopen(toSource(kettle), {}, left).ask('read', undefined)).rejects.toThrow(
    'left',
  );
});

test.each<[string, (session: PageSession) => Promise<unknown>]>([
  ['texts', (session) => session.ask('text', { mainOnly: false })],
  ['scraped pages', (session) => session.ask('scrape', scraped)],
])(
  'of more %s than there is room for, those not asked for longest are forgotten',
  async (_, read) => {
    const pool = recordingPool();
    // Room for two of the three.
    const sessions = openSessions(pool, createKeptAnswers(25_000));
    const pages = ['a', 'b', 'c'].map((letter) => toSource(`<p>${letter.repeat(10_000)}`));
    const ask = async (at: number): Promise<void> => {
      const [page = toSource('')] = pages.slice(at);
      await read(sessions.reopen(page, {}, signal));
    };
    for (const at of [0, 1, 0, 2]) await ask(at);
    expect(pool.jobs).toHaveLength(3);
    // The first was asked for again before the third came, and the second was not.
    await ask(0);
    expect(pool.jobs).toHaveLength(3);
    await ask(1);
    expect(pool.jobs).toHaveLength(4);
  },
);

test('an answer that is larger than all of the room is not kept, and takes the place of none', async () => {
  const pool = recordingPool();
  const sessions = openSessions(pool, createKeptAnswers(5_000));
  const large = toSource(`<p>${'a'.repeat(10_000)}`);
  for (const page of [toSource(kettle), large, large, toSource(kettle)]) {
    await sessions.reopen(page, {}, signal).ask('text', { mainOnly: false });
  }
  expect(pool.jobs).toHaveLength(3);
});

test('a failure is not kept', async () => {
  const pool = recordingPool();
  const sessions = openSessions(pool);
  const refused = toSource('<p>No', { status: 404 });
  const question = { checksObstacle: true, isServed: true, mayReload: false, reads: true };
  for (const _time of [1, 2]) {
    await expect(sessions.reopen(refused, {}, signal).ask('open', question)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  }
  expect(pool.jobs).toHaveLength(2);
});
