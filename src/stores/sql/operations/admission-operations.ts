import { sql } from 'kysely';
import type { Balance } from '../../../contracts/ledger.ts';
import type { AdmissionRequest } from '../../../contracts/store/admission-store.ts';
import {
  inFlightExceeded,
  isInMinute,
  minuteExceeded,
  minuteMs,
  toStartMs,
} from '../../rules/request-limits.ts';
import { prepareQuery } from '../prepare-query.ts';
import type { Session } from '../tables.ts';
import { openHold, readLockedBalance } from './ledger-operations.ts';

/** A request that is counted: what of an admission is no hold. */
type CountedRequest = Pick<AdmissionRequest, 'account' | 'limits' | 'nowMs'>;

/** Deleted at once, twice as many as come meanwhile, so that an account keeps little more than its minute. */
const cleanEvery = 8;
const cleanedAtOnce = 16;

const selectLastStart = prepareQuery((db, { account }: { readonly account: string }) =>
  db
    .selectFrom('starts')
    .select(['number', 'started_at'])
    .where('account', '=', account)
    .orderBy('number', 'desc')
    .limit(1),
);

const selectStart = prepareQuery(
  (db, { account, number }: { readonly account: string; readonly number: number }) =>
    db
      .selectFrom('starts')
      .select('started_at')
      .where('account', '=', account)
      .where('number', '=', number),
);

const countInFlight = prepareQuery((db, { account }: { readonly account: string }) =>
  db
    .selectFrom('holds')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account', '=', account)
    // Literals: with parameters the partial index is not used.
    .where('state', '=', sql.lit('open'))
    .where('in_flight', '=', sql.lit(1)),
);

const insertStart = prepareQuery(
  (db, start: { readonly account: string; readonly number: number; readonly atMs: number }) =>
    db
      .insertInto('starts')
      .values({ account: start.account, number: start.number, started_at: start.atMs }),
);

const deleteOldStarts = prepareQuery(
  (db, { account, untilMs }: { readonly account: string; readonly untilMs: number }) =>
    db
      .deleteFrom('starts')
      .where('account', '=', account)
      .where('started_at', '<=', untilMs)
      .where('number', '<', (start) =>
        start
          .selectFrom('starts')
          .select((row) => row(row.fn.min('number'), '+', sql.lit(cleanedAtOnce)).as('end'))
          .where('account', '=', account),
      ),
);

/** `AdmissionStore.admit`. */
export async function admitRequest(session: Session, request: AdmissionRequest): Promise<Balance> {
  const { id, account, credits, kind } = request;
  await countRequest(session, request);
  return openHold(session, { id, account, credits, isInFlight: kind === 'call' });
}

/** Counts a request towards the minute of its account, or refuses it. */
export async function countRequest(session: Session, request: CountedRequest): Promise<void> {
  const { account, limits, nowMs } = request;
  // Other processes that count requests of the account wait for its balance, which the hold changes anyway.
  const [, [last], [row]] = await Promise.all([
    readLockedBalance(session, { account }),
    selectLastStart(session, { account }),
    countInFlight(session, { account }),
  ]);
  const number = (last?.number ?? 0) + 1;
  await checkMinute(session, request, number);
  if (Number(row?.count) >= limits.inFlight) throw inFlightExceeded(limits.inFlight);
  await insertStart(session, { account, number, atMs: toStartMs(nowMs, last?.started_at) });
  if (number % cleanEvery !== 0) return;
  await deleteOldStarts(session, { account, untilMs: nowMs - minuteMs });
}

/** Of as many starts as the limit allows, the first is the one that makes room. */
async function checkMinute(
  session: Session,
  { account, limits: { requestsPerMinute: limit }, nowMs }: CountedRequest,
  number: number,
): Promise<void> {
  if (number <= limit) return;
  const [start] = await selectStart(session, { account, number: number - limit });
  if (start === undefined || !isInMinute(start.started_at, nowMs)) return;
  throw minuteExceeded(limit, start.started_at + minuteMs - nowMs);
}
