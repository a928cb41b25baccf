import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import {
  ThreadFailure,
  type ThreadPool,
  type ThreadToken,
  type WorkerKind,
  createThreadPool,
  threadNotStarted,
} from '../../runtime/threads/create-thread-pool.ts';
import { toThreadScript } from '../../runtime/threads/start-worker.ts';
import type {
  AskedQuestion,
  ForeseenAnswer,
  ForeseenQuestion,
  PageFacts,
  PageJob,
  PageJobResult,
  PageQuestions,
  PageSession,
  PageSource,
  QuestionKind,
  ReadOptions,
} from './page-question.ts';
import { type KeptAnswers, createKeptAnswers } from './create-kept-answers.ts';
import { listForeseen } from './foreseen-questions.ts';
import type {
  ExtractionPage,
  StructureFindings,
  StructureQuery,
} from '../../runtime/contracts/extractor.ts';

/** Opens the pages of calls, each in a thread where it can be ended. */
export interface PageSessions {
  /**
   * The session of a page; nothing is sent to a thread before its first question. The signal is the call's. What is foreseen is
   * answered together with that question, and costs no way to the thread of its own.
   */
  open(
    source: PageSource,
    options: ReadOptions,
    signal: AbortSignal,
    foreseen?: readonly ForeseenQuestion[],
  ): PageSession;
  /** The same for a page that may come again: what it was asked before is not asked of a thread. */
  reopen(source: PageSource, options: ReadOptions, signal: AbortSignal): PageSession;
  /** Has a thread ready for the next page, which is on its way. */
  warm(): void;
  /** Ends the threads that are the sessions' own. */
  close(): Promise<void>;
}

export interface PageSessionsOptions {
  /** `undefined` shares as many threads as there are cores with all of the process, 0 works in the calling thread. */
  readonly threads: number | undefined;
  /** Processes are never shared; of them there is one a core, or as many as `threads` says. @default 'threads' */
  readonly workers?: WorkerKind | undefined;
}

/** The largest page takes half of it at its worst. */
const maxMemoryMb = 256;
/**
 * A page of 20 KB is read in .8 of the time that it takes with 8: it is gone before a collection has to copy it. With 64 nothing is
 * faster, and 210 pages take 30 MB more.
 */
const maxYoungMb = 32;
/** Milliseconds of work on one question; the largest page takes a tenth. */
const maxWorkMs = 20_000;
/** Few pages take longer, and a page that is hostile does. */
const spareMs = 200;
/** Milliseconds: a thread takes .1 s to start, and most servers have their next call before this is over. */
const idleMs = 30_000;

/** Where sessions send their questions. */
export type PagePool = ThreadPool<PageJob, PageJobResult>;

/** Shared by all engines of the process: more threads than cores would only wait for each other. */
const shared = createPool(Math.max(availableParallelism(), 2));
let lastPage = 0;

function createPool(maxThreads: number, kind?: WorkerKind): PagePool {
  const script = toThreadScript('./thread/page-thread', import.meta.url);
  return createThreadPool<PageJob, PageJobResult>({
    script,
    kind,
    maxMemoryMb,
    maxYoungMb,
    idleMs,
    spareMs,
    maxThreads,
  });
}

/** Sessions in threads of the process, of their own, or in the calling thread. */
export function createPageSessions({ threads, workers }: PageSessionsOptions): PageSessions {
  if (workers === 'processes') {
    return openSessions(createPool(threads ?? availableParallelism(), workers));
  }
  if (threads === undefined) return { ...openSessions(shared), async close() {} };
  return openSessions(threads === 0 ? callingThread() : createPool(threads));
}

/** Sessions in the threads of a pool, which ends with them. */
export function openSessions(
  pool: PagePool,
  answers: KeptAnswers = createKeptAnswers(),
): PageSessions {
  const open: PageSessions['open'] = (source, options, signal, foreseen) =>
    createSession(pool, { source, options }, signal, foreseen);
  return {
    open,
    reopen: (source, options, signal) =>
      answers.around(open(source, options, signal), source, options, signal),
    warm: () => pool.warm(),
    close: () => pool.close(),
  };
}

