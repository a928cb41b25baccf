import type { QueuedRunStore } from '../../../runtime/contracts/store/run-store.ts';
import { invalidRequest } from '../../../runtime/errors/gleaner-error.ts';
import type { Store } from '../../../runtime/contracts/store/store.ts';
import type * as readOperations from './read-operations.ts';
import type * as writeOperations from './write-operations.ts';

type Operations = Readonly<Record<string, (session: never, input: never) => Promise<unknown>>>;

/** Runs an operation by name: in a transaction of its own, durable once it resolves. */
type Execute<Known extends Operations> = <Name extends keyof Known>(
  name: Name,
  input: Parameters<Known[Name]>[1],
) => ReturnType<Known[Name]>;

/** How a database runs operations; everything else about a store is the same in all of them. */
export interface SqlStoreParts {
  readonly name: string;
  readonly read: Execute<typeof readOperations>;
  readonly write: Execute<typeof writeOperations>;
  /** Whether `write` passes functions on, so that a queue can join the transaction that creates a run. */
  readonly sharesTransactions?: boolean;
  readonly close: () => Promise<void>;
}

/** A store on a database; `await using` closes it. */
export function sqlStore(parts: SqlStoreParts): Store & AsyncDisposable {
  const { name, sharesTransactions = false, close } = parts;
  const read = withCheckedIds(parts.read);
  const write = withCheckedIds(parts.write);
  const queued: QueuedRunStore = {
    create: (run, enqueue) => write('createQueuedRun', { run, enqueue }),
    list: (query) => read('listQueuedRuns', query),
  };
  return {
    name,
    ledger: {
      name,
      hold: (request) => write('holdCredits', request),
      extend: (holdId, credits) => write('extendHold', { holdId, credits }),
      post: (holdId, credits) => write('postHold', { holdId, credits, nowMs: Date.now() }),
      void: (holdId) => write('postHold', { holdId, credits: 0, nowMs: Date.now() }),
      balance: (account) => read('readBalance', { account }),
      grant: (account, credits) => write('grantCredits', { account, credits, nowMs: Date.now() }),
      listEntries: (query) => read('listEntries', query),
      listUsage: (query) => read('listUsage', query),
    },
    admissions: {
      admit: (request) => write('admitRequest', request),
      admitFree: (request) => write('admitFree', request),
      leave: (id) => write('leavePlace', { id }),
    },
    accounts: {
      create: (account) => write('createAccount', account),
      find: (id) => read('findAccount', { id }),
      findByEmail: (email) => read('findAccountByEmail', { email }),
      usage: (query) => read('readUsage', query),
      list: (query) => read('listAccounts', query),
      change: (request) => write('applyAccountChange', request),
    },
    keys: {
      create: (key) => write('createKey', key),
      authenticate: (query) => read('authenticateKey', query),
      list: (query) => read('listKeys', query),
      markUsed: (request) => write('markKeyUsed', request),
      revoke: (request) => write('revokeKey', request),
    },
    recipes: {
      put: (recipe) => write('putRecipe', recipe),
      find: (reference) => read('findRecipe', reference),
      list: (query) => read('listRecipes', query),
      setEnabled: (request) => write('setRecipeEnabled', request),
      setWebhook: (request) => write('setRecipeWebhook', request),
      listVersions: (reference) => read('listRecipeVersions', reference),
      findVersion: (reference) => read('findRecipeVersion', reference),
      saveFingerprints: (request) => write('saveRecipeFingerprints', request),
      delete: (reference) => write('deleteRecipe', reference),
    },
    runs: {
      create: (run) => write('createRun', run),
      ...(sharesTransactions ? { queued } : {}),
      start: (request) => write('startRun', request),
      advance: (request) => write('advanceRun', request),
      end: (ending) => write('endRun', ending),
      find: (query) => read('findRun', query),
      poll: (query) => read('pollRun', query),
      list: (query) => read('listRuns', query),
    },
    deliveries: {
      claim: (request) => write('claimDelivery', request),
      finish: (request) => write('finishDelivery', request),
      find: (query) => read('findDelivery', query),
      list: (query) => read('listDeliveries', query),
    },
    schedules: {
      put: (schedule) => write('putSchedule', schedule),
      list: (query) => read('listSchedules', query),
      listDue: (query) => read('listDueSchedules', query),
      delete: (reference) => write('deleteSchedule', reference),
      claimTick: (request) => write('claimTick', request),
      finishTick: (request) => write('finishTick', request),
      refuseTick: (request) => write('refuseTick', request),
      listTicks: (query) => read('listTicks', query),
    },
    idempotency: {
      begin: (request) => write('beginKeyedRequest', request),
      complete: (request) => write('completeKeyedRequest', { ...request, nowMs: Date.now() }),
      forget: (request) => write('forgetKeyedRequest', request),
    },
    signIns: {
      createLink: (link) => write('createLink', link),
      findLink: (query) => read('findLink', query),
      findWaitingLink: (query) => read('findWaitingLink', query),
      endLinks: (query) => write('endLinks', query),
      signIn: (request) => write('signIn', request),
      changeAddress: (request) => write('changeAddress', request),
      findSession: (query) => read('findSession', query),
      endSession: (query) => write('endSession', query),
      endSessions: (whose) => write('endSessions', whose),
    },
    sweep: (bounds) => write('sweep', { ...bounds, storeNowMs: Date.now() }),
    ping: () => write('ping', undefined),
    recover: () => write('recover', { nowMs: Date.now() }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What an input of an operation calls the ids in it. */
const idNames = ['id', 'account', 'recipeId', 'runId', 'before', 'after'];
/** Ids that may be left out: those that a list is narrowed by. */
const narrowing: ReadonlySet<string> = new Set(['recipeId', 'runId', 'before', 'after']);
/** Operations that find the runs of all accounts where none is named. */
const ofAllAccounts: ReadonlySet<unknown> = new Set(['findRun', 'listRuns']);

/** Programs in JavaScript may pass anything as an id, of which each database would make something else. */
function withCheckedIds<Known extends Operations>(execute: Execute<Known>): Execute<Known> {
  return (async (name, input) => {
    const given = Object(input) as Readonly<Record<string, unknown>>;
    for (const idName of idNames) {
      const value = given[idName];
      if (typeof value === 'string' || !Object.hasOwn(given, idName)) continue;
      const mayBeAbsent =
        narrowing.has(idName) || (idName === 'account' && ofAllAccounts.has(name));
      if (value === undefined && mayBeAbsent) continue;
      const message = 'Expected an id, which is a string.';
      throw invalidRequest('find what is meant', [{ path: `/${idName}`, message }]);
    }
    return execute(name, input);
  }) as Execute<Known>;
}
