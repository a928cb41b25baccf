import { GleanerError } from '../errors/gleaner-error.ts';

/**
 * Most interim responses (status 1xx) before the response itself; one more ends the connection. Servers send one or two;
 * each costs the event loop up to .1 ms, and one read of the socket can hold 2,600 of them.
 */
export const maxInterimResponses = 16;

/** The error for a server that sends more. */
export function tooManyInterim(): GleanerError<'validation_failed'> {
  const message = `The server sent more than ${maxInterimResponses} interim responses (status 1xx).`;
  return new GleanerError('validation_failed', message, { details: { reason: 'fetch_failed' } });
}
