import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type {
  PageQuestions,
  PageSession,
  PageSource,
  QuestionKind,
  ReadOptions,
} from './page-question.ts';

/** Answers about pages that come again, from the page cache: a page of the same bytes is not read for them a second time. */
export interface KeptAnswers {
  /** A session that asks the given one for what is not known. The signal is the call's. */
  around(
    session: PageSession,
    source: PageSource,
    options: ReadOptions,
    signal: AbortSignal,
  ): PageSession;
}

/**
 * For all pages and accounts together: half of what the page cache takes. A page of 110 KB, the median, has answers of 10 to 40
 * KB for one call.
 */
const mostKeptBytes = 32 * 1_024 * 1_024;
/** Bytes that an answer takes beside its own: its key and its place in the table. */
const overheadBytes = 256;

/** Keeps answers up to so many bytes; those not asked for longest go first. */
export function createKeptAnswers(maxBytes: number = mostKeptBytes): KeptAnswers {
  const answers = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength + overheadBytes,
  });

  function around(
    session: PageSession,
    source: PageSource,
    options: ReadOptions,
    signal: AbortSignal,
  ): PageSession {
    /** The page and all that it was asked so far, because a question may tell the next one where to look, or change the page. */
    let history = toPageKey(source, options);
    /** What the thread was not asked, because it was known. */
    const skipped: (readonly [QuestionKind, PageQuestions[QuestionKind][0]])[] = [];
    let caughtUp: Promise<void> = Promise.resolve();
    let isKept = true;
    let warnings: readonly string[] = [];

    /** Brings the thread's page to where it would be, had it been asked everything. */
    async function catchUp(before: Promise<void>): Promise<void> {
      const missed = skipped.splice(0);
      await before;
      for (const [kind, question] of missed) await session.ask(kind, question);
    }

    async function ask<Kind extends QuestionKind>(
      kind: Kind,
      question: PageQuestions[Kind][0],
    ): Promise<PageQuestions[Kind][1]> {
      signal.throwIfAborted();
      // It brings the bytes of pictures along, and the PDF that is made of its answer costs a hundred times as much.
      if (kind === 'print') isKept = false;
      const key = isKept ? toQuestionKey(history, kind, question) : undefined;
      const known = key === undefined ? undefined : answers.get(key);
      if (key !== undefined) history = key;
      if (known !== undefined) {
        skipped.push([kind, question]);
        // Kept under a key that has the kind. Each caller has an answer of its own, which it may change.
        const [value, noticed] = deserialize(known) as [PageQuestions[Kind][1], readonly string[]];
        warnings = noticed;
        return value;
      }
      caughtUp = catchUp(caughtUp);
      await caughtUp;
      const value = await session.ask(kind, question);
      ({ warnings } = session);
      // A copy: what `serialize` returns may stand in twice as much memory.
      if (key !== undefined) answers.set(key, new Uint8Array(serialize([value, warnings])));
      return value;
    }

    return {
      ask,
      get warnings() {
        return warnings;
      },
      close: () => session.close(),
    };
  }

  return { around };
}

function toPageKey({ content, ...rest }: PageSource, options: ReadOptions): string {
  const about = serialize([rest, options, typeof content]);
  // Its length parts it from the content, which a site chooses.
  return createHash('sha256')
    .update(`${about.length} `)
    .update(about)
    .update(content)
    .digest('base64');
}

function toQuestionKey(
  history: string,
  kind: QuestionKind,
  question: PageQuestions[QuestionKind][0],
): string {
  return createHash('sha256')
    .update(`${history} ${kind} `)
    .update(serialize(question))
    .digest('base64');
}
