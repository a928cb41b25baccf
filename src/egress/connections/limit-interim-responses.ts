import { GleanerError } from '../../errors/gleaner-error.ts';

/**
 * Most interim responses (status 1xx) before the response itself. Servers send one or two; each costs the event loop up to
 * .1 ms, and one read of the socket can hold 2,600 of them.
 */
const maxInterimResponses = 16;

/**
 * Returns what to call for each interim response to one request. For the first of too many it calls `onExceeded` with the
 * error (`validation_failed`, reason `fetch_failed`) that ends the request.
 */
export function limitInterimResponses(onExceeded: (error: GleanerError) => void): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count === maxInterimResponses + 1) onExceeded(tooMany());
  };
}

function tooMany(): GleanerError<'validation_failed'> {
  const message = `The server sent more than ${maxInterimResponses} interim responses (status 1xx).`;
  return new GleanerError('validation_failed', message, { details: { reason: 'fetch_failed' } });
}