/** Which pages a thread has, and which of them it need not keep. */
interface Residents {
  readonly pages: Set<number>;
  readonly closed: Set<number>;
}

const residentsOf = new WeakMap<ThreadToken, Residents>();

function requireResidents(thread: ThreadToken): Residents {
  const residents = residentsOf.get(thread) ?? { pages: new Set(), closed: new Set() };
  residentsOf.set(thread, residents);
  return residents;
}

function createSession(
  pool: PagePool,
  opened: NonNullable<PageJob['opened']>,
  signal: AbortSignal,
  foreseen: readonly ForeseenQuestion[] = [],
): PageSession {
  const page = (lastPage += 1);
  const threads = new Set<ThreadToken>();
  let thread: ThreadToken | undefined;
  let warnings: readonly string[] = [];
  /** What was answered before it was asked. */
  const answered = new Map<AskedQuestion, ForeseenAnswer>();

  function toJob(at: ThreadToken, kind: QuestionKind, question: PageJob['question']) {
    const { pages, closed } = requireResidents(at);
    const isKnown = pages.has(page);
    pages.add(page);
    threads.add(at);
    thread = at;
    const forgotten = [...closed];
    closed.clear();
    const { content } = opened.source;
    const isFirst = kind === 'open' || kind === 'read';
    const asked = {
      page,
      closed: forgotten,
      kind,
      question,
      foreseen: isFirst ? foreseen : [],
    };
    if (isKnown || typeof content === 'string') {
      return { job: { ...asked, opened: isKnown ? undefined : opened } };
    }
    // A copy moves to the thread: the page is needed again where the thread dies of another page.
    const copy = new Uint8Array(content);
    const sent = { ...opened, source: { ...opened.source, content: copy } };
    return { job: { ...asked, opened: sent }, transfer: [copy.buffer] };
  }

  async function run(kind: QuestionKind, question: PageJob['question']): Promise<PageJobResult> {
    try {
      return await pool.runNear(
        { near: thread, toJob: (at) => toJob(at, kind, question) },
        { signal, timeoutMs: maxWorkMs },
      );
    } catch (error) {
      throw error instanceof ThreadFailure ? toError(error) : error;
    }
  }

  function keepForeseen(answers: readonly ForeseenAnswer[]): void {
    let structure: StructureFindings | undefined;
    let at = 0;
    for (const asked of listForeseen(foreseen, () => structure)) {
      const answer = answers[at];
      if (answer === undefined) return;
      answered.set(asked, answer);
      // The answer to a question of a kind is of that kind.
      if (asked.kind === 'structure') structure = answer.value as StructureFindings;
      at += 1;
    }
  }

  /** The answer is the caller's own from then on. */
  function takeForeseen(
    kind: QuestionKind,
    question: PageJob['question'],
  ): ForeseenAnswer | undefined {
    for (const [to, answer] of answered) {
      if (to.kind !== kind || !isDeepStrictEqual(to.question, question)) continue;
      answered.delete(to);
      return answer;
    }
    return undefined;
  }

  async function ask<Kind extends QuestionKind>(
    kind: Kind,
    question: PageQuestions[Kind][0],
  ): Promise<PageQuestions[Kind][1]> {
    const known = takeForeseen(kind, question);
    if (known !== undefined) {
      signal.throwIfAborted();
      ({ warnings } = known);
      // The answer to a question of a kind is of that kind.
      return known.value;
    }
    for (;;) {
      const result = await run(kind, question);
      if (result.kind === 'done') {
        ({ warnings } = result);
        keepForeseen(result.foreseen);
        // The thread answers a question of a kind with a result of that kind.
        return result.value;
      }
      if (result.kind === 'failed') {
        const { code, message, details } = result;
        throw new GleanerError(code, message, { details });
      }
      if (thread !== undefined) requireResidents(thread).pages.delete(page);
    }
  }

  return {
    ask,
    get warnings() {
      return warnings;
    },
    close() {
      for (const each of threads) {
        const { pages, closed } = requireResidents(each);
        if (pages.delete(page)) closed.add(page);
      }
    },
  };
}

