import type { AnswerStore } from '../../contracts/store/answer-store.ts';
import { idempotencyKeyReused, unknownEntity } from '../rules/store-errors.ts';
import type { MemoryData } from './memory-data.ts';

interface AnswerReference {
  readonly account: string;
  readonly key: string;
}

/** Keeps the answer of a key that was taken. */
export function rememberAnswer(
  { answers }: MemoryData,
  { account, key, value }: AnswerReference & { readonly value: unknown },
): void {
  const id = idOf({ account, key });
  const known = answers.get(id);
  if (known === undefined) throw unknownEntity('idempotency key', key);
  answers.set(id, { ...known, value: JSON.stringify(value ?? null) });
}

/** The answers of a memory store. */
export function memoryAnswers(data: MemoryData): AnswerStore {
  const { answers } = data;
  return {
    async begin({ digest, expiresAtMs, nowMs, ...reference }) {
      const known = answers.get(idOf(reference));
      const isNew = known === undefined || known.expiresAtMs <= nowMs;
      if (!isNew && known.digest !== digest) throw idempotencyKeyReused();
      for (const [id, { expiresAtMs }] of answers) if (expiresAtMs <= nowMs) answers.delete(id);
      if (isNew) {
        answers.set(idOf(reference), { digest, expiresAtMs, value: undefined });
        return { state: 'new' };
      }
      if (known.value === undefined) return { state: 'busy' };
      return { state: 'answered', value: JSON.parse(known.value) as unknown };
    },
    async complete({ post, value, ...reference }) {
      if (!answers.has(idOf(reference))) throw unknownEntity('idempotency key', reference.key);
      const balance = data.books.closeHold(post.holdId, post.credits, Date.now());
      rememberAnswer(data, { ...reference, value });
      return balance;
    },
    async forget(reference) {
      if (answers.get(idOf(reference))?.value === undefined) answers.delete(idOf(reference));
    },
  };
}

function idOf({ account, key }: AnswerReference): string {
  return JSON.stringify([account, key]);
}
