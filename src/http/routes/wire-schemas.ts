import type { ErrorCode } from '../../errors/error-codes.ts';

/** Every state of a run. */
export const runStatus = {
  enum: ['queued', 'running', 'completed', 'failed', 'cancelled'],
} as const;

/** ISO 8601, UTC. */
export const timestamp = { type: 'string', format: 'date-time' } as const;

/** Null until it is known. */
export const nullableTimestamp = { type: ['string', 'null'], format: 'date-time' } as const;

export const count = { type: 'integer', minimum: 0 } as const;

/** A moment as it crosses the wire: ISO 8601, UTC; null while it is not known. */
export function toTimestamp(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** What a paid call that reads a page may be refused with. */
export const pageErrors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'insufficient_credits',
  'email_verification_required',
  'forbidden',
  'conflict',
  'account_deletion_pending',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
