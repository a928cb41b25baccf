import type { Balance } from '../../runtime/contracts/ledger.ts';
import { advice } from '../../runtime/errors/advice.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';

// The rules that every ledger of ours applies, in memory and in a database, in the same words.

/** The error for credits that are not there. */
export function insufficientCredits(
  { balance, held }: Balance,
  required: number,
): GleanerError<'insufficient_credits'> {
  const available = balance - held;
  return new GleanerError(
    'insufficient_credits',
    `This needs ${required} credits and ${available} are left. ${advice.grantCredits}`,
    { details: { balance: available, required } },
  );
}

/** The error for a hold that was never made, or that the ledger has forgotten since it was closed. */
export function unknownHold(id: string): GleanerError<'not_found'> {
  return new GleanerError('not_found', `There is no hold "${id}".`);
}

/** The error for a hold whose id is in use. */
export function knownHold(id: string): GleanerError<'conflict'> {
  return new GleanerError('conflict', `The hold "${id}" exists already.`);
}

/** The error for a hold that is posted or void. */
export function closedHold(id: string): GleanerError<'conflict'> {
  return new GleanerError('conflict', `The hold "${id}" is posted or void already.`);
}

/** Throws a `RangeError` unless `credits` is a whole number from 0 on. */
export function checkCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new RangeError(`Credits are whole numbers from 0 on, got ${credits}.`);
  }
}

/** Throws a `RangeError` unless `credits` is a whole number; a negative one takes back. */
export function checkGrant(credits: number): void {
  if (!Number.isSafeInteger(credits)) {
    throw new RangeError(`Credits are whole numbers, got ${credits}.`);
  }
}

/** Throws a `RangeError` for a balance that a number does not hold exactly. */
export function checkBalance(account: string, balance: number): void {
  if (!Number.isSafeInteger(balance) && balance !== Infinity) {
    throw new RangeError(`The account "${account}" cannot hold that many credits.`);
  }
}

/** Throws a `RangeError` when more would be charged than is held. */
export function checkPost(credits: number, held: number): void {
  checkCredits(credits);
  if (credits > held) {
    throw new RangeError(`Cannot post ${credits} credits on a hold of ${held}.`);
  }
}
