import { type DeleteQueryBuilder, type DeleteResult, type Selectable, sql } from 'kysely';
import type { Balance } from '../../../runtime/contracts/ledger.ts';
import type {
  AdmissionRequest,
  FreeAdmission,
  FreeKind,
  FreeRequest,
  IdempotencyState,
  IdempotencyStore,
} from '../../../runtime/contracts/store/request-store.ts';
import { checkCredits } from '../../../core/billing/credit-rules.ts';
import {
  inFlightExceeded,
  isInMinute,
  minuteExceeded,
  minuteMs,
  toStartMs,
} from '../../../core/billing/create-rate-limiter.ts';
import { lockAccount } from './account-operations.ts';
import { type Session, type StartsTable, type Tables, parseJson, prepareQuery } from './tables.ts';
import {
  findRaised,
  insertHold,
  postHold,
  raiseHold,
  readLockedBalance,
} from './ledger-operations.ts';
import { idempotencyKeyReused, unknownEntity } from '../../../runtime/errors/store-errors.ts';

/** A request that is counted: what of an admission is no hold. */
type CountedRequest = Pick<AdmissionRequest, 'account' | 'limits' | 'nowMs'>;

/** Deleted at once, twice as many as come meanwhile, so that an account keeps little more than its minute. */
const cleanEvery = 8;
const cleanedAtOnce = 16;

/** A counted start, as it is written. */
interface Start {
  readonly account: string;
  readonly number: number;
  readonly atMs: number;
}

/** The queries of a minute that is counted in that table. */
function prepareMinute(table: StartsTable) {
  return {
    selectLast: prepareQuery((db, { account }: { readonly account: string }) =>
      db
        .selectFrom<StartsTable>(table)
        .select(['number', 'started_at'])
        .where('account', '=', account)
        .orderBy('number', 'desc')
        .limit(1),
    ),
    select: prepareQuery((db, { account, number }: Pick<Start, 'account' | 'number'>) =>
      db
        .selectFrom<StartsTable>(table)
        .select('started_at')
        .where('account', '=', account)
        .where('number', '=', number),
    ),
    insert: prepareQuery((db, { account, number, atMs }: Start) =>
      db.insertInto<StartsTable>(table).values({ account, number, started_at: atMs }),
    ),
    deleteOld: prepareQuery(
      (db, { account, untilMs }: { readonly account: string; readonly untilMs: number }) =>
        db
          .deleteFrom<StartsTable>(table)
          .where('account', '=', account)
          .where('started_at', '<=', untilMs)
          .where('number', '<', (start) =>
            start
              .selectFrom<StartsTable>(table)
              .select((row) => row(row.fn.min('number'), '+', sql.lit(cleanedAtOnce)).as('end'))
              .where('account', '=', account),
          ),
    ),
  };
}

type Minute = ReturnType<typeof prepareMinute>;

const requestMinute = prepareMinute('starts');

/** Each kind that is counted by the minute has a minute of its own. */
const freeMinutes: Readonly<Partial<Record<FreeKind, Minute>>> = {
  dashboard: prepareMinute('dashboard_starts'),
  'webhook-test': prepareMinute('webhook_test_starts'),
};

const countInFlight = prepareQuery((db, { account }: { readonly account: string }) =>
  db
    .selectFrom('holds')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account', '=', account)
    // Literals: with parameters the partial index is not used.
    .where('state', '=', sql.lit('open'))
    .where('in_flight', '=', sql.lit(1)),
);

const countPlaces = prepareQuery(
  (db, { account, kind }: { readonly account: string; readonly kind: FreeKind }) =>
    db
      .selectFrom('places')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('account', '=', account)
      .where('kind', '=', kind),
);

const insertPlace = prepareQuery((db, place: Selectable<Tables['places']>) =>
  db
    .insertInto('places')
    .values({ id: place.id, account: place.account, kind: place.kind, owner: place.owner }),
);

const deletePlace = prepareQuery((db, { id }: { readonly id: string }) =>
  db.deleteFrom('places').where('id', '=', id),
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
    requestMinute.selectLast(session, { account }),
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
  const counted = { account, limit: limits.requestsPerMinute, nowMs, last };
  const freeInMs = await findWait(session, requestMinute, counted);
  if (freeInMs !== undefined) throw minuteExceeded(limits.requestsPerMinute, freeInMs);
  if (inFlight >= limits.inFlight) throw inFlightExceeded(limits.inFlight);
  await insertStart(session, requestMinute, counted);
}

/** What is to be counted, after the last one that was. */
interface Counted {
  readonly account: string;
  readonly limit: number;
  readonly nowMs: number;
  readonly last: Traffic['last'];
}

/** Milliseconds until the minute has room; `undefined` where it has. Of as many starts as the limit allows, the first is the one that makes room. */
async function findWait(
  session: Session,
  minute: Minute,
  { account, limit, nowMs, last }: Counted,
): Promise<number | undefined> {
  if (limit < 1) return minuteMs;
  const number = toNumber(last);
  if (number <= limit) return undefined;
  const [start] = await minute.select(session, { account, number: number - limit });
  if (start === undefined || !isInMinute(start.started_at, nowMs)) return undefined;
  return start.started_at + minuteMs - nowMs;
}

