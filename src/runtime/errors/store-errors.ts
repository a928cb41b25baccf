import { GleanerError, invalidRequest } from './gleaner-error.ts';

// The errors of all stores, in the same words.

/** The error for something that does not exist, or not for this account. */
export function unknownEntity(kind: string, id: string): GleanerError<'not_found'> {
  return new GleanerError('not_found', `There is no ${kind} "${id}".`);
}

/** The error for a list that is to go on from an entry that it does not have. */
export function unknownCursor(
  name: 'before' | 'after',
  id: string,
): GleanerError<'invalid_request'> {
  const message = `There is no "${id}" in this list, or not any more: begin again from its first page.`;
  return invalidRequest('go on with the list', [{ path: `/${name}`, message }]);
}

/** The error for an id that is in use. */
export function knownEntity(kind: string, id: string): GleanerError<'conflict'> {
  return new GleanerError('conflict', `The ${kind} "${id}" exists already.`);
}

/** The error for what the state of a thing does not allow. */
export function wrongState(kind: string, id: string, state: string): GleanerError<'conflict'> {
  return new GleanerError('conflict', `The ${kind} "${id}" is ${state} already.`);
}

/** The error for a change to a recipe of which there is another version than the one that was changed. */
export function changedRecipe(
  id: string,
  { given, current }: { readonly given: number; readonly current: number },
): GleanerError<'conflict'> {
  return new GleanerError(
    'conflict',
    `The recipe "${id}" has version ${current} by now, and this was made from version ${given}: look at what has changed, then save it again from there.`,
  );
}

/** The error for an account that was deleted. */
export function deletedAccount(id: string): GleanerError<'conflict'> {
  return new GleanerError('conflict', `The account "${id}" is deleted: create another one.`);
}

/** The error for one run too many in the rolling window. */
export function runQuotaExceeded(
  used: number,
  limit: number,
  retryAfterMs: number,
): GleanerError<'rate_limited'> {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new GleanerError(
    'rate_limited',
    `The plan allows ${limit} runs in 30 days and ${used} are used: try again in ${retryAfterSeconds} s, or change the plan.`,
    {
      details: { reason: 'sb_runs_per_month', retryAfterSeconds, used, limit, window: '30d' },
    },
  );
}

/** The error for an idempotency key that was used with another input. */
export function idempotencyKeyReused(): GleanerError<'conflict'> {
  return new GleanerError(
    'conflict',
    'This idempotency key was used with another input: take a new key for a new request.',
  );
}

/** The error for a call after `close`. */
export function closedStore(): GleanerError<'service_unavailable'> {
  return new GleanerError('service_unavailable', 'The store is closed.', {
    details: { reason: 'shutting_down' },
  });
}

/** The error for work that was begun before the store object was cut off from its database for too long. */
export function lostOwnership(cause?: unknown): GleanerError<'service_unavailable'> {
  return new GleanerError(
    'service_unavailable',
    'This process was cut off from the database for so long that the others end what it had begun: nothing was charged. Begin it again.',
    { cause },
  );
}

/** The error for an e-mail address that another account has. */
export function takenEmail(): GleanerError<'conflict'> {
  return new GleanerError('conflict', 'Another account has this e-mail address: give another one.');
}
