import type { Ledger } from '../contracts/ledger.ts';
import { checkNumbers, type NumberRule } from '../errors/check-numbers.ts';
import { createLedgerBooks, type LedgerBooks } from './create-ledger-books.ts';

/** The credits that accounts begin with. */
export interface MemoryLedgerOptions {
  /** Credits by account; all other accounts begin with 0. @default every account begins with `openingCredits` */
  readonly accounts?: Readonly<Record<string, number>>;
  /**
   * Credits of an account when it is first used; ignored with `accounts`.
   * @default Infinity: no call is refused, and `creditsRemaining` is `Infinity`
   */
  readonly openingCredits?: number;
}

/** Closing one of the last 10,000 closed holds again is a `conflict`; an older one is `not_found`. */
const maxClosedHolds = 10_000;

const credits: NumberRule = { unit: 'credits', least: 0, mayBeInfinite: false };

/**
 * Creates a ledger in the memory of this process.
 *
 * @throws TypeError for credits that are not a whole number ≥ 0.
 */
export function memoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  const { accounts = {} } = options;
  checkNumbers('', options, { openingCredits: { ...credits, mayBeInfinite: true } });
  checkNumbers(
    'accounts.',
    accounts,
    Object.fromEntries(Object.keys(accounts).map((account) => [account, credits])),
  );
  const openingCredits = options.accounts === undefined ? (options.openingCredits ?? Infinity) : 0;
  const books = createLedgerBooks({
    openingCredits,
    maxClosedHolds,
    onEntry: () => {},
  });
  for (const [account, opening] of Object.entries(accounts)) {
    books.grant(account, opening, Date.now());
  }
  return toLedger(books);
}

/** Returns the ledger that keeps its credits in the given books. */
export function toLedger(books: LedgerBooks): Ledger {
  return {
    name: 'memory',
    hold: async ({ id, account, credits }) => books.hold({ id, account, credits }),
    extend: async (holdId, credits) => books.extend(holdId, credits),
    post: async (holdId, credits) => books.closeHold(holdId, credits, Date.now()),
    void: async (holdId) => books.closeHold(holdId, 0, Date.now()),
    balance: async (account) => books.balance(account),
    grant: async (account, credits) => books.grant(account, credits, Date.now()),
  };
}