async function insertStart(
  session: Session,
  minute: Minute,
  { account, nowMs, last }: Counted,
): Promise<void> {
  const number = toNumber(last);
  await minute.insert(session, { account, number, atMs: toStartMs(nowMs, last?.started_at) });
  if (number % cleanEvery !== 0) return;
  await minute.deleteOld(session, { account, untilMs: nowMs - minuteMs });
}

/** The number of the start that follows. */
function toNumber(last: Traffic['last']): number {
  return (last?.number ?? 0) + 1;
}

/** `AdmissionStore.admitFree`. Other processes that count for the account wait for its row, and those that charge it do not. */
export async function admitFree(session: Session, request: FreeRequest): Promise<FreeAdmission> {
  const { id, account, kind, limits, nowMs } = request;
  const { owner } = session;
  const minute = freeMinutes[kind];
  const takesPlace = limits.inFlight !== Infinity;
  // All are on their way before the first answer comes.
  const [, lasts, places] = await Promise.all([
    lockAccount(session, { id: account }),
    minute?.selectLast(session, { account }),
    takesPlace ? countPlaces(session, { account, kind }) : [],
  ]);
  const counted = { account, limit: limits.requestsPerMinute, nowMs, last: lasts?.[0] };
  if (minute !== undefined) {
    const freeInMs = await findWait(session, minute, counted);
    if (freeInMs !== undefined) return { state: 'minute full', freeInMs };
  }
  if (takesPlace && Number(places[0]?.count) >= limits.inFlight) return { state: 'places full' };
  await Promise.all([
    minute !== undefined && insertStart(session, minute, counted),
    takesPlace && insertPlace(session, { id, account, kind, owner }),
  ]);
  return { state: 'admitted' };
}

/** `AdmissionStore.leave`. */
export async function leavePlace(session: Session, { id }: { readonly id: string }): Promise<void> {
  await deletePlace(session, { id });
}

/** `IdempotencyStore.begin`. */
export async function beginKeyedRequest(
  session: Session,
  input: Parameters<IdempotencyStore['begin']>[0],
): Promise<IdempotencyState> {
  const { account, key, digest, expiresAtMs, nowMs } = input;
  const { db, owner } = session;
  await deleteAnswer(db, input).where('expires_at', '<=', nowMs).execute();
  const inserted = await db
    .insertInto('answers')
    .values({ account, key, digest, value: null, expires_at: expiresAtMs, owner })
    .onConflict((conflict) => conflict.columns(['account', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted !== undefined) return { state: 'new' };
  const known = await db
    .selectFrom('answers')
    .select(['digest', 'value', 'owner'])
    .where('account', '=', account)
    .where('key', '=', key)
    .executeTakeFirst();
  // Forgotten since: the key is free again.
  if (known === undefined) return beginKeyedRequest(session, input);
  if (known.value === null && (await session.fence([known.owner])).length > 0) {
    const taken = await db
      .updateTable('answers')
      .set({ digest, expires_at: expiresAtMs, owner })
      .where('account', '=', account)
      .where('key', '=', key)
      .where('owner', '=', known.owner)
      .where('value', 'is', null)
      .returning('key')
      .executeTakeFirst();
    // Of several processes that find it abandoned one gets it, and the others find that one's.
    return taken === undefined ? beginKeyedRequest(session, input) : { state: 'new' };
  }
  if (known.digest !== digest) throw idempotencyKeyReused();
  return known.value === null
    ? { state: 'busy' }
    : { state: 'kept', value: parseJson(known.value) };
}

/** `IdempotencyStore.complete`. */
export async function completeKeyedRequest(
  session: Session,
  input: Parameters<IdempotencyStore['complete']>[0] & { readonly nowMs: number },
): Promise<Balance> {
  const { post, nowMs, ...kept } = input;
  await keepValue(session, kept);
  return postHold(session, { ...post, nowMs });
}

/** `IdempotencyStore.forget`. */
export async function forgetKeyedRequest(
  { db }: Session,
  answer: Parameters<IdempotencyStore['forget']>[0],
): Promise<void> {
  await deleteAnswer(db, answer).where('value', 'is', null).execute();
}

/** Forgets the key of a failed dispatch, only where the key still belongs to that run. */
export async function forgetDispatch(
  { db }: Session,
  { runId, ...answer }: AnswerReference & { readonly runId: string },
): Promise<void> {
  await deleteAnswer(db, answer).where('value', '=', JSON.stringify(runId)).execute();
}

interface AnswerReference {
  readonly account: string;
  readonly key: string;
}

function deleteAnswer(
  db: Session['db'],
  { account, key }: AnswerReference,
): DeleteQueryBuilder<Tables, 'answers', DeleteResult> {
  return db.deleteFrom('answers').where('account', '=', account).where('key', '=', key);
}

/** Keeps a value under a key that was taken. */
export async function keepValue(
  { db }: Session,
  input: AnswerReference & { readonly value: unknown },
): Promise<void> {
  const { account, key, value } = input;
  const row = await db
    .updateTable('answers')
    .set({ value: JSON.stringify(value ?? null) })
    .where('account', '=', account)
    .where('key', '=', key)
    .returning('key')
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('idempotency key', key);
}
