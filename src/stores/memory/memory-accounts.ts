import type { Account, AccountStore, AccountUsage } from '../../contracts/store/account-store.ts';
import type { ApiKey, KeyStore } from '../../contracts/store/key-store.ts';
import type { Run } from '../../contracts/store/run-store.ts';
import { checkCredits } from '../../ledgers/credit-rules.ts';
import { changeAccount, checkLiving, toCurrentAccount } from '../rules/change-account.ts';
import { omitUndefined } from '../rules/omit-undefined.ts';
import { knownEntity, takenEmail, unknownEntity } from '../rules/store-errors.ts';
import { copyJson, type MemoryData } from './memory-data.ts';
import { endSessions } from './memory-sign-ins.ts';

/** The account; throws `not_found` for an unknown one and `conflict` for one that is deleted by now. */
export function requireLivingAccount(
  { accounts }: MemoryData,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Account {
  const account = accounts.get(id);
  if (account === undefined) throw unknownEntity('account', id);
  checkLiving(account, nowMs);
  return account;
}

/** The accounts of a memory store. */
export function memoryAccounts(data: MemoryData): AccountStore {
  const { accounts, books, keys, runs, schedules } = data;
  return {
    async create({ id, plan, credits, emailVerified, email, nowMs }) {
      checkCredits(credits);
      if (accounts.has(id)) throw knownEntity('account', id);
      checkEmail(data, id, email);
      books.grant(id, credits, nowMs);
      const account = omitUndefined<Account>({
        id,
        plan: copyJson(plan),
        createdAtMs: nowMs,
        email,
        emailVerifiedAtMs: emailVerified ? nowMs : undefined,
      });
      accounts.set(id, account);
      return account;
    },
    async find(id) {
      return accounts.get(id);
    },
    async findByEmail(email) {
      return findByEmail(data, email);
    },
    async usage({ id, sinceMs }) {
      const account = accounts.get(id);
      if (account === undefined) return undefined;
      const own = [...runs.values()].map(({ run }) => run).filter((run) => run.account === id);
      const lastRun = own.at(-1);
      return omitUndefined<AccountUsage>({
        plan: account.plan,
        credits: books.balance(id),
        runs: own.filter(({ createdAtMs }) => createdAtMs > sinceMs).length,
        schedules: [...schedules.values()].filter(({ account: owner }) => owner === id).length,
        lastRun: lastRun && copyJson(omitUndefined<Run>({ ...lastRun, result: undefined })),
      });
    },
    async list({ limit, after, deletionDueMs }) {
      const all = [...accounts.values()];
      const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
      if (start === 0 && after !== undefined) return [];
      return all
        .slice(start)
        .filter(
          ({ deletionScheduledForMs: dueMs }) =>
            deletionDueMs === undefined || (dueMs !== undefined && dueMs <= deletionDueMs),
        )
        .slice(0, limit);
    },
    async change({ id, change, nowMs }) {
      const account = accounts.get(id);
      if (account === undefined) throw unknownEntity('account', id);
      const changed = changeAccount(account, copyJson(change), nowMs);
      checkEmail(data, id, changed.email);
      accounts.set(id, changed);
      if (change.kind !== 'confirm-deletion') return changed;
      for (const { key, hash } of keys.values()) {
        if (key.account === id) keys.set(key.id, { key: { revokedAtMs: nowMs, ...key }, hash });
      }
      for (const schedule of schedules.values()) {
        if (schedule.account === id) schedules.delete(schedule.id);
      }
      endSessions(data, { account: id });
      return changed;
    },
  };
}

function findByEmail({ accounts }: MemoryData, email: string): Account | undefined {
  return [...accounts.values()].find((account) => account.email === email);
}

function checkEmail(data: MemoryData, id: string, email: string | undefined): void {
  const known = email === undefined ? undefined : findByEmail(data, email);
  if (known !== undefined && known.id !== id) throw takenEmail();
}

/** The keys of a memory store. */
export function memoryKeys(data: MemoryData): KeyStore {
  const { keys } = data;
  const findByHash = (hash: string): ApiKey | undefined =>
    [...keys.values()].find((known) => known.hash === hash)?.key;
  return {
    async create({ id, account, hash, label, last4, nowMs }) {
      requireLivingAccount(data, { id: account, nowMs });
      if (keys.has(id) || findByHash(hash) !== undefined) throw knownEntity('key', id);
      const key: ApiKey = { id, account, label, last4, createdAtMs: nowMs };
      keys.set(id, { key, hash });
      return key;
    },
    async authenticate({ hash, nowMs }) {
      const key = findByHash(hash);
      const account = key && data.accounts.get(key.account);
      if (key?.revokedAtMs !== undefined || account === undefined) return undefined;
      return toCurrentAccount(account, nowMs).deletedAtMs === undefined ? key : undefined;
    },
    async list({ account }) {
      return [...keys.values()].map(({ key }) => key).filter((key) => key.account === account);
    },
    async markUsed({ id, atMs }) {
      const known = keys.get(id);
      if (known === undefined || (known.key.lastUsedAtMs ?? 0) >= atMs) return;
      keys.set(id, { ...known, key: { ...known.key, lastUsedAtMs: atMs } });
    },
    async revoke({ account, id, nowMs }) {
      const known = keys.get(id);
      if (known?.key.account !== account) throw unknownEntity('key', id);
      const key = { ...known.key, revokedAtMs: known.key.revokedAtMs ?? nowMs };
      keys.set(id, { ...known, key });
      return key;
    },
  };
}
