import type { Balance } from '../../src/runtime/contracts/ledger.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { pageCredits, type StoreOperation } from './store-model.ts';

/** The account under which the simulated idempotency keys are used. */
const asking = 'a0';

/** Applies a change of the model to a store, and returns the outcome in the model's form. */
export async function applyToStore(store: Store, operation: StoreOperation): Promise<string> {
  try {
    return await run(store, operation);
  } catch (error) {
    if (isGleanerError(error)) return error.code;
    if (error instanceof RangeError) return 'RangeError';
    throw error;
  }
}

async function run(store: Store, operation: StoreOperation): Promise<string> {
  switch (operation.kind) {
    case 'grant':
      return toText(await store.ledger.grant(operation.account, operation.credits));
    case 'hold':
      return toText(await store.ledger.hold(operation));
    case 'extend':
      return toText(await store.ledger.extend(operation.id, operation.credits));
    case 'post':
      return toText(await store.ledger.post(operation.id, operation.credits));
    case 'void':
      return toText(await store.ledger.void(operation.id));
    case 'create': {
      const { id, account, maxPages, limit, sinceMs, nowMs } = operation;
      const { status, effectiveCap, clampedByCredits } = await store.runs.create({
        id,
        account,
        recipeId: 'recipe',
        variables: {},
        planPages: maxPages,
        creditsPerPage: pageCredits,
        quota: { limit, sinceMs },
        nowMs,
      });
      return `${status} ${effectiveCap} ${clampedByCredits}`;
    }
    case 'start':
      return (await store.runs.start({ id: operation.id, nowMs: 1 })).status;
    case 'advance': {
      const progress = { id: operation.id, pagesExtracted: 1, itemsExtracted: 1 };
      return (await store.runs.advance(progress)).status;
    }
    case 'end': {
      const { id, status, credits, delivery } = operation;
      const common = {
        id,
        pagesExtracted: 1,
        itemsExtracted: 1,
        nowMs: 2,
        delivery: { id: delivery, url: 'https://hooks.example/', headers: {}, body: '{}' },
      };
      const result = { pages: [], mode: 'replay', drift: 0, warnings: [] };
      const run = await store.runs.end(
        status === 'completed'
          ? { ...common, status, credits, result, clampedByCredits: false }
          : { ...common, status, error: 'stopped' },
      );
      return `${run.status} ${run.creditsUsed}`;
    }
    case 'claim':
      return (await store.deliveries.claim({ nowMs: 3 }))?.id ?? 'none';
    case 'finish':
      return (await store.deliveries.finish({ id: operation.id, nowMs: 4 })).state;
    case 'begin':
      return (await store.idempotency.begin({ account: asking, ...operation })).state;
    case 'complete': {
      const { key, holdId, credits } = operation;
      const post = { holdId, credits };
      return toText(await store.idempotency.complete({ account: asking, key, value: 1, post }));
    }
    case 'forget':
      await store.idempotency.forget({ account: asking, key: operation.key });
      return 'forgotten';
  }
  return 'unknown';
}

function toText({ balance, held }: Balance): string {
  return `${balance}/${held}`;
}
