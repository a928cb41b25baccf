import assert from 'node:assert/strict';
import { isGleanerError, type AnyGleanerError } from '../errors/gleaner-error.ts';

/** One check of a contract, for any test runner. */
export interface ContractCheck<Subject> {
  /** The title of the test: a fact in the present tense. */
  readonly name: string;
  /** Rejects when the implementation breaks the contract. Give each check a new, empty implementation. */
  readonly run: (subject: Subject) => Promise<void>;
}

/** The error of an attempt that must be refused. */
export async function refusalOf(attempt: Promise<unknown>): Promise<AnyGleanerError> {
  const [outcome] = await Promise.allSettled([attempt]);
  assert.equal(outcome.status, 'rejected');
  assert.ok(isGleanerError(outcome.reason), String(outcome.reason));
  return outcome.reason;
}
