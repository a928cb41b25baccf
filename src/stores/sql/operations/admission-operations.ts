import { sql } from 'kysely';
import type { Balance } from '../../../contracts/ledger.ts';
import type { AdmissionRequest } from '../../../contracts/store/admission-store.ts';
import { checkCredits } from '../../../ledgers/credit-rules.ts';
import {
  inFlightExceeded,
  isInMinute,
  minuteExceeded,
  minuteMs,
  toStartMs,
} from '../../rules/request-limits.ts';
import { prepareQuery } from '../prepare-query.ts';
import type { Session } from '../tables.ts';
import { findRaised, insertHold, raiseHold, readLockedBalance } from './ledger-operations.ts';

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

/** What an account has begun in its minute and has in flight. */
interface Traffic {
  readonly last: { readonly number: number; readonly started_at: number } | undefined;
  readonly inFlight: number;
}

async function readTraffic(
  session: Session,
  { account }: { readonly account: string },
): Promise<Traffic> {
  const [[last], [row]] = await Promise.all([
    selectLastStart(session, { account }),
    countInFlight(session, { account }),
  ]);
  return { last, inFlight: Number(row?.count) };
}

/** `AdmissionStore.admit`. */
export async function admitRequest(session: Session, request: AdmissionRequest): Promise<Balance> {
  const { kind, ...hold } = request;
  checkCredits(hold.credits);
  // Who raises what is held goes on alone: other processes that count requests of the account wait for its balance.
  const [balance, traffic] = await Promise.all([
    findRaised(session, hold),
    readTraffic(session, hold),
  ]);
  if (balance === undefined) await countRequest(session, request);
  else await insertRequest(session, request, traffic);
  await insertHold(session, { ...hold, isInFlight: kind === 'call' });
  return balance ?? raiseHold(session, hold);
}

/** Counts a request towards the minute of its account, or refuses it. */
export async function countRequest(session: Session, request: CountedRequest): Promise<void> {
  const { account } = request;
  const [, traffic] = await Promise.all([
    readLockedBalance(session, { account }),
    readTraffic(session, { account }),
  ]);
  await insertRequest(session, request, traffic);
}

async function insertRequest(
  session: Session,
  request: CountedRequest,
  { last, inFlight }: Traffic,
): Promise<void> {
  const { account, limits, nowMs } = request;
  const number = (last?.number ?? 0) + 1;
  await checkMinute(session, request, number);
  if (inFlight >= limits.inFlight) throw inFlightExceeded(limits.inFlight);
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
