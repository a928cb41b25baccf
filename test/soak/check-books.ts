import { sqliteStore } from '../../src/storage/stores/sqlite-store.ts';
import type { SoakOutcome } from './soak-calls.ts';

/** The books of all accounts of a soak, against what the callers were told. */
export interface SoakBooks {
  /** Credits that the callers were told they were charged. */
  readonly told: number;
  /** Credits that are missing from the balances. */
  readonly charged: number;
  readonly held: number;
  /** Accounts whose entries do not add up to their balance. */
  readonly unbalanced: number;
  /** Calls that were charged twice. */
  readonly chargedTwice: number;
}

/** Credits that each account begins with. */
export const openingCredits = 100_000_000;

/** Reads the books of a folder on which no server works. */
export async function checkBooks(
  folder: string,
  accounts: readonly string[],
  outcomes: Iterable<Pick<SoakOutcome, 'credits'>>,
): Promise<SoakBooks> {
  let told = 0;
  for (const { credits } of outcomes) told += credits;
  const store = sqliteStore({ folder });
  const sums = { charged: 0, held: 0, unbalanced: 0, chargedTwice: 0 };
  try {
    for (const account of accounts) {
      const { balance, held } = await store.ledger.balance(account);
      const entries = await store.ledger.listEntries({ account, limit: 10_000_000 });
      const references = entries.flatMap(({ reference }) => reference ?? []);
      sums.charged += openingCredits - balance;
      sums.held += held;
      sums.chargedTwice += references.length - new Set(references).size;
      if (entries.reduce((sum, { credits }) => sum + credits, 0) !== balance) sums.unbalanced += 1;
    }
  } finally {
    await store.close();
  }
  return { told, ...sums };
}
