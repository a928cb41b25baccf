import { sql } from 'kysely';
import type { Run } from '../../../runtime/contracts/store/run-store.ts';
import type { SweepBounds } from '../../../runtime/contracts/store/store.ts';
import { minuteMs } from '../../../core/billing/create-rate-limiter.ts';
import { endLostAttempts } from './delivery-operations.ts';
import { postHold } from './ledger-operations.ts';
import { listAbandonedRuns } from './run-operations.ts';
import { type Session, type StartsTable, startsTables } from './tables.ts';

/** Frees the holds of store objects that are gone, ends their attempts, and lists their unfinished runs. */
export async function recover(
  session: Session,
  { nowMs }: { readonly nowMs: number },
): Promise<readonly Run[]> {
  const { db } = session;
  const owners = await db.selectFrom('owners').select('id').execute();
  const gone = await session.fence(owners.map(({ id }) => id));
  if (gone.length === 0) return [];
  const holds = await db
    .selectFrom('holds')
    .select('id')
    .where('owner', 'in', gone)
    // A literal: with a parameter the partial index is not used.
    .where('state', '=', sql.lit('open'))
    // Processes that recover at the same time lock balances in one order.
    .orderBy('account')
    .orderBy('id')
    .execute();
  for (const { id } of holds) await postHold(session, { holdId: id, credits: 0, nowMs });
  await endLostAttempts(session, { owners: gone, nowMs });
  await db.deleteFrom('places').where('owner', 'in', gone).execute();
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

/** More than a page of a SQLite file holds: a file that has only the rest of a page left is full. */
const pingLength = 5_000;

/** `Store.ping`: succeeds when something can be written. What it writes is gone when the transaction ends, and its room serves the next one. */
export async function ping({ db, owner }: Session, _input: undefined): Promise<void> {
  const name = { account: '', key: `ping ${owner}` };
  await db
    .insertInto('answers')
    .values({ ...name, digest: '', value: ' '.repeat(pingLength), expires_at: 0, owner })
    .execute();
  await db
    .deleteFrom('answers')
    .where('account', '=', name.account)
    .where('key', '=', name.key)
    .execute();
}

/** `Store.sweep`; the ages of holds count by the store's own clock, `storeNowMs`. */
export async function sweep(
  { db }: Session,
  bounds: SweepBounds & { readonly storeNowMs: number },
): Promise<number> {
  const { nowMs, storeNowMs, limit } = bounds;
  const holds = db.deleteFrom('holds').where('id', 'in', (hold) =>
    hold
      .selectFrom('holds')
      .select('id')
      .where('settled_at', '<=', storeNowMs - bounds.holdAgeMs)
      .limit(limit),
  );
  const runs = db.deleteFrom('runs').where('seq', 'in', (run) =>
    run
      .selectFrom('runs as old')
      .select('old.seq')
      .where('old.completed_at', '<=', nowMs - bounds.runAgeMs)
      // The usage report shows the newest one, however old it is.
      .where((old) =>
        old.exists(
          old
            .selectFrom('runs as newer')
            .select(sql`1`.as('one'))
            .whereRef('newer.account', '=', 'old.account')
            .whereRef('newer.seq', '>', 'old.seq'),
        ),
      )
      .limit(limit),
  );
  const deliveries = db.deleteFrom('deliveries').where('seq', 'in', (delivery) =>
    delivery
      .selectFrom('deliveries')
      .select('seq')
      .where('completed_at', '<=', nowMs - bounds.deliveryAgeMs)
      .limit(limit),
  );
  const ticks = db.deleteFrom('ticks').where((row) =>
    row(
      row.refTuple('schedule_id', 'due_at'),
      'in',
      row
        .selectFrom('ticks')
        .select(['schedule_id', 'due_at'])
        .where('claimed_at', '<=', nowMs - bounds.tickAgeMs)
        .limit(limit)
        .$asTuple('schedule_id', 'due_at'),
    ),
  );
  const starts = startsTables.map((table) =>
    db.deleteFrom<StartsTable>(table).where((row) =>
      row(
        row.refTuple('account', 'number'),
        'in',
        row
          .selectFrom<StartsTable>(table)
          .select(['account', 'number'])
          .where('started_at', '<=', nowMs - minuteMs)
          .limit(limit)
          .$asTuple('account', 'number'),
      ),
    ),
  );
  const answers = db
    .deleteFrom('answers')
    .where((row) =>
      row(
        row.refTuple('account', 'key'),
        'in',
        row
          .selectFrom('answers')
          .select(['account', 'key'])
          .where('expires_at', '<=', nowMs)
          .limit(limit)
          .$asTuple('account', 'key'),
      ),
    );
  const links = db
    .deleteFrom('sign_in_links')
    .where('hash', 'in', (link) =>
      link.selectFrom('sign_in_links').select('hash').where('expires_at', '<=', nowMs).limit(limit),
    );
  const sessions = db
    .deleteFrom('sessions')
    .where('hash', 'in', (session) =>
      session.selectFrom('sessions').select('hash').where('expires_at', '<=', nowMs).limit(limit),
    );
  let gone = 0;
  for (const query of [holds, runs, deliveries, ticks, ...starts, answers, links, sessions]) {
    const { numDeletedRows } = await query.executeTakeFirstOrThrow();
    gone += Number(numDeletedRows);
  }
  return gone;
}

// What changes something, by name, so that it can be asked for from another thread. Each runs in one transaction.
export { admitFree, admitRequest, leavePlace } from './request-operations.ts';
export { applyAccountChange, createAccount, endSessions } from './account-operations.ts';
export {
  beginKeyedRequest,
  completeKeyedRequest,
  forgetKeyedRequest,
} from './request-operations.ts';
export { claimDelivery, finishDelivery } from './delivery-operations.ts';
export { createKey, markKeyUsed, revokeKey } from './account-operations.ts';
export { extendHold, grantCredits, holdCredits, postHold } from './ledger-operations.ts';
export {
  deleteRecipe,
  putRecipe,
  saveRecipeFingerprints,
  setRecipeEnabled,
  setRecipeWebhook,
} from './recipe-operations.ts';
export { changeAddress, createLink, endLinks, endSession, signIn } from './sign-in-operations.ts';
export { advanceRun, createQueuedRun, createRun, endRun, startRun } from './run-operations.ts';
export {
  claimTick,
  deleteSchedule,
  finishTick,
  putSchedule,
  refuseTick,
} from './schedule-operations.ts';
