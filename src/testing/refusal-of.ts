import assert from 'node:assert/strict';
import { isGleanerError, type AnyGleanerError } from '../errors/gleaner-error.ts';

/** The error of an attempt that must be refused. */
export async function refusalOf(attempt: Promise<unknown>): Promise<AnyGleanerError> {
  const [outcome] = await Promise.allSettled([attempt]);
  assert.equal(outcome.status, 'rejected');
  assert.ok(isGleanerError(outcome.reason), String(outcome.reason));
  return outcome.reason;
}
