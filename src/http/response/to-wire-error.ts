import type { ErrorCode, Issue } from '../../errors/error-codes.ts';
import { isGleanerError, type AnyGleanerError } from '../../errors/gleaner-error.ts';

/** The HTTP status of each code. A new code does not compile until it has one. */
export const statusByCode: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  email_verification_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  account_deletion_pending: 409,
  validation_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 502,
};

/** An error as it crosses the wire. */
export interface WireError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** Returns what a client sees of a thrown value. Anything but a `GleanerError` becomes a 500 whose text does not state the cause. */
export function toWireError(error: unknown): WireError {
  if (!isGleanerError(error) || error.code === 'internal_error') return internalError;
  if (error.code === 'service_unavailable') return unavailable;
  const details = toWireDetails(error);
  const { code, message } = error;
  return {
    status: statusByCode[code],
    headers:
      code === 'rate_limited' ? { 'retry-after': String(error.details.retryAfterSeconds) } : {},
    error: { code, message, ...(details === undefined ? {} : { details }) },
  };
}

const internalError: WireError = {
  status: 500,
  headers: {},
  error: { code: 'internal_error', message: 'Something went wrong on our side: try again later.' },
};

/** The time that a database or a browser takes to start again. The error's own message is for the operator: it may name files and hosts of the service. */
const unavailable: WireError = {
  status: 502,
  headers: { 'retry-after': '5' },
  error: {
    code: 'service_unavailable',
    message: 'The service cannot do this at the moment: try again later.',
  },
};

function toWireDetails(error: AnyGleanerError): WireError['error']['details'] {
  switch (error.code) {
    case 'invalid_request':
      return { issues: toWireIssues(error.details.issues) };
    case 'insufficient_credits':
      return { balance: error.details.balance, required: error.details.required };
    case 'account_deletion_pending':
      return { deletion_scheduled_for: error.details.deletionScheduledFor };
    case 'validation_failed': {
      const { reason, pageStatus, issues } = error.details;
      return withoutAbsent({ reason, page_status: pageStatus, issues });
    }
    case 'rate_limited': {
      const { reason, limitPerMin, maxConcurrent, used, limit, window } = error.details;
      return withoutAbsent({
        reason,
        limit_per_min: limitPerMin,
        max_concurrent: maxConcurrent,
        used,
        limit,
        window,
      });
    }
    case 'unauthorized':
    case 'email_verification_required':
    case 'forbidden':
    case 'not_found':
    case 'conflict':
    case 'internal_error':
    case 'service_unavailable':
      break;
  }
  return undefined;
}

function withoutAbsent(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function toWireIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.map(({ path, message }) => ({ path, message }));
}
