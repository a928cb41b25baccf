// Operations that only read, by one statement each: every database answers a statement from one moment.
export { findAccount, listAccounts } from './operations/account-operations.ts';
export { listDeliveries } from './operations/delivery-operations.ts';
export { authenticateKey, listKeys } from './operations/key-operations.ts';
export { listEntries, readBalance } from './operations/ledger-operations.ts';
export { findRecipe, listRecipes } from './operations/recipe-operations.ts';
export { findRun, listRuns, pollRun } from './operations/run-operations.ts';
export { listSchedules, listTicks } from './operations/schedule-operations.ts';
export { readUsage } from './operations/account-operations.ts';
