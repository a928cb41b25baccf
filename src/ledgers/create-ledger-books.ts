import type { Balance, HoldRequest } from '../contracts/ledger.ts';
import type { LedgerEntry } from '../contracts/store/store.ts';
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

export interface LedgerBooksOptions {
  /** What an account has when it is first seen. */
  readonly openingCredits: number;
  /** Most closed holds that are kept, so that closing them again is refused; the oldest are dropped first. */
  readonly maxClosedHolds: number;
  /** Called with each change of a balance, before it is made. */
  readonly onEntry: (entry: LedgerEntry) => void;
}

/** A charge on credits that are held, by a hold or by something else that keeps track of its share. */
export interface HeldCharge {
  readonly account: string;
  /** Freed. */
  readonly held: number;
  /** Charged, at most what is held. */
  readonly credits: number;
  /** Id of what is charged. */
  readonly reference: string;
  readonly nowMs: number;
}

/**
 * Balances and holds in memory. Every method is synchronous and changes nothing when it throws, so that a caller can make
 * several changes in one step.
 */
export interface LedgerBooks {
  balance(account: string): Balance;
  /** Sets credits aside without a hold: the caller keeps track of them, and ends them by `charge`. */
  reserve(account: string, credits: number): Balance;
  charge(charge: HeldCharge): Balance;
  grant(account: string, credits: number, nowMs: number): Balance;
  /** With `isInFlight` the hold counts as a request in flight while it is open. */
  hold(request: HoldRequest & { readonly isInFlight?: boolean }): Balance;
  /** Open holds of an account that count as requests in flight. */
  countInFlight(account: string): number;
  extend(holdId: string, credits: number): Balance;
  /** Posts `credits` of the hold; with 0 it is void. */
  closeHold(holdId: string, credits: number, nowMs: number): Balance;
  /** Forgets at most `limit` holds that were closed at `closedMs` or earlier, and returns how many. */
  forgetClosedHolds(closedMs: number, limit: number): number;
}

interface OpenHold {
  readonly account: string;
  readonly credits: number;
  readonly isInFlight: boolean;
}

/** The arithmetic of every ledger in memory. */
export function createLedgerBooks(options: LedgerBooksOptions): LedgerBooks {
  const { openingCredits, maxClosedHolds, onEntry } = options;
  const balances = new Map<string, Balance>();
  const openHolds = new Map<string, OpenHold>();
  /** Moments by id, in the order in which the holds were closed. */
  const closedHolds = new Map<string, number>();

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

  function charge({ account, held, credits, reference, nowMs }: HeldCharge): Balance {
    checkPost(credits, held);
    const current = read(account);
    if (credits > 0) {
      onEntry({ account, credits: -credits, kind: 'post', reference, createdAtMs: nowMs });
    }
    return write(account, { balance: current.balance - credits, held: current.held - held });
  }

  function requireOpenHold(id: string): OpenHold {
    const hold = openHolds.get(id);
    if (hold !== undefined) return hold;
    throw closedHolds.has(id) ? closedHold(id) : unknownHold(id);
  }

  return {
    balance: read,
    reserve,
    charge,
    grant(account, credits, nowMs) {
      checkGrant(credits);
      const { balance, held } = read(account);
      if (balance - held + credits < 0) throw insufficientCredits({ balance, held }, -credits);
      checkBalance(account, balance + credits);
      if (credits !== 0) onEntry({ account, credits, kind: 'grant', createdAtMs: nowMs });
      return write(account, { balance: balance + credits, held });
    },
    hold({ id, account, credits, isInFlight = false }) {
      checkCredits(credits);
      if (openHolds.has(id) || closedHolds.has(id)) throw knownHold(id);
      const balance = reserve(account, credits);
      openHolds.set(id, { account, credits, isInFlight });
      return balance;
    },
    countInFlight(account) {
      let count = 0;
      for (const hold of openHolds.values()) {
        if (hold.isInFlight && hold.account === account) count += 1;
      }
      return count;
    },
    extend(id, credits) {
      checkCredits(credits);
      const hold = requireOpenHold(id);
      const balance = reserve(hold.account, credits);
      openHolds.set(id, { ...hold, credits: hold.credits + credits });
      return balance;
    },
    closeHold(id, credits, nowMs) {
      const { account, credits: held } = requireOpenHold(id);
      const balance = charge({ account, held, credits, reference: id, nowMs });
      openHolds.delete(id);
      closedHolds.set(id, nowMs);
      for (const [oldest] of closedHolds) {
        if (closedHolds.size <= maxClosedHolds) break;
        closedHolds.delete(oldest);
      }
      return balance;
    },
    forgetClosedHolds(closedMs, limit) {
      const old = [...closedHolds].filter(([, atMs]) => atMs <= closedMs).slice(0, limit);
      for (const [id] of old) closedHolds.delete(id);
      return old.length;
    },
  };
}
