import type { ErrorCode } from '../../errors/error-codes.ts';

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
