import type { Selectable } from 'kysely';
import type { Balance } from '../../../runtime/contracts/ledger.ts';
import type { SqlTransaction } from '../../../runtime/contracts/run-queue.ts';
import type {
  NewRun,
  QueuedRunStore,
  Run,
  RunEnding,
  RunStore,
} from '../../../runtime/contracts/store/run-store.ts';
import { checkPost, insufficientCredits } from '../../../core/billing/credit-rules.ts';
import {
  knownEntity,
  runQuotaExceeded,
  unknownEntity,
  wrongState,
} from '../../../runtime/errors/store-errors.ts';
import { requireLivingAccount } from './account-operations.ts';
import { countRequest, forgetDispatch, keepValue } from './request-operations.ts';
import { insertDelivery } from './delivery-operations.ts';
import { chargeHeld, raiseHold, readLockedBalance } from './ledger-operations.ts';
import {
  type Session,
  type Tables,
  checkOwnership,
  listedColumns,
  prepareQuery,
  requirePlace,
  toColumns,
  toListedRun,
  toRun,
} from './tables.ts';

const selectRunCount = prepareQuery(
  (db, query: { readonly account: string; readonly sinceMs: number }) =>
    db
      .selectFrom('runs')
      .select((row) => row.fn.countAll().as('count'))
      .where('account', '=', query.account)
      .where('created_at', '>', query.sinceMs),
);

const runById = (db: Session['db'], { id }: { readonly id: string }) =>
  db.selectFrom('runs').selectAll().where('id', '=', id);

const selectRun = prepareQuery(runById);
const lockRun = prepareQuery(runById, 'wait');

const selectPolledRun = prepareQuery((db, query: Parameters<RunStore['poll']>[0]) =>
  db
    .selectFrom('runs')
    .leftJoin('balances', 'balances.account', 'runs.account')
    .select([...listedColumns, 'runs.result', 'balances.balance', 'balances.held'])
    .where('runs.id', '=', query.id)
    .where('runs.account', '=', query.account),
);

