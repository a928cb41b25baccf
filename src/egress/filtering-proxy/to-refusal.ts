import { isGleanerError } from '../../errors/gleaner-error.ts';

/** The HTTP status by which a proxy tells a page that something failed; what exactly is none of the page's business. */
export function toRefusal(error: unknown): 403 | 502 | 504 {
  if (isGleanerError(error, 'invalid_request')) return 403;
  const isLate = isGleanerError(error, 'validation_failed') && error.details.reason === 'timed_out';
  return isLate ? 504 : 502;
}
