import type { JsonSchema } from '../../contracts/extractor.ts';
import type { ErrorCode, FailureReason, RateLimitReason } from '../../errors/error-codes.ts';
import { count, timestamp } from '../routes/wire-schemas.ts';

/** An error's envelope by code, as components of the document: a generated client distinguishes them by `error.code`. */
export function describeErrors(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(detailsByCode).map(([code, details]) => [
      errorName(code),
      toErrorEnvelope(code, details),
    ]),
  );
}

/** The component's name: `insufficient_credits` is `InsufficientCreditsError`. */
export function errorName(code: string): string {
  const words = code.split('_').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Error`;
}

const issues = {
  type: 'array',
  items: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string', description: 'JSON Pointer; empty for the whole.' },
      message: { type: 'string', description: 'For people; may change between releases.' },
    },
  },
} as const;

/** The members that come with each reason. */
const limitsByReason: Readonly<Record<RateLimitReason, Readonly<Record<string, JsonSchema>>>> = {
  rate_limit_per_min: { limit_per_min: count },
  max_concurrent_requests: { max_concurrent: count },
  sb_runs_per_month: { used: count, limit: count, window: { const: '30d' } },
};

/** A reason that is not listed here does not compile. */
const failureReasons: Readonly<Record<FailureReason, true>> = {
  fetch_failed: true,
  page_blocked: true,
  login_required: true,
  page_too_large: true,
  page_too_heavy: true,
  unsupported_content: true,
  empty_page: true,
  browser_needed: true,
  no_items: true,
  target_not_found: true,
  timed_out: true,
  model_needed: true,
  schema_mismatch: true,
  not_grounded: true,
  answer_unreadable: true,
  model_refused: true,
  model_failed: true,
};

/** What `error.details` holds; `undefined` for codes that have none. A new code does not compile until it is here. */
const detailsByCode: Readonly<Record<ErrorCode, JsonSchema | undefined>> = {
  invalid_request: {
    type: 'object',
    required: ['issues'],
    properties: { issues: { ...issues, description: 'All that is wrong, by field.' } },
  },
  unauthorized: undefined,
  insufficient_credits: {
    type: 'object',
    required: ['balance', 'required'],
    properties: {
      balance: { ...count, description: 'What can still be spent.' },
      required: { ...count, description: 'What the request would have held.' },
    },
  },
  email_verification_required: undefined,
  forbidden: undefined,
  not_found: undefined,
  conflict: undefined,
  account_deletion_pending: {
    type: 'object',
    required: ['deletion_scheduled_for'],
    properties: { deletion_scheduled_for: timestamp },
  },
  validation_failed: {
    type: 'object',
    required: ['reason'],
    properties: {
      reason: { enum: Object.keys(failureReasons) },
      page_status: { type: 'integer', description: 'The HTTP status of the page, where known.' },
      issues: { ...issues, description: 'How the answer misses the schema.' },
    },
  },
  rate_limited: {
    type: 'object',
    required: ['reason'],
    oneOf: Object.entries(limitsByReason).map(([reason, members]) => ({
      required: Object.keys(members),
      properties: { reason: { const: reason }, ...members },
    })),
  },
  internal_error: undefined,
  service_unavailable: undefined,
};

function toErrorEnvelope(code: string, details: JsonSchema | undefined): JsonSchema {
  return {
    type: 'object',
    required: ['status', 'request_id', 'error'],
    properties: {
      status: { const: 'error' },
      request_id: { type: 'string', description: 'Also in the X-Request-ID header.' },
      error: {
        type: 'object',
        required: ['code', 'message', ...(details === undefined ? [] : ['details'])],
        properties: {
          code: { const: code, description: 'Stable: branch on it.' },
          message: { type: 'string', description: 'For people; may change between releases.' },
          ...(details === undefined ? {} : { details }),
        },
      },
    },
  };
}
