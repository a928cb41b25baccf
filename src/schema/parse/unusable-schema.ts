import { GleanerError } from '../../errors/gleaner-error.ts';

/** Letters of a library's own message that are quoted. */
const maxQuoted = 200;

/** The `invalid_request` for a schema as a whole: `what` goes on after "The schema". The message of the cause is quoted. */
export function unusableSchema(what: string, cause?: unknown): GleanerError<'invalid_request'> {
  const quoted = cause === undefined ? '' : `: ${quote(cause)}`;
  const message = `${what}${quoted}`;
  return new GleanerError('invalid_request', `The schema ${message}.`, {
    details: { issues: [{ path: '/schema', message }] },
    cause,
  });
}

/** What is thrown may be anything, an object that throws when it is read included. */
function quote(thrown: unknown): string {
  try {
    // The message of an error may be no text.
    const message: unknown = thrown instanceof Error ? thrown.message : thrown;
    return String(message).slice(0, maxQuoted).replace(/\.$/, '');
  } catch {
    return 'it threw what cannot be read';
  }
}
