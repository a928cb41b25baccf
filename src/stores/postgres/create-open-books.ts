import { LRUCache } from 'lru-cache';
import type { HoldRequest } from '../../contracts/ledger.ts';
import type { IdempotencyStore } from '../../contracts/store/idempotency-store.ts';

/** Knows whose books a change concerns, without asking the database. */
export interface OpenBooks {
  /** The account, for changes that concern its books alone; `undefined` for others, and for holds that were made elsewhere. */
  findAccount(name: string, input: unknown): string | undefined;
  /** Remembers what was done. */
  note(name: string, input: unknown, account: string): void;
}

/** More than a process has open at once; what is forgotten is changed in a transaction of its own. */
const mostHolds = 10_000;

/** Remembers the holds that a store object makes. */
export function createOpenBooks(): OpenBooks {
  const accounts = new LRUCache<string, string>({ max: mostHolds });
  return {
    findAccount(name, input) {
      switch (name) {
        case 'holdCredits':
        case 'admitRequest':
          return (input as HoldRequest).account;
        case 'extendHold':
        case 'postHold':
          return accounts.get((input as { readonly holdId: string }).holdId);
        case 'completeKeyedRequest':
          return (input as Parameters<IdempotencyStore['complete']>[0]).account;
        default:
          return undefined;
      }
    },
    note(name, input, account) {
      if (name === 'holdCredits' || name === 'admitRequest') {
        accounts.set((input as HoldRequest).id, account);
      } else if (name === 'postHold') {
        accounts.delete((input as { readonly holdId: string }).holdId);
      }
    },
  };
}
