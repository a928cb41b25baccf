import type { AccountStore, AccountUsage, PlanCaps } from '../../contracts/store/account-store.ts';
import { omitUndefined } from '../rules/omit-undefined.ts';
import { parseJson } from './json-text.ts';
import { prepareQuery } from './prepare-query.ts';
import { isRunJoined, listedColumns, toListedRun } from './run-rows.ts';
import type { Session } from './tables.ts';

const selectUsage = prepareQuery((db, query: Parameters<AccountStore['usage']>[0]) =>
  db
    .selectFrom('accounts')
    .leftJoin('balances', 'balances.account', 'accounts.id')
    .leftJoin('runs', (join) =>
      join.on('runs.seq', '=', (run) =>
        run
          .selectFrom('runs as newest')
          .select((row) => row.fn.max('newest.seq').as('seq'))
          .where('newest.account', '=', query.id),
      ),
    )
    .select(['accounts.plan', 'balances.balance', 'balances.held', ...listedColumns])
    .select((row) => [
      row
        .selectFrom('runs as recent')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('recent.account', '=', query.id)
        .where('recent.created_at', '>', query.sinceMs)
        .as('recent_runs'),
      row
        .selectFrom('schedules')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('schedules.account', '=', query.id)
        .as('schedules'),
    ])
    .where('accounts.id', '=', query.id),
);

/** `AccountStore.usage`. */
export async function readUsage(
  session: Session,
  query: Parameters<AccountStore['usage']>[0],
): Promise<AccountUsage | undefined> {
  const [row] = await selectUsage(session, query);
  if (row === undefined) return undefined;
  return omitUndefined<AccountUsage>({
    plan: parseJson(row.plan) as PlanCaps,
    credits: { balance: row.balance ?? 0, held: row.held ?? 0 },
    runs: Number(row.recent_runs),
    schedules: Number(row.schedules),
    lastRun: isRunJoined(row) ? toListedRun(row) : undefined,
  });
}
