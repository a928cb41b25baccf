// Operations that only read, by one statement each: every database answers a statement from one moment.
export { findAccount, findAccountByEmail, listAccounts } from './account-operations.ts';
export { findDelivery, listDeliveries } from './delivery-operations.ts';
export { authenticateKey, listKeys } from './account-operations.ts';
export { listEntries, listUsage, readBalance } from './ledger-operations.ts';
export {
  findRecipe,
  findRecipeVersion,
  listRecipes,
  listRecipeVersions,
} from './recipe-operations.ts';
export { findRun, listQueuedRuns, listRuns, pollRun } from './run-operations.ts';
export { listDueSchedules, listSchedules, listTicks } from './schedule-operations.ts';
export { findLink, findSession, findWaitingLink } from './sign-in-operations.ts';
export { readUsage } from './account-operations.ts';