/** `RunStore.create`. */
export async function createRun(session: Session, input: NewRun): Promise<Run> {
  const { id, account, creditsPerPage: credits, idempotency, limits, nowMs } = input;
  await requireLivingAccount(session, { id: account, nowMs });
  if (limits !== undefined) await countRequest(session, { account, limits, nowMs });
  await checkQuota(session, input);
  const balance = await readLockedBalance(session, input);
  const run = toNewRun(input, balance);
  if (run.effectiveCap < 1) throw insufficientCredits(balance, credits);
  const inserted = await session.db
    .insertInto('runs')
    .values({
      id,
      account,
      recipe_id: run.recipeId,
      recipe_revision: run.recipeRevision ?? null,
      variables: JSON.stringify(run.variables),
      max_pages: run.maxPages ?? null,
      effective_cap: run.effectiveCap,
      credits_per_page: credits,
      created_at: run.createdAtMs,
      owner: session.owner,
      held: credits,
      ...toColumns(run),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw knownEntity('run', id);
  await raiseHold(session, { account, credits });
  if (idempotency !== undefined) await keepValue(session, { account, ...idempotency });
  return run;
}

/** The owner of runs that belong to the queue: no store object, so none that `recover` finds gone. */
const queueOwner = '';

/** `QueuedRunStore.create`. */
export async function createQueuedRun(
  session: Session,
  {
    run: input,
    enqueue,
  }: {
    readonly run: NewRun;
    readonly enqueue: (transaction: SqlTransaction) => Promise<void>;
  },
): Promise<Run> {
  const run = await createRun({ ...session, owner: queueOwner }, input);
  await enqueue({
    executeSql: async (text, values = []) => ({ rows: await session.run(text, values) }),
  });
  return run;
}

/** `QueuedRunStore.list`. */
export async function listQueuedRuns(
  { db }: Session,
  { createdBeforeMs, limit }: Parameters<QueuedRunStore['list']>[0],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('owner', '=', queueOwner)
    .where('completed_at', 'is', null)
    .where('created_at', '<', createdBeforeMs)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** `RunStore.start`. */
export async function startRun(
  session: Session,
  { id, nowMs }: Parameters<RunStore['start']>[0],
): Promise<Run> {
  const { run } = await requireRun(session, id);
  if (run.status !== 'queued') throw wrongState('run', id, run.status);
  const started: Run = { ...run, status: 'running', startedAtMs: nowMs };
  await updateRun(session, started, { owner: session.owner });
  return started;
}

/** `RunStore.advance`. */
export async function advanceRun(
  session: Session,
  { id, pagesExtracted, itemsExtracted }: Parameters<RunStore['advance']>[0],
): Promise<Run> {
  const { run, held, owner } = await requireRun(session, id);
  if (run.status !== 'running') throw wrongState('run', id, run.status);
  checkOwnership(session, owner);
  await raiseHold(session, { account: run.account, credits: run.creditsPerPage });
  const advanced: Run = { ...run, pagesExtracted, itemsExtracted };
  await updateRun(session, advanced, { held: held + run.creditsPerPage });
  return advanced;
}

/** `RunStore.end`. */
export async function endRun(session: Session, ending: RunEnding): Promise<Run> {
  const { id, delivery, nowMs } = ending;
  const { run, held, owner } = await requireRun(session, id);
  if (run.completedAtMs !== undefined) throw wrongState('run', id, run.status);
  if (ending.status === 'completed') checkOwnership(session, owner);
  const credits = ending.status === 'completed' ? ending.credits : 0;
  checkPost(credits, held);
  const ended = toEnded(run, ending);
  await updateRun(session, ended, { variables: JSON.stringify(ended.variables), held: 0 });
  await chargeHeld(session, { account: run.account, held, credits, reference: id, nowMs });
  if (delivery !== undefined) await insertDelivery(session, run, ending, delivery);
  if (ending.status !== 'completed' && ending.forgetKey !== undefined) {
    await forgetDispatch(session, { account: run.account, key: ending.forgetKey, runId: id });
  }
  return ended;
}

/** `RunStore.find`. */
export async function findRun(
  session: Session,
  { account, id }: Parameters<RunStore['find']>[0],
): Promise<Run | undefined> {
  const [row] = await selectRun(session, { id });
  return row === undefined || (account ?? row.account) !== row.account ? undefined : toRun(row);
}

/** `RunStore.poll`. */
export async function pollRun(
  session: Session,
  query: Parameters<RunStore['poll']>[0],
): Promise<{ readonly run: Run; readonly credits: Balance } | undefined> {
  const [row] = await selectPolledRun(session, query);
  if (row === undefined) return undefined;
  return { run: toRun(row), credits: { balance: row.balance ?? 0, held: row.held ?? 0 } };
}

/** `RunStore.list`. */
export async function listRuns(
  session: Session,
  { account, unfinished, recipeId, status, limit, before }: Parameters<RunStore['list']>[0],
): Promise<readonly Run[]> {
  let query = session.db.selectFrom('runs').select(listedColumns);
  if (account !== undefined) query = query.where('account', '=', account);
  if (unfinished === true) query = query.where('completed_at', 'is', null);
  if (recipeId !== undefined) query = query.where('recipe_id', '=', recipeId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (before !== undefined)
    query = query.where('seq', '<', await requirePlace(session, 'runs', { before, account }));
  const rows = await query.orderBy('seq', 'desc').limit(limit).execute();
  return rows.map(toListedRun);
}

/** The unfinished runs of store objects that are gone. */
export async function listAbandonedRuns(
  { db }: Session,
  owners: readonly string[],
): Promise<readonly Run[]> {
  const rows = await db
    .selectFrom('runs')
    .select(listedColumns)
    .where('owner', 'in', owners)
    .where('completed_at', 'is', null)
    .orderBy('seq')
    .execute();
  return rows.map(toListedRun);
}

async function checkQuota(
  session: Session,
  { account, quota: { limit, sinceMs }, nowMs }: NewRun,
): Promise<void> {
  const [row] = await selectRunCount(session, { account, sinceMs });
  const used = Number(row?.count);
  if (used < limit) return;
  // Room comes when so many have left the window that one less than the limit is in it.
  const leaving = await session.db
    .selectFrom('runs')
    .select('created_at')
    .where('account', '=', account)
    .where('created_at', '>', sinceMs)
    .orderBy('created_at')
    .limit(1)
    .offset(used - limit)
    .executeTakeFirst();
  throw runQuotaExceeded(used, limit, (leaving?.created_at ?? nowMs) - sinceMs);
}

/** The run, which nothing else changes until the transaction ends. */
async function requireRun(
  session: Session,
  id: string,
): Promise<{ readonly run: Run; readonly held: number; readonly owner: string }> {
  const [row] = await lockRun(session, { id });
  if (row === undefined) throw unknownEntity('run', id);
  return { run: toRun(row), held: row.held, owner: row.owner };
}

async function updateRun(
  { db }: Session,
  run: Run,
  others: Partial<Pick<Selectable<Tables['runs']>, 'owner' | 'held' | 'variables'>>,
): Promise<void> {
  const columns = { ...toColumns(run), ...others };
  await db.updateTable('runs').set(columns).where('id', '=', run.id).execute();
}

/** The run as it begins; `effectiveCap` is 0 when not one page is affordable. */
export function toNewRun(input: NewRun, { balance, held }: Balance): Run {
  const { id, account, recipeId, recipeRevision, variables, creditsPerPage, nowMs } = input;
  const { planPages, maxPages } = input;
  const affordable =
    creditsPerPage === 0 ? planPages : Math.floor((balance - held) / creditsPerPage);
  return {
    id,
    account,
    recipeId,
    ...(recipeRevision === undefined ? {} : { recipeRevision }),
    status: 'queued',
    variables,
    ...(maxPages === undefined ? {} : { maxPages }),
    effectiveCap: Math.min(planPages, affordable),
    clampedByCredits: affordable < planPages,
    creditsPerPage,
    pagesExtracted: 0,
    itemsExtracted: 0,
    creditsUsed: 0,
    createdAtMs: nowMs,
  };
}

/** The run after its end; the values of its variables, which may be passwords, are not needed any more. */
export function toEnded(run: Run, ending: RunEnding): Run {
  const { status, pagesExtracted, itemsExtracted, nowMs } = ending;
  const variables = Object.fromEntries(Object.keys(run.variables).map((name) => [name, '']));
  const counts = { pagesExtracted, itemsExtracted };
  const ended = { ...run, ...counts, status, variables, completedAtMs: nowMs };
  if (ending.status !== 'completed') return { ...ended, error: ending.error };
  return {
    ...ended,
    creditsUsed: ending.credits,
    clampedByCredits: run.clampedByCredits || ending.clampedByCredits,
    drift: ending.result.drift,
    result: ending.result,
  };
}
