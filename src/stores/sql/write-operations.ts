// What changes something, by name, so that it can be asked for from another thread. Each runs in one transaction.
export { applyAccountChange, createAccount } from './account-operations.ts';
export {
  beginKeyedRequest,
  completeKeyedRequest,
  forgetKeyedRequest,
} from './idempotency-operations.ts';
export { claimDelivery, finishDelivery } from './delivery-operations.ts';
export { createKey, revokeKey } from './key-operations.ts';
export { extendHold, grantCredits, holdCredits, postHold } from './ledger-operations.ts';
export {
  deleteRecipe,
  putRecipe,
  saveRecipeFingerprints,
  setRecipeEnabled,
} from './recipe-operations.ts';
export { ping, recover } from './recover.ts';
export { advanceRun, createRun, endRun, startRun } from './run-operations.ts';
export { sweep } from './sweep.ts';
export { claimTick, deleteSchedule, finishTick, putSchedule } from './schedule-operations.ts';
