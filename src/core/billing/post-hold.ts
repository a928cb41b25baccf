import type { Balance, Ledger } from '../../runtime/contracts/ledger.ts';
import { type ErrorCode, isGleanerError } from '../../runtime/errors/gleaner-error.ts';

interface Post {
  readonly account: string;
  readonly holdId: string;
  /** At most what is held. */
  readonly credits: number;
}

/**
 * Charges a hold. A connection that breaks off leaves open whether it was charged: then the hold is freed, and one that cannot be freed,
 * because it is closed, was charged. Rejects like `Ledger.post`, and with the error of a post that charged nothing.
 */
export async function postHold(
  ledger: Ledger,
  { account, holdId, credits }: Post,
): Promise<Balance> {
  try {
    return await ledger.post(holdId, credits);
  } catch (error) {
    if (isRefusal(error)) throw error;
    if (!(await isClosed(ledger, holdId))) throw error;
    return ledger.balance(account);
  }
}

/** Frees a hold, unless it is closed. */
async function isClosed(ledger: Ledger, holdId: string): Promise<boolean> {
  try {
    await ledger.void(holdId);
    return false;
  } catch (error) {
    return isGleanerError(error) && error.code === 'conflict';
  }
}

/** Whether the ledger made no change, and would make none another time. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    (isGleanerError(error) && refusals.has(error.code))
  );
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'insufficient_credits',
  'conflict',
  'not_found',
  'invalid_request',
]);
