import type { Issue } from './error-codes.ts';
import { GleanerError } from './gleaner-error.ts';

/** Issues that the message lists; all of them are in the details. */
const listedIssues = 5;

/** The error for an input with these problems. `action` completes "Cannot …". */
export function invalidRequest(
  action: string,
  issues: readonly Issue[],
  cause?: unknown,
): GleanerError<'invalid_request'> {
  const lines = issues.slice(0, listedIssues).map(toLine);
  const more = issues.length > listedIssues ? ` (and ${issues.length - listedIssues} more)` : '';
  return new GleanerError('invalid_request', `Cannot ${action}: ${lines.join(' ')}${more}`, {
    details: { issues },
    cause,
  });
}

/** An issue as it stands in the message. */
export function toLine({ path, message }: Issue): string {
  return path === '' ? message : `${path}: ${message}`;
}
