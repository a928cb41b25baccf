import type { NewRun, Run, RunEnding, RunStore } from '../../contracts/store/run-store.ts';
import { checkPost, insufficientCredits } from '../../ledgers/credit-rules.ts';
import { omitUndefined } from '../rules/omit-undefined.ts';
import { knownEntity, runQuotaExceeded, unknownEntity, wrongState } from '../rules/store-errors.ts';
import { requireLivingAccount } from './memory-accounts.ts';
import { checkLimits } from './memory-admissions.ts';
import { forgetDispatch, keepValue } from './memory-idempotency.ts';
import { copyJson, listNewest, type MemoryData } from './memory-data.ts';
import { toEnded, toNewRun, toPending } from '../rules/run-transitions.ts';

/** The runs of a memory store. */
export function memoryRuns(data: MemoryData): RunStore {
  const { runs, books } = data;
  const read = (id: string): { readonly run: Run; readonly held: number } => {
    const known = runs.get(id);
    if (known === undefined) throw unknownEntity('run', id);
    return known;
  };
  const createdAfter = (account: string, sinceMs: number): readonly number[] =>
    [...runs.values()]
      .filter(({ run }) => run.account === account && run.createdAtMs > sinceMs)
      .map(({ run }) => run.createdAtMs)
      .toSorted((a, b) => a - b);

  return {
    async create(input) {
      const { account, id, creditsPerPage, limits, nowMs } = input;
      requireLivingAccount(data, { id: account, nowMs });
      const count = limits && checkLimits(data, { account, limits, nowMs });
      checkQuota(input, createdAfter(account, input.quota.sinceMs));
      const balance = books.balance(account);
      const run = toNewRun(input, balance);
      if (run.effectiveCap < 1) throw insufficientCredits(balance, creditsPerPage);
      if (runs.has(id)) throw knownEntity('run', id);
      if (input.idempotency !== undefined) keepValue(data, { account, ...input.idempotency });
      books.reserve(account, creditsPerPage);
      count?.();
      runs.set(id, { run: copyJson(run), held: creditsPerPage });
      return run;
    },
    async start({ id, nowMs }) {
      const { run, held } = read(id);
      if (run.status !== 'queued') throw wrongState('run', id, run.status);
      const started: Run = { ...run, status: 'running', startedAtMs: nowMs };
      runs.set(id, { run: started, held });
      return copyJson(started);
    },
    async advance({ id, pagesExtracted, itemsExtracted }) {
      const { run, held } = read(id);
      if (run.status !== 'running') throw wrongState('run', id, run.status);
      books.reserve(run.account, run.creditsPerPage);
      const advanced = { ...run, pagesExtracted, itemsExtracted };
      runs.set(id, { run: advanced, held: held + run.creditsPerPage });
      return copyJson(advanced);
    },
    async end(ending) {
      const { run, held } = read(ending.id);
      return copyJson(end(data, run, held, ending));
    },
    async find({ account, id }) {
      const run = runs.get(id)?.run;
      return run === undefined || (account ?? run.account) !== run.account
        ? undefined
        : copyJson(run);
    },
    async list(query) {
      const isWanted = ({ run }: { readonly run: Run }): boolean =>
        (query.account ?? run.account) === run.account &&
        (query.unfinished !== true || run.completedAtMs === undefined) &&
        (query.recipeId ?? run.recipeId) === run.recipeId &&
        (query.status ?? run.status) === run.status;
      return listNewest(runs, query, isWanted).map(({ run }) =>
        copyJson(omitUndefined<Run>({ ...run, result: undefined })),
      );
    },
    async poll({ account, id }) {
      const run = runs.get(id)?.run;
      if (run?.account !== account) return undefined;
      return { run: copyJson(run), credits: books.balance(account) };
    },
  };
}

function checkQuota({ quota, nowMs }: NewRun, created: readonly number[]): void {
  const used = created.length;
  if (used < quota.limit) return;
  // Room comes when so many have left the window that one less than the limit is in it.
  const leaving = created[used - quota.limit] ?? nowMs;
  throw runQuotaExceeded(used, quota.limit, leaving - quota.sinceMs);
}

function end(data: MemoryData, run: Run, held: number, ending: RunEnding): Run {
  const { id, account } = run;
  if (run.completedAtMs !== undefined) throw wrongState('run', id, run.status);
  const credits = ending.status === 'completed' ? ending.credits : 0;
  checkPost(credits, held);
  const { delivery, nowMs } = ending;
  if (delivery !== undefined) {
    if (data.deliveries.has(delivery.id)) throw knownEntity('delivery', delivery.id);
    data.deliveries.set(delivery.id, {
      log: toPending(run, ending, delivery),
      post: copyJson(delivery),
    });
  }
  data.books.charge({ account, held, credits, reference: id, nowMs });
  if (ending.status !== 'completed' && ending.forgetKey !== undefined) {
    forgetDispatch(data, { account, key: ending.forgetKey, runId: id });
  }
  const ended = toEnded(run, ending);
  data.runs.set(id, { run: copyJson(ended), held: 0 });
  return ended;
}
