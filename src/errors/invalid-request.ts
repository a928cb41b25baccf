import type { Issue } from './error-codes.ts';
import { GleanerError } from './gleaner-error.ts';

/** Issues told in the message itself; all of them stand in the details. */
const toldIssues = 5;

/** The error for an input with these problems. `action` completes "Cannot …". */
export function invalidRequest(
  action: string,
  issues: readonly Issue[],
  cause?: unknown,
): GleanerError<'invalid_request'> {
  const told = issues
    .slice(0, toldIssues)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const more = issues.length > toldIssues ? ` (and ${issues.length - toldIssues} more)` : '';
  return new GleanerError('invalid_request', `Cannot ${action}: ${told.join(' ')}${more}`, {
    details: { issues },
    cause,
  });
}
