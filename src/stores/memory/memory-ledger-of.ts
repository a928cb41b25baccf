import type { Balance } from '../../contracts/ledger.ts';
import type { LedgerEntry, StoreLedger } from '../../contracts/store/store.ts';
import {
  checkBalance,
  checkCredits,
  checkGrant,
  checkPost,
  insufficientCredits,
  knownEntity,
  unknownEntity,
  wrongState,
} from '../rules/store-errors.ts';
import type { MemoryData } from './memory-data.ts';

/** What an account has. */
export function readBalance({ balances }: MemoryData, account: string): Balance {
  return balances.get(account) ?? { balance: 0, held: 0 };
}

/** Sets credits aside, or refuses to. */
export function holdCredits(data: MemoryData, account: string, credits: number): Balance {
  const current = readBalance(data, account);
  if (current.balance - current.held < credits) throw insufficientCredits(current, credits);
  return setBalance(data, account, { ...current, held: current.held + credits });
}

/** Ends a hold of `held` credits by charging `credits` of it. */
export function settleCredits(
  data: MemoryData,
  settlement: {
    readonly account: string;
    readonly held: number;
    readonly credits: number;
    readonly reference: string;
    readonly nowMs: number;
  },
): Balance {
  const { account, held, credits, reference, nowMs } = settlement;
  const current = readBalance(data, account);
  if (credits > 0) {
    addEntry(data, { account, credits: -credits, kind: 'post', reference, createdAtMs: nowMs });
  }
  return setBalance(data, account, {
    balance: current.balance - credits,
    held: current.held - held,
  });
}

/** Adds credits, or takes them back. */
export function grantCredits(
  data: MemoryData,
  account: string,
  credits: number,
  nowMs: number,
): Balance {
  checkGrant(credits);
  const current = readBalance(data, account);
  if (current.balance - current.held + credits < 0) throw insufficientCredits(current, -credits);
  checkBalance(account, current.balance + credits);
  if (credits !== 0) addEntry(data, { account, credits, kind: 'grant', createdAtMs: nowMs });
  return setBalance(data, account, { ...current, balance: current.balance + credits });
}

/** Posts an open hold. */
export function postHold(data: MemoryData, id: string, credits: number, nowMs: number): Balance {
  const hold = data.holds.get(id);
  if (hold === undefined) throw unknownEntity('hold', id);
  if (hold.settledAtMs !== undefined) throw wrongState('hold', id, 'settled');
  checkPost(credits, hold.credits);
  data.holds.set(id, { ...hold, settledAtMs: nowMs });
  return settleCredits(data, {
    account: hold.account,
    held: hold.credits,
    credits,
    reference: id,
    nowMs,
  });
}

/** The ledger of a memory store. */
export function memoryLedgerOf(data: MemoryData): StoreLedger {
  return {
    name: 'memory',
    async hold({ id, account, credits }) {
      checkCredits(credits);
      if (data.holds.has(id)) throw knownEntity('hold', id);
      const balance = holdCredits(data, account, credits);
      data.holds.set(id, { account, credits });
      return balance;
    },
    async post(holdId, credits) {
      return postHold(data, holdId, credits, Date.now());
    },
    async void(holdId) {
      return postHold(data, holdId, 0, Date.now());
    },
    async balance(account) {
      return readBalance(data, account);
    },
    async grant(account, credits) {
      return grantCredits(data, account, credits, Date.now());
    },
    async listEntries({ account, limit }) {
      return data.entries
        .filter((entry) => entry.account === account)
        .reverse()
        .slice(0, limit);
    },
  };
}

function setBalance({ balances }: MemoryData, account: string, balance: Balance): Balance {
  balances.set(account, balance);
  return balance;
}

function addEntry({ entries }: MemoryData, entry: LedgerEntry): void {
  entries.push(entry);
}
