import { sql } from 'kysely';
import type { Balance } from '../../../runtime/contracts/ledger.ts';
import type {
  AdmissionRequest,
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
import { type Session, parseJson, prepareQuery } from './tables.ts';
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

/** `IdempotencyStore.begin`. */
export async function beginKeyedRequest(
  session: Session,
  input: Parameters<IdempotencyStore['begin']>[0],
): Promise<IdempotencyState> {
  const { account, key, digest, expiresAtMs, nowMs } = input;
  const { db, owner } = session;
  await db
    .deleteFrom('answers')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('expires_at', '<=', nowMs)
    .execute();
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
  { account, key }: Parameters<IdempotencyStore['forget']>[0],
): Promise<void> {
  await db
    .deleteFrom('answers')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('value', 'is', null)
    .execute();
}

/** Forgets the key of a failed dispatch, only where the key still belongs to that run. */
export async function forgetDispatch(
  { db }: Session,
  {
    account,
    key,
    runId,
  }: { readonly account: string; readonly key: string; readonly runId: string },
): Promise<void> {
  await db
    .deleteFrom('answers')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('value', '=', JSON.stringify(runId))
    .execute();
}

/** Keeps a value under a key that was taken. */
export async function keepValue(
  { db }: Session,
  input: { readonly account: string; readonly key: string; readonly value: unknown },
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