function toError(failure: ThreadFailure): GleanerError {
  switch (failure.kind) {
    case 'memory':
      return unreadable('page_too_large', `needs more than ${maxMemoryMb} MB:`, failure);
    case 'time':
      // What it takes of a processor counts; where that cannot be known, a thread that waits for one is as late as one with too much to do.
      return unreadable(
        'timed_out',
        `takes longer than ${maxWorkMs / 1_000} s, because it is heavy or this machine is busy with other work: try again later, or`,
        failure,
      );
    case 'work':
      // A string or a stack beyond the limits of V8.
      if (failure.thrownName === 'RangeError') {
        return unreadable(
          'page_too_large',
          'goes beyond what strings and stacks can hold:',
          failure,
        );
      }
      break;
    case 'start':
      return threadNotStarted('reads pages', failure);
    case 'end':
    case 'closed':
  }
  return new GleanerError('internal_error', 'The thread that reads pages failed.', {
    cause: failure,
  });
}

function unreadable(
  reason: 'page_too_large' | 'timed_out',
  what: string,
  cause: ThreadFailure,
): GleanerError<'validation_failed'> {
  const message = `Reading the page ${what} keep a part of it with \`includeTags\` or \`excludeTags\`, or read it with \`parseMode: 'speed'\`.`;
  return new GleanerError('validation_failed', message, { details: { reason }, cause });
}

/**
 * Does the work of page threads in the calling thread, where nothing can end it: for pages that are trusted, and for
 * measuring what threads cost. The only place on this side that loads the work itself.
 */
export function callingThread(): PagePool {
  const token = {};
  let keeper: Promise<(job: PageJob) => Promise<PageJobResult>> | undefined;

  async function work(job: PageJob, signal: AbortSignal | undefined): Promise<PageJobResult> {
    const answer = await (keeper ??= load());
    signal?.throwIfAborted();
    const result = await answer(job);
    signal?.throwIfAborted();
    return result;
  }

  return {
    run: (job, { signal }) => work(job, signal),
    runNear: ({ toJob }, { signal }) => work(toJob(token).job, signal),
    warm() {},
    async close() {},
  };
}

async function load(): Promise<(job: PageJob) => Promise<PageJobResult>> {
  const { createPageKeeper } = await import('./thread/create-page-keeper.ts');
  return createPageKeeper();
}

/** The page that an extractor is given: its questions go to the session's thread. */
export function toExtractionPage(
  { url, title, language }: Omit<PageFacts, 'isEmpty'>,
  session: PageSession,
): ExtractionPage {
  const html = (): Promise<string> => session.ask('html', undefined);
  return {
    url,
    title,
    language,
    text: ({ mainOnly = false } = {}) => session.ask('text', { mainOnly }),
    html,
    async tree() {
      // Loaded on first use: most extractors ask for no tree.
      const { parseDocument } = await import('htmlparser2');
      return parseDocument(await html());
    },
    content: (query) => session.ask('content', query),
    readTexts: (texts) => session.ask('readTexts', texts),
    structure: (query) => session.ask('structure', toStructureQuery(query)),
    settled: (query) => session.ask('settled', toStructureQuery(query)),
    select: (query) => session.ask('select', query),
  };
}

/** Picked one by one: an extractor may hand on its whole request, which no thread could be sent. */
export function toStructureQuery(query: StructureQuery): StructureQuery {
  const { prompt, schema, detailLevel, maxWrong } = query;
  return { prompt, schema, detailLevel, maxWrong };
}
