import { GleanerError } from '../../errors/gleaner-error.ts';

/** The error for a page whose HTTP status says that it is not the page asked for. */
export function failedStatus(status: number): GleanerError<'validation_failed'> {
  const message = `The page answered with HTTP status ${status}.`;
  return new GleanerError('validation_failed', message, {
    details: { reason: 'fetch_failed', pageStatus: status },
  });
}
