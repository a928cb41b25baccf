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
import { isRecord } from '../../runtime/plain-json.ts';

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

/** Characters from which a text of an answer is kept as it stands: copying it took .3 to .5 of a hit of HTML. */
const longText = 4_096;

/** An answer, from which any number of copies can be made. Strings cannot be changed, so all of them share its long texts. */
interface KeptAnswer {
  /** Value and warnings, with empty strings where the long texts stand. */
  readonly rest: Uint8Array;
  /** By the fields of the value. */
  readonly texts: Readonly<Record<string, string>>;
  readonly byteLength: number;
}

/** Keeps answers up to so many bytes; those not asked for longest go first. */
export function createKeptAnswers(maxBytes: number = mostKeptBytes): KeptAnswers {
  const answers = new LRUCache<string, KeptAnswer>({
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
        const copy = copyAnswer(known);
        ({ warnings } = copy);
        // Kept under a key that has the kind.
        return copy.value as PageQuestions[Kind][1];
      }
      caughtUp = catchUp(caughtUp);
      await caughtUp;
      const value = await session.ask(kind, question);
      ({ warnings } = session);
      if (key !== undefined) answers.set(key, toKeptAnswer({ value, warnings }));
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

interface Answer {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

function toKeptAnswer({ value, warnings }: Answer): KeptAnswer {
  const texts: Record<string, string> = {};
  const blanks: Record<string, string> = {};
  let byteLength = 0;
  for (const [name, text] of isRecord(value) ? Object.entries(value) : []) {
    if (typeof text !== 'string' || text.length < longText) continue;
    const bytes = serialize(text);
    byteLength += bytes.byteLength;
    // A copy: a text that was cut out of a page would keep all of the page in memory.
    texts[name] = deserialize(bytes) as string;
    blanks[name] = '';
  }
  const short = byteLength === 0 || !isRecord(value) ? value : { ...value, ...blanks };
  // A copy: what `serialize` returns may stand in twice as much memory.
  const rest = new Uint8Array(serialize([short, warnings]));
  return { rest, texts, byteLength: byteLength + rest.byteLength };
}

/** Each caller has an answer of its own, which it may change. */
function copyAnswer({ rest, texts }: KeptAnswer): Answer {
  const [value, warnings] = deserialize(rest) as [unknown, readonly string[]];
  return { value: isRecord(value) ? Object.assign(value, texts) : value, warnings };
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
