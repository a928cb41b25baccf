// What only looks: one statement each, which every database answers from one moment.
export { findAccount, listAccounts } from './account-operations.ts';
export { listDeliveries } from './delivery-operations.ts';
export { authenticateKey, listKeys } from './key-operations.ts';
export { listEntries, readBalance } from './ledger-operations.ts';
export { findRecipe, listRecipes } from './recipe-operations.ts';
export { findRun, listRuns, pollRun } from './run-operations.ts';
export { listSchedules, listTicks } from './schedule-operations.ts';
export { readUsage } from './read-usage.ts';
