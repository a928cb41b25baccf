import type { Account, AccountChange, Store } from 'gleaner/service';

/**
 * Another store whose changes of accounts are reported once they are durable.
 *
 * `createService({ store: auditedStore(sqliteStore({ folder: 'data' }), writeToAuditLog) })`
 */
export function auditedStore(
  store: Store,
  report: (account: Account, kind: AccountChange['kind'] | 'create') => void,
): Store {
  return {
    ...store,
    accounts: {
      ...store.accounts,
      async create(request) {
        const account = await store.accounts.create(request);
        report(account, 'create');
        return account;
      },
      async change(request) {
        const account = await store.accounts.change(request);
        report(account, request.change.kind);
        return account;
      },
    },
  };
}
