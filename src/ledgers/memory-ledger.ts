import type { Ledger } from '../contracts/ledger.ts';
import { checkCredits } from './credit-rules.ts';
import { createLedgerBooks, type LedgerBooks } from './create-ledger-books.ts';

export interface MemoryLedgerOptions {
  /** Credits by account. When given, every other account has none. */
  readonly accounts?: Readonly<Record<string, number>>;
  /**
   * What an account has when it is first seen, without `accounts`.
   * @default Infinity: no call is ever refused, and what is left is `Infinity`
   */
  readonly openingCredits?: number;
}

/** A hold that is closed again is refused with `conflict` so long, then with `not_found`. */
const maxClosedHolds = 10_000;

/** A ledger that lives as long as the process. Throws a `RangeError` for credits that are no whole numbers from 0 on. */
export function memoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  const { accounts } = options;
  const openingCredits = accounts === undefined ? (options.openingCredits ?? Infinity) : 0;
  if (openingCredits !== Infinity) checkCredits(openingCredits);
  const books = createLedgerBooks({
    openingCredits,
    maxClosedHolds,
    onEntry: () => {},
  });
  for (const [account, credits] of Object.entries(accounts ?? {})) {
    checkCredits(credits);
    books.grant(account, credits, Date.now());
  }
  return toLedger(books);
}

/** The ledger that keeps its credits in the given books. */
export function toLedger(books: LedgerBooks): Ledger {
  return {
    name: 'memory',
    hold: async (request) => books.hold(request),
    extend: async (holdId, credits) => books.extend(holdId, credits),
    post: async (holdId, credits) => books.closeHold(holdId, credits, Date.now()),
    void: async (holdId) => books.closeHold(holdId, 0, Date.now()),
    balance: async (account) => books.balance(account),
    grant: async (account, credits) => books.grant(account, credits, Date.now()),
  };
}
