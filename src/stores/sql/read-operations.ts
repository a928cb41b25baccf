// Operations that only read, by one statement each: every database answers a statement from one moment.
export { findAccount, findAccountByEmail, listAccounts } from './operations/account-operations.ts';
export { findDelivery, listDeliveries } from './operations/delivery-operations.ts';
export { authenticateKey, listKeys } from './operations/key-operations.ts';
export { listEntries, listUsage, readBalance } from './operations/ledger-operations.ts';
export {
  findRecipe,
  findRecipeVersion,
  listRecipes,
  listRecipeVersions,
} from './operations/recipe-operations.ts';
export { findRun, listQueuedRuns, listRuns, pollRun } from './operations/run-operations.ts';
export { listSchedules, listTicks } from './operations/schedule-operations.ts';
export { findSession } from './operations/sign-in-operations.ts';
export { readUsage } from './operations/account-operations.ts';
