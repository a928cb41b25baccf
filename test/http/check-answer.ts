import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { errorName } from '../../src/web/http/create-open-api-document.ts';
import { createOpenApiDocument } from '../../src/web/http/index.ts';

/** Any envelope, as it came. */
export interface Envelope {
  readonly status: string;
  readonly request_id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
  readonly credits_used: number;
  readonly credits_remaining: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, byte for byte. */
  readonly text: string;
  /** The body, parsed. */
  readonly body: Envelope;
}

/** Section 7 of the contract, and the statuses that HTTP itself has for requests that are none. */
const statusesByCode: Readonly<Record<string, readonly number[]>> = {
  invalid_request: [400, 405, 408, 413, 417, 431],
  unauthorized: [401],
  insufficient_credits: [402],
  email_verification_required: [402],
  forbidden: [403],
  not_found: [404],
  conflict: [409],
  account_deletion_pending: [409],
  validation_failed: [422],
  rate_limited: [429],
  internal_error: [500],
  service_unavailable: [502],
};

/** Section 7 and 8 of the contract, and what this service says beyond it. */
const detailsByCode: Readonly<Record<string, readonly string[]>> = {
  invalid_request: ['issues', 'issue_count'],
  insufficient_credits: ['balance', 'required'],
  account_deletion_pending: ['deletion_scheduled_for'],
  validation_failed: ['reason', 'page_status', 'issues', 'issue_count'],
  rate_limited: ['reason', 'limit_per_min', 'max_concurrent', 'used', 'limit', 'window'],
};

const membersByStatus: Readonly<Record<string, readonly string[]>> = {
  completed: ['status', 'request_id', 'data', 'credits_used', 'credits_remaining'],
  queued: ['status', 'request_id', 'data'],
  error: ['status', 'request_id', 'error'],
};

const seen = new Set<string>();

/** Holds for every response of the API, whatever was asked. */
export function checkEnvelope({ status, headers, text, body }: Answer): void {
  const id = headers.get('x-request-id');
  expect(id).toBe(body.request_id);
  expect(id).toMatch(/^[\w-]{8,}$/);
  expect(seen.has(id ?? ''), 'a request id is used once').toBe(false);
  seen.add(id ?? '');
  expect(headers.get('content-type')).toBe('application/json');
  expect(Object.keys(body).toSorted()).toEqual(membersByStatus[body.status]?.toSorted());
  if (body.status === 'error') {
    const { code, message, ...rest } = body.error;
    expect(statusesByCode[code]).toContain(status);
    expect(message.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256_000);
    expect(['', 'details']).toContain(Object.keys(rest).join());
    const known = detailsByCode[code] ?? [];
    expect(Object.keys(body.error.details ?? {}).filter((name) => !known.includes(name))).toEqual(
      [],
    );
    expect(headers.has('retry-after')).toBe(status === 429 || status === 502);
  } else {
    expect(status).toBe(body.status === 'queued' ? 202 : 200);
    expect(typeof body.data).toBe('object');
    if (body.status === 'completed') {
      expect(Number.isInteger(body.credits_used)).toBe(true);
      expect(Number.isInteger(body.credits_remaining)).toBe(true);
    }
  }
}

interface Operation {
  readonly responses: Readonly<Record<string, object>>;
}

const document = createOpenApiDocument() as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: { api: document } });
addFormats.default(ajv);

/** What the OpenAPI document has against an error envelope of a code. */
export function describedFaults(code: string, body: unknown): readonly unknown[] {
  const validate = ajv.getSchema(`api#/components/schemas/${errorName(code)}`);
  expect(validate).toBeDefined();
  void validate?.(body);
  return validate?.errors ?? [];
}

/** Says what the OpenAPI document has against an answer; nothing where the document knows no such operation. */
export function checkDocumented(method: string, path: string, { status, body }: Answer): void {
  for (const [template, methods] of Object.entries(document.paths)) {
    const pattern = new RegExp(`^/v1${template.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
    const operation = methods[method.toLowerCase()];
    if (operation === undefined || !pattern.test(path)) continue;
    expect(Object.keys(operation.responses), `statuses of ${method} ${path}`).toContain(
      String(status),
    );
    const place = ['paths', template, method.toLowerCase(), 'responses', String(status)];
    const pointer = [...place, 'content', 'application/json', 'schema'].map(toToken).join('/');
    const validate = ajv.getSchema(`api#/${pointer}`);
    expect(validate).toBeDefined();
    void validate?.(body);
    expect(validate?.errors ?? []).toEqual([]);
  }
}

function toToken(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
