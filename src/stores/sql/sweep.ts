import { sql } from 'kysely';
import type { SweepBounds } from '../../contracts/store/store.ts';
import type { Session } from './tables.ts';

/** `Store.sweep`; holds are settled by the store's own clock, `storeNowMs`. */
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
      // The usage report tells of the newest one, however old it is.
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
  let gone = 0;
  for (const query of [holds, runs, deliveries, ticks, answers]) {
    const { numDeletedRows } = await query.executeTakeFirstOrThrow();
    gone += Number(numDeletedRows);
  }
  return gone;
}
