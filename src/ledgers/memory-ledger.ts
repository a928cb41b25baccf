import { LRUCache } from 'lru-cache';
import type { Balance, HoldRequest, Ledger } from '../contracts/ledger.ts';
import { GleanerError } from '../errors/gleaner-error.ts';

export interface MemoryLedgerOptions {
  /** Credits by account. When given, every other account has none. */
  readonly accounts?: Readonly<Record<string, number>>;
  /**
   * What an account holds when it is first seen, without `accounts`.
   * @default Number.MAX_SAFE_INTEGER: use is counted but never refused.
   */
  readonly openingCredits?: number;
}

/** Settled holds are remembered to refuse a second settling; older ones are unknown, which refuses it as well. */
const rememberedSettlements = 10_000;

interface OpenHold {
  readonly account: string;
  readonly credits: number;
}

/** A ledger that lives as long as the process. */
export function memoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  const openingCredits =
    options.accounts === undefined ? (options.openingCredits ?? Number.MAX_SAFE_INTEGER) : 0;
  checkCredits(openingCredits);
  const balances = new Map<string, Balance>();
  for (const [account, credits] of Object.entries(options.accounts ?? {})) {
    checkCredits(credits);
    balances.set(account, { balance: credits, held: 0 });
  }
  const open = new Map<string, OpenHold>();
  const settled = new LRUCache<string, true>({ max: rememberedSettlements });

  const read = (account: string): Balance =>
    balances.get(account) ?? { balance: openingCredits, held: 0 };

  function change(account: string, balance: number, held: number): Balance {
    const current = read(account);
    const changed = { balance: current.balance + balance, held: current.held + held };
    balances.set(account, changed);
    return changed;
  }

  function takeOpenHold(holdId: string): OpenHold {
    const hold = open.get(holdId);
    if (hold === undefined) {
      if (settled.has(holdId))
        throw new GleanerError('conflict', `The hold "${holdId}" is settled already.`);
      throw new GleanerError('not_found', `There is no hold "${holdId}".`);
    }
    return hold;
  }

  function settle(holdId: string, hold: OpenHold, credits: number): Balance {
    open.delete(holdId);
    settled.set(holdId, true);
    return change(hold.account, -credits, -hold.credits);
  }

  return {
    name: 'memory',
    async hold({ id, account, credits }: HoldRequest) {
      checkCredits(credits);
      if (open.has(id) || settled.has(id)) {
        throw new GleanerError('conflict', `The hold "${id}" exists already.`);
      }
      checkAvailable(read(account), credits);
      open.set(id, { account, credits });
      return change(account, 0, credits);
    },
    async post(holdId, credits) {
      checkCredits(credits);
      const hold = takeOpenHold(holdId);
      if (credits > hold.credits) {
        throw new RangeError(`Cannot post ${credits} credits on a hold of ${hold.credits}.`);
      }
      return settle(holdId, hold, credits);
    },
    async void(holdId) {
      return settle(holdId, takeOpenHold(holdId), 0);
    },
    async balance(account) {
      return read(account);
    },
    async grant(account, credits) {
      if (!Number.isSafeInteger(credits))
        throw new RangeError(`Credits are whole numbers, got ${credits}.`);
      const current = read(account);
      if (credits < 0) checkAvailable(current, -credits);
      if (!Number.isSafeInteger(current.balance + credits)) {
        throw new RangeError(`The account "${account}" cannot hold that many credits.`);
      }
      return change(account, credits, 0);
    },
  };
}

function checkCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new RangeError(`Credits are whole numbers from 0 on, got ${credits}.`);
  }
}

function checkAvailable({ balance, held }: Balance, required: number): void {
  const available = balance - held;
  if (available >= required) return;
  throw new GleanerError(
    'insufficient_credits',
    `This needs ${required} credits and ${available} are left: grant more, or ask for less.`,
    { details: { balance: available, required } },
  );
}
