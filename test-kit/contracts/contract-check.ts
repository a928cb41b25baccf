import assert from 'node:assert/strict';
import {
  type ErrorCode,
  type GleanerError,
  isGleanerError,
} from '../../src/runtime/errors/gleaner-error.ts';

/** One check of a contract, for any test runner. */
export interface ContractCheck<Subject> {
  /** The title of the test: a fact in the present tense. */
  readonly name: string;
  /** Rejects when the implementation breaks the contract. Give each check a new, empty implementation. */
  readonly run: (subject: Subject) => Promise<void>;
}

/** The error of an attempt that must be refused with this code. */
export async function refusalOf<Code extends ErrorCode>(
  attempt: Promise<unknown>,
  code: Code,
): Promise<GleanerError<Code>> {
  const [outcome] = await Promise.allSettled([attempt]);
  assert.equal(outcome.status, 'rejected');
  assert.ok(isGleanerError(outcome.reason, code), String(outcome.reason));
  return outcome.reason;
}

/** The checks of a table of their titles. */
export function toChecks<Subject>(
  table: Readonly<Record<string, ContractCheck<Subject>['run']>>,
): readonly ContractCheck<Subject>[] {
  return Object.entries(table).map(([name, run]) => ({ name, run }));
}
