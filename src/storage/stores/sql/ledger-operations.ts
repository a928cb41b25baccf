import { sql } from 'kysely';
import type { Balance, HoldRequest } from '../../../runtime/contracts/ledger.ts';
import type {
  DayOfUsage,
  LedgerEntry,
  StoreLedger,
} from '../../../runtime/contracts/store/store.ts';
import type { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import {
  checkBalance,
  checkCredits,
  checkGrant,
  checkPost,
  closedHold,
  insufficientCredits,
  knownHold,
  unknownHold,
} from '../../../core/billing/credit-rules.ts';
import { omitUndefined } from '../../../runtime/collections.ts';
import { type Session, checkOwnership, prepareQuery } from './tables.ts';

/** Credits of an account. */
interface AccountCredits {
  readonly account: string;
  readonly credits: number;
}

/** Credits that an account gains or loses at a moment. */
interface DatedCredits extends AccountCredits {
  readonly nowMs: number;
}

const insertNewHold = prepareQuery(
  (db, hold: HoldRequest & { readonly owner: string; readonly inFlight: number }) =>
    db
      .insertInto('holds')
      .values({
        id: hold.id,
        account: hold.account,
        credits: hold.credits,
        state: 'open',
        owner: hold.owner,
        in_flight: hold.inFlight,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
);

const closeOpenHold = prepareQuery(
  (db, { id, nowMs }: { readonly id: string; readonly nowMs: number }) =>
    db
      .updateTable('holds')
      .set({ state: 'settled', settled_at: nowMs })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning(['account', 'credits', 'owner']),
);

const raiseOpenHold = prepareQuery(
  (db, { id, credits }: { readonly id: string; readonly credits: number }) =>
    db
      .updateTable('holds')
      .set((row) => ({ credits: row('credits', '+', credits) }))
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('account'),
);

const raiseHeld = prepareQuery((db, { account, credits }: AccountCredits) =>
  db
    .updateTable('balances')
    .set((row) => ({ held: row('held', '+', credits) }))
    .where('account', '=', account)
    .where((row) => row(row('balance', '-', row.ref('held')), '>=', credits))
    .returning(['balance', 'held']),
);

const lowerHeld = prepareQuery(
  (db, change: { readonly account: string; readonly held: number; readonly credits: number }) =>
    db
      .updateTable('balances')
      .set((row) => ({
        balance: row('balance', '-', change.credits),
        held: row('held', '-', change.held),
      }))
      .where('account', '=', change.account)
      .returning(['balance', 'held']),
);

const raiseBalance = prepareQuery((db, { account, credits }: AccountCredits) =>
  db
    .updateTable('balances')
    .set((row) => ({ balance: row('balance', '+', credits) }))
    .where('account', '=', account)
    .where((row) => row(row('balance', '+', credits), '>=', row.ref('held')))
    .returning(['balance', 'held']),
);

const insertBalance = prepareQuery((db, { account, credits }: AccountCredits) =>
  db
    .insertInto('balances')
    .values({ account, balance: credits, held: 0 })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet((row) => ({
        balance: row('balances.balance', '+', credits),
      })),
    )
    .returning(['balance', 'held']),
);

const insertEntry = prepareQuery(
  (
    db,
    entry: DatedCredits & {
      readonly kind: LedgerEntry['kind'];
      readonly reference: string | null;
    },
  ) =>
    db.insertInto('entries').values({
      account: entry.account,
      credits: entry.credits,
      kind: entry.kind,
      reference: entry.reference,
      created_at: entry.nowMs,
    }),
);

const balanceOf = (db: Session['db'], { account }: { readonly account: string }) =>
  db.selectFrom('balances').select(['balance', 'held']).where('account', '=', account);

const selectBalance = prepareQuery(balanceOf);
const lockBalance = prepareQuery(balanceOf, 'wait');

/** What an account has. */
export async function readBalance(
  session: Session,
  input: { readonly account: string },
): Promise<Balance> {
  const [row] = await selectBalance(session, input);
  return { balance: row?.balance ?? 0, held: row?.held ?? 0 };
}

/** What an account has, which nothing changes until the transaction ends: also where it has nothing yet. */
export async function readLockedBalance(
  session: Session,
  input: { readonly account: string },
): Promise<Balance> {
  const [row] = await lockBalance(session, input);
  if (row !== undefined) return { ...row };
  const [created] = await insertBalance(session, { ...input, credits: 0 });
  return { balance: 0, held: 0, ...created };
}

/** Sets credits aside; `undefined` where there are too few, or none were ever granted. Nothing else changes the balance until the transaction ends. */
export async function findRaised(
  session: Session,
  { account, credits }: AccountCredits,
): Promise<Balance | undefined> {
  const [row] = await raiseHeld(session, { account, credits });
  return row === undefined ? undefined : { ...row };
}

/** Sets credits aside, or refuses to. */
export async function raiseHold(session: Session, input: AccountCredits): Promise<Balance> {
  const raised = await findRaised(session, input);
  if (raised !== undefined) return raised;
  const current = await readBalance(session, input);
  // An account that was never granted anything has no row, and may hold nothing all the same.
  if (input.credits === 0) return current;
  // Another process may have freed or granted them between the two statements.
  if (current.balance - current.held >= input.credits) return raiseHold(session, input);
  throw insufficientCredits(current, input.credits);
}

/** Ends a hold of `held` credits by charging `credits` of it. */
export async function chargeHeld(
  session: Session,
  input: DatedCredits & { readonly held: number; readonly reference: string },
): Promise<Balance> {
  // Both are on their way before the first answer comes.
  const [[row]] = await Promise.all([
    lowerHeld(session, input),
    input.credits > 0 && insertEntry(session, { ...input, credits: -input.credits, kind: 'post' }),
  ]);
  return row === undefined ? readBalance(session, input) : { ...row };
}

/** `Ledger.hold`. */
export async function holdCredits(session: Session, request: HoldRequest): Promise<Balance> {
  checkCredits(request.credits);
  // Both are on their way before the first answer comes.
  const [, balance] = await Promise.all([
    insertHold(session, { ...request, isInFlight: false }),
    findRaised(session, request),
  ]);
  return balance ?? raiseHold(session, request);
}

/** Writes a hold, which counts as a request in flight where `isInFlight`; throws `conflict` where the id is known. */
export async function insertHold(
  session: Session,
  { id, account, credits, isInFlight }: HoldRequest & { readonly isInFlight: boolean },
): Promise<void> {
  const { owner } = session;
  const inFlight = isInFlight ? 1 : 0;
  const [inserted] = await insertNewHold(session, { id, account, credits, owner, inFlight });
  if (inserted === undefined) throw knownHold(id);
}

/** `Ledger.extend`. */
export async function extendHold(
  session: Session,
  { holdId: id, credits }: { readonly holdId: string; readonly credits: number },
): Promise<Balance> {
  checkCredits(credits);
  const [hold] = await raiseOpenHold(session, { id, credits });
  if (hold === undefined) throw await noOpenHold(session, id);
  return raiseHold(session, { account: hold.account, credits });
}

/** `Ledger.post`, and `Ledger.void` with 0 credits. */
export async function postHold(
  session: Session,
  input: { readonly holdId: string; readonly credits: number; readonly nowMs: number },
): Promise<Balance> {
  const { holdId: id, credits, nowMs } = input;
  const [hold] = await closeOpenHold(session, { id, nowMs });
  if (hold === undefined) throw await noOpenHold(session, id);
  checkPost(credits, hold.credits);
  if (credits > 0) checkOwnership(session, hold.owner);
  const { account, credits: held } = hold;
  return chargeHeld(session, { account, held, credits, reference: id, nowMs });
}

async function noOpenHold({ db }: Session, id: string): Promise<GleanerError> {
  const known = await db.selectFrom('holds').select('id').where('id', '=', id).executeTakeFirst();
  return known === undefined ? unknownHold(id) : closedHold(id);
}

/** `Ledger.grant`. */
export async function grantCredits(session: Session, input: DatedCredits): Promise<Balance> {
  const { account, credits, nowMs } = input;
  checkGrant(credits);
  if (credits === 0) return readBalance(session, input);
  const [row] = await (credits > 0 ? insertBalance : raiseBalance)(session, input);
  if (row === undefined) throw insufficientCredits(await readBalance(session, input), -credits);
  checkBalance(account, row.balance);
  await insertEntry(session, { account, credits, kind: 'grant', reference: null, nowMs });
  return { ...row };
}

/** `StoreLedger.listEntries`. */
export async function listEntries(
  { db }: Session,
  { account, limit }: { readonly account: string; readonly limit: number },
): Promise<readonly LedgerEntry[]> {
  const rows = await db
    .selectFrom('entries')
    .selectAll()
    .where('account', '=', account)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) =>
    omitUndefined<LedgerEntry>({
      account: row.account,
      credits: row.credits,
      kind: row.kind,
      reference: row.reference ?? undefined,
      createdAtMs: row.created_at,
    }),
  );
}

const dayMs = 86_400_000;

/** `StoreLedger.listUsage`; the id of a call's hold begins with its kind, what is no call's is a run's. */
export async function listUsage(
  { db }: Session,
  { account, sinceMs }: Parameters<StoreLedger['listUsage']>[0],
): Promise<readonly DayOfUsage[]> {
  const day = sql<number>`created_at / ${sql.lit(dayMs)}`;
  const kind = sql<DayOfUsage['kind']>`case
    when reference like 'extract-%' then 'extract'
    when reference like 'scrape-%' then 'scrape'
    else 'run' end`;
  const rows = await db
    .selectFrom('entries')
    .select((row) => [
      day.as('day'),
      kind.as('work'),
      row.fn.sum<number>('credits').as('credits'),
      row.fn.countAll<number>().as('count'),
    ])
    .where('account', '=', account)
    .where('created_at', '>=', sinceMs)
    .where('kind', '=', 'post')
    .groupBy([day, kind])
    .orderBy('day')
    .orderBy('work')
    .execute();
  return rows.map((row) => ({
    dayMs: row.day * dayMs,
    kind: row.work,
    credits: -row.credits,
    count: row.count,
  }));
}
