import { createHash } from 'node:crypto';
import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store/store.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { raceSignal } from '../signals/race-signal.ts';
import { idempotencyKeyReused } from '../stores/rules/store-errors.ts';
import type { ServiceEvent } from './service-event.ts';

/** What is asked under an idempotency key. */
export interface KeptQuestion {
  readonly account: string;
  readonly key: string;
  /** JSON-like data; the order of its members does not count. */
  readonly question: unknown;
  readonly signal: AbortSignal | undefined;
}

export interface AnswerWays<Answer> {
  /** The answer that the store kept; `undefined` when there is nothing left of it. */
  readonly recall: (value: unknown) => Promise<Answer | undefined>;
  /** The first try; completes the answer in the store itself, with what it charges. */
  readonly work: () => Promise<Answer>;
}

/** First answers by idempotency key, kept in the store. */
export interface AnswerKeeper {
  /**
   * The first completed answer under the account's key, or that of `work`. The same key with another question is a
   * `conflict`; a failed first try is not remembered, and whoever waited for it makes a try of its own. While another
   * process is at the first try, that is a `conflict`, too.
   */
  answerOnce<Answer>(asked: KeptQuestion, ways: AnswerWays<Answer>): Promise<Answer>;
}

/** How long an idempotency key is kept: 24 hours. */
const keptMs = 24 * 60 * 60 * 1_000;

interface FirstTry {
  readonly digest: string;
  readonly settled: Promise<void>;
}

/** Those who ask at the same time in this process wait for one another. */
export function createAnswerKeeper({
  store,
  clock,
  emit,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly emit: (event: ServiceEvent) => void;
}): AnswerKeeper {
  const tries = new Map<string, FirstTry>();

  async function answerOnce<Answer>(
    asked: KeptQuestion,
    ways: AnswerWays<Answer>,
  ): Promise<Answer> {
    const { account, key, signal } = asked;
    const id = JSON.stringify([account, key]);
    const digest = digestOf(asked.question);
    for (let first = tries.get(id); first !== undefined; first = tries.get(id)) {
      if (first.digest !== digest) throw idempotencyKeyReused();
      await (signal === undefined ? first.settled : raceSignal(first.settled, signal));
    }
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    tries.set(id, { digest, settled });
    try {
      return await tryFirst({ account, key, digest }, ways);
    } finally {
      tries.delete(id);
      resolve();
    }
  }

  async function tryFirst<Answer>(
    { account, key, digest }: { account: string; key: string; digest: string },
    { recall, work }: AnswerWays<Answer>,
  ): Promise<Answer> {
    const nowMs = clock.nowMs();
    const expiresAtMs = nowMs + keptMs;
    const begun = await store.answers.begin({ account, key, digest, nowMs, expiresAtMs });
    if (begun.state === 'busy') throw underWay();
    if (begun.state === 'answered') {
      const answer = await recall(begun.value);
      if (answer !== undefined) return answer;
    }
    try {
      return await work();
    } catch (error) {
      await forget({ account, key });
      throw error;
    }
  }

  /** Where even that fails, the caller still hears what was wrong with his request. */
  async function forget(reference: { account: string; key: string }): Promise<void> {
    try {
      await store.answers.forget(reference);
    } catch (error) {
      emit({ kind: 'fault', doing: 'forget an idempotency key', error });
    }
  }

  return { answerOnce };
}

function digestOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question, sortMembers)).digest('base64');
}

/** A client may build the same body in another order. */
function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function underWay(): GleanerError<'conflict'> {
  return new GleanerError(
    'conflict',
    'A request with this idempotency key is under way: wait for its answer, then ask again.',
  );
}
