import type { Balance, Ledger } from '../../runtime/contracts/ledger.ts';
import {
  type NumberRule,
  anObject,
  checkNumbers,
  checkOptions,
} from '../../runtime/errors/option-checks.ts';
import {
  checkBalance,
  checkCredits,
  checkGrant,
  checkPost,
  closedHold,
  insufficientCredits,
  knownHold,
  unknownHold,
} from './credit-rules.ts';

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
 * @throws TypeError for credits that are not a whole number ≥ 0, and for an option that there is not.
 */
export function memoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  checkOptions('memoryLedger', options, {
    accounts: anObject,
    openingCredits: { ...credits, mayBeInfinite: true },
  });
  const { accounts = {} } = options;
  checkNumbers(
    'accounts.',
    accounts,
    Object.fromEntries(Object.keys(accounts).map((account) => [account, credits])),
  );
  const openingCredits = options.accounts === undefined ? (options.openingCredits ?? Infinity) : 0;
  const balances = new Map<string, Balance>();
  const openHolds = new Map<string, { readonly account: string; readonly credits: number }>();
  /** In the order in which they were closed. */
  const closedHolds = new Set<string>();

  function read(account: string): Balance {
    return balances.get(account) ?? { balance: openingCredits, held: 0 };
  }

  function write(account: string, balance: Balance): Balance {
    balances.set(account, balance);
    return balance;
  }

  function reserve(account: string, credits: number): Balance {
    const { balance, held } = read(account);
    if (balance - held < credits) throw insufficientCredits({ balance, held }, credits);
    return write(account, { balance, held: held + credits });
  }

  function requireOpenHold(id: string) {
    const hold = openHolds.get(id);
    if (hold !== undefined) return hold;
    throw closedHolds.has(id) ? closedHold(id) : unknownHold(id);
  }

  function closeHold(id: string, credits: number): Balance {
    const { account, credits: ownHeld } = requireOpenHold(id);
    checkPost(credits, ownHeld);
    const { balance, held } = read(account);
    openHolds.delete(id);
    closedHolds.add(id);
    const [oldest = ''] = closedHolds;
    if (closedHolds.size > maxClosedHolds) closedHolds.delete(oldest);
    return write(account, { balance: balance - credits, held: held - ownHeld });
  }

  function grant(account: string, credits: number): Balance {
    checkGrant(credits);
    const { balance, held } = read(account);
    if (balance - held + credits < 0) throw insufficientCredits({ balance, held }, -credits);
    checkBalance(account, balance + credits);
    return write(account, { balance: balance + credits, held });
  }

  for (const [account, opening] of Object.entries(accounts)) grant(account, opening);
  return {
    name: 'memory',
    async hold({ id, account, credits }) {
      checkCredits(credits);
      if (openHolds.has(id) || closedHolds.has(id)) throw knownHold(id);
      const balance = reserve(account, credits);
      openHolds.set(id, { account, credits });
      return balance;
    },
    async extend(id, credits) {
      checkCredits(credits);
      const { account, credits: before } = requireOpenHold(id);
      const balance = reserve(account, credits);
      openHolds.set(id, { account, credits: before + credits });
      return balance;
    },
    post: async (id, credits) => closeHold(id, credits),
    void: async (id) => closeHold(id, 0),
    balance: async (account) => read(account),
    grant: async (account, credits) => grant(account, credits),
  };
}
