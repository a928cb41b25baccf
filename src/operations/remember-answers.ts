import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../contracts/clock.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { raceSignal } from '../signals/race-signal.ts';

/** First answers by idempotency key. */
export interface RememberedAnswers {
  /**
   * The first completed answer given under the account's key, or that of `work`. The same key with another input
   * is a `conflict`; a failed first try is not remembered, and whoever waited for it makes a try of its own.
   */
  answerOnce<Answer>(question: Question, work: () => Promise<Answer>): Promise<Answer>;
}

export interface Question {
  readonly account: string;
  readonly key: string;
  /** What was asked, as JSON-like data: only its digest is kept. */
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
}

/** How long a key is kept: 24 hours. */
const keptMs = 24 * 60 * 60 * 1_000;
/** Keys kept at once; the oldest leave first. An answer is about 2 KB, so this is some 20 MB at the worst. */
const keptKeys = 10_000;

interface Remembered {
  readonly digest: string;
  readonly answer: Promise<unknown>;
  /** Monotonic; `Infinity` while the first try is under way. */
  expiresAtMs: number;
}

/** Keeps answers in memory, for as long as the process lives. */
export function rememberAnswers(clock: Clock): RememberedAnswers {
  const remembered = new LRUCache<string, Remembered>({ max: keptKeys });

  async function answerOnce<Answer>(
    question: Question,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const id = JSON.stringify([question.account, question.key]);
    const digest = digestOf(question.input);
    const known = remembered.get(id);
    if (known === undefined || known.expiresAtMs <= clock.monotonicMs()) {
      return remember(id, digest, work);
    }
    if (known.digest !== digest) {
      throw new GleanerError(
        'conflict',
        'This idempotency key was used with another input: take a new key for a new request.',
      );
    }
    const first = known.answer as Promise<Answer>;
    const waited = question.signal === undefined ? first : raceSignal(first, question.signal);
    try {
      return await waited;
    } catch (error) {
      question.signal?.throwIfAborted();
      if (remembered.get(id) === known) throw error;
      return answerOnce(question, work);
    }
  }

  async function remember<Answer>(
    id: string,
    digest: string,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const answer = work();
    const entry: Remembered = { digest, answer, expiresAtMs: Infinity };
    remembered.set(id, entry);
    try {
      const completed = await answer;
      entry.expiresAtMs = clock.monotonicMs() + keptMs;
      return completed;
    } catch (error) {
      if (remembered.get(id) === entry) remembered.delete(id);
      throw error;
    }
  }

  return { answerOnce };
}

function digestOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64');
}
