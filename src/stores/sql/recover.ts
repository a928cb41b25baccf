import { sql } from 'kysely';
import type { Run } from '../../contracts/store/run-store.ts';
import { endLostAttempts } from './delivery-operations.ts';
import { postHold } from './ledger-operations.ts';
import { listAbandonedRuns } from './run-operations.ts';
import type { Session } from './tables.ts';

/** Frees the holds of store objects that are gone, ends their attempts, and lists their unfinished runs. */
export async function recover(
  session: Session,
  { nowMs }: { readonly nowMs: number },
): Promise<readonly Run[]> {
  const { db } = session;
  const owners = await db.selectFrom('owners').select('id').execute();
  const gone = owners.map(({ id }) => id).filter((id) => session.isGone(id));
  if (gone.length === 0) return [];
  const holds = await db
    .selectFrom('holds')
    .select('id')
    .where('owner', 'in', gone)
    // A literal: with a parameter the partial index is not used.
    .where('state', '=', sql.lit('open'))
    .execute();
  for (const { id } of holds) await postHold(session, { holdId: id, credits: 0, nowMs });
  await endLostAttempts(session, { owners: gone, nowMs });
  await db.deleteFrom('answers').where('owner', 'in', gone).where('value', 'is', null).execute();
  const runs = await listAbandonedRuns(session, gone);
  // An owner with unfinished runs stays listed until they are ended.
  await db
    .deleteFrom('owners')
    .where('id', 'in', gone)
    .where('id', 'not in', (inner) =>
      inner.selectFrom('runs').select('owner').where('completed_at', 'is', null),
    )
    .execute();
  return runs;
}

/** `Store.ping`: that it runs at all, in a transaction that may write, is the answer. */
export async function ping({ db }: Session, _input: undefined): Promise<void> {
  await db.selectFrom('owners').select('id').limit(1).execute();
}
