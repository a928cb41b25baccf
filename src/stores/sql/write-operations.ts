// What changes something, by name, so that it can be asked for from another thread. Each runs in one transaction.
export { admitRequest } from './operations/admission-operations.ts';
export { applyAccountChange, createAccount } from './operations/account-operations.ts';
export {
  beginKeyedRequest,
  completeKeyedRequest,
  forgetKeyedRequest,
} from './operations/idempotency-operations.ts';
export { claimDelivery, finishDelivery } from './operations/delivery-operations.ts';
export { createKey, markKeyUsed, revokeKey } from './operations/key-operations.ts';
export { extendHold, grantCredits, holdCredits, postHold } from './operations/ledger-operations.ts';
export {
  deleteRecipe,
  putRecipe,
  saveRecipeFingerprints,
  setRecipeEnabled,
  setRecipeWebhook,
} from './operations/recipe-operations.ts';
export {
  createLink,
  createSession,
  endSession,
  endSessions,
  takeLink,
} from './operations/sign-in-operations.ts';
export { ping, recover } from './operations/cleanup-operations.ts';
export {
  advanceRun,
  createQueuedRun,
  createRun,
  endRun,
  startRun,
} from './operations/run-operations.ts';
export { sweep } from './operations/cleanup-operations.ts';
export {
  claimTick,
  deleteSchedule,
  finishTick,
  putSchedule,
} from './operations/schedule-operations.ts';
