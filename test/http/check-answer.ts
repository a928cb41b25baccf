import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import assert from 'node:assert/strict';
import { errorName } from '../../src/web/http/create-open-api-document.ts';

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
  assert.equal(id, body.request_id);
  assert.match(id ?? '', /^[\w-]{8,}$/);
  assert.ok(!seen.has(id ?? ''), 'a request id is used once');
  seen.add(id ?? '');
  assert.equal(headers.get('content-type'), 'application/json');
  assert.deepEqual(
    Object.keys(body).toSorted(),
    membersByStatus[body.status]?.toSorted(),
    'members of the envelope',
  );
  if (body.status === 'error') {
    const { code, message, ...rest } = body.error;
    assert.ok(statusesByCode[code]?.includes(status), `${code} with status ${status}`);
    assert.ok(message.length > 0);
    assert.ok(Buffer.byteLength(text) <= 256_000, `an error of ${Buffer.byteLength(text)} bytes`);
    assert.ok(['', 'details'].includes(Object.keys(rest).join()));
    const known = detailsByCode[code] ?? [];
    const unknown = Object.keys(body.error.details ?? {}).filter((name) => !known.includes(name));
    assert.deepEqual(unknown, [], 'details that the contract has not');
    assert.equal(headers.has('retry-after'), status === 429 || status === 502, 'Retry-After');
  } else {
    assert.equal(status, body.status === 'queued' ? 202 : 200);
    assert.equal(typeof body.data, 'object');
    if (body.status === 'completed') {
      assert.ok(Number.isInteger(body.credits_used));
      assert.ok(Number.isInteger(body.credits_remaining));
    }
  }
}

interface Responses {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>
    >
  >;
}

/** Holds answers against an OpenAPI document of the API. */
export interface ContractCheck {
  /** Throws where the document does not know such an answer; passes where it knows no such operation. */
  readonly checkDocumented: (method: string, path: string, answer: Answer) => void;
  /** What the document has against an error envelope of a code. */
  readonly describedFaults: (code: string, body: unknown) => readonly unknown[];
}

/** The check by a document: the one that the code makes, or one that a server serves. */
export function createContractCheck(document: object): ContractCheck {
  const { paths } = document as Responses;
  const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: { api: document } });
  addFormats.default(ajv);
  const findFaults = (pointer: string, body: unknown): readonly unknown[] => {
    const validate = ajv.getSchema(`api#/${pointer}`);
    assert.ok(validate !== undefined, `the document has ${pointer}`);
    void validate(body);
    return validate.errors ?? [];
  };
  return {
    describedFaults: (code, body) => findFaults(`components/schemas/${errorName(code)}`, body),
    checkDocumented(method, path, { status, body }) {
      for (const [template, methods] of Object.entries(paths)) {
        const pattern = new RegExp(`^/v1${template.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
        const operation = methods[method.toLowerCase()];
        if (operation === undefined || !pattern.test(path)) continue;
        const known = Object.keys(operation.responses);
        assert.ok(known.includes(String(status)), `${status} for ${method} ${path}`);
        const place = ['paths', template, method.toLowerCase(), 'responses', String(status)];
        const pointer = [...place, 'content', 'application/json', 'schema'].map(toToken).join('/');
        assert.deepEqual(findFaults(pointer, body), [], `${status} for ${method} ${path}`);
      }
    },
  };
}

function toToken(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
