import type { IdempotencyStore } from '../../contracts/store/idempotency-store.ts';
import { idempotencyKeyReused, unknownEntity } from '../rules/store-errors.ts';
import type { MemoryData } from './memory-data.ts';

interface AnswerReference {
  readonly account: string;
  readonly key: string;
}

/** Keeps a value under a key that was taken. */
export function keepValue(
  { idempotency }: MemoryData,
  { account, key, value }: AnswerReference & { readonly value: unknown },
): void {
  const id = idOf({ account, key });
  const known = idempotency.get(id);
  if (known === undefined) throw unknownEntity('idempotency key', key);
  idempotency.set(id, { ...known, value: JSON.stringify(value ?? null) });
}

/** Forgets the key of a failed dispatch, only where the key still belongs to that run. */
export function forgetDispatch(
  { idempotency }: MemoryData,
  { runId, ...reference }: AnswerReference & { readonly runId: string },
): void {
  if (idempotency.get(idOf(reference))?.value === JSON.stringify(runId))
    idempotency.delete(idOf(reference));
}

/** The idempotency keys of a memory store. */
export function memoryIdempotency(data: MemoryData): IdempotencyStore {
  const { idempotency } = data;
  return {
    async begin({ digest, expiresAtMs, nowMs, ...reference }) {
      const known = idempotency.get(idOf(reference));
      const isNew = known === undefined || known.expiresAtMs <= nowMs;
      if (!isNew && known.digest !== digest) throw idempotencyKeyReused();
      if (isNew) {
        idempotency.set(idOf(reference), { digest, expiresAtMs, value: undefined });
        return { state: 'new' };
      }
      if (known.value === undefined) return { state: 'busy' };
      return { state: 'kept', value: JSON.parse(known.value) as unknown };
    },
    async complete({ post, value, ...reference }) {
      if (!idempotency.has(idOf(reference))) throw unknownEntity('idempotency key', reference.key);
      const balance = data.books.closeHold(post.holdId, post.credits, Date.now());
      keepValue(data, { ...reference, value });
      return balance;
    },
    async forget(reference) {
      if (idempotency.get(idOf(reference))?.value === undefined)
        idempotency.delete(idOf(reference));
    },
  };
}

function idOf({ account, key }: AnswerReference): string {
  return JSON.stringify([account, key]);
}
