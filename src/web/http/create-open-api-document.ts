import { z } from 'zod';
import { defaultPrices } from '../../core/engine/gleaner-options.ts';
import type {
  ErrorCode,
  FailureReason,
  RateLimitReason,
} from '../../runtime/errors/gleaner-error.ts';
import {
  type Fields,
  maxIdempotencyKeyLength,
  toWireName,
} from '../../core/operations/parse-input.ts';
import { statusByCode, toWireMember } from '../exchange/wire-words.ts';
import { type WireRoute, count, routes, timestamp } from '../v1/routes.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import type { Prices } from '../../core/operations/operation-context.ts';

/**
 * Returns the OpenAPI 3.1 document of the HTTP API, made from the route table and the declared fields of the operations. Give the prices of
 * a service (`service.prices`) for what its calls cost.
 */
export function createOpenApiDocument(
  prices: Prices = defaultPrices,
): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Web extraction',
      version: '1.0',
      description:
        'Structured data, content and recorded-browser runs from web pages. Every response is an envelope: look at its `status` first.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      Object.entries(routes).map(([name, route]) => describePath(name, route, prices)),
    ),
    webhooks: { runEnded: { post: webhook } },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      headers: { RequestId: { description: 'The request’s id.', schema: { type: 'string' } } },
      schemas: describeErrors(),
    },
  };
}

/** Each path has one method. */
function describePath(
  name: string,
  route: WireRoute,
  prices: Prices,
): readonly [string, Readonly<Record<string, object>>] {
  const [method = '', path = ''] = name.split(' ');
  return [path, { [method.toLowerCase()]: describeOperation(path, route, prices) }];
}

function describeOperation(path: string, route: WireRoute, prices: Prices): object {
  const { operationId, summary, description, body } = route;
  return {
    operationId,
    summary,
    description: typeof description === 'string' ? description : description(prices),
    parameters: listParameters(path, route),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.isRequired,
            content: { 'application/json': { schema: toBodySchema(body.fields) } },
          },
        }),
    responses: describeResponses(route),
  };
}

function listParameters(path: string, { isPaid }: WireRoute): readonly object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Kept for 24 hours: the same key with the same body gives the first completed response again, free of charge.',
    schema: { type: 'string', minLength: 1, maxLength: maxIdempotencyKeyLength },
  };
  return isPaid ? [...inPath, idempotencyKey] : inPath;
}

const headers = { 'X-Request-ID': { $ref: '#/components/headers/RequestId' } };

function describeResponses({ success, errors, body }: WireRoute): Record<string, object> {
  const responses: Record<string, object> = {
    [success.status]: {
      description: success.description,
      headers,
      content: { 'application/json': { schema: toEnvelope(success) } },
    },
  };
  for (const [status, codes] of groupByStatus(errors)) {
    responses[status] = describeError(codes.map((code) => `\`${code}\``).join(', '), status, codes);
  }
  responses['405'] = describeError(
    'The path has no such method; the header Allow lists those that it has.',
    405,
    ['invalid_request'],
  );
  if (body !== undefined) {
    responses['413'] = describeError('The body is too large.', 413, ['invalid_request']);
  }
  return responses;
}

function describeError(description: string, status: number, codes: readonly ErrorCode[]): object {
  const retry = { 'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer' } } };
  return {
    description,
    headers: status === 429 || status === 502 ? { ...headers, ...retry } : headers,
    content: { 'application/json': { schema: toErrorSchema(codes) } },
  };
}

function toErrorSchema(codes: readonly ErrorCode[]): object {
  const schemas = codes.map((code) => ({ $ref: `#/components/schemas/${errorName(code)}` }));
  return schemas.length === 1 ? { ...schemas[0] } : { oneOf: schemas };
}

function groupByStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = statusByCode[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

const requestId = { type: 'string', description: 'Also in the X-Request-ID header.' };

function toEnvelope({ envelope, data }: WireRoute['success']): object {
  const credits = { credits_used: { type: 'integer' }, credits_remaining: { type: 'integer' } };
  const isCompleted = envelope === 'completed';
  return {
    type: 'object',
    required: ['status', 'request_id', 'data', ...(isCompleted ? Object.keys(credits) : [])],
    properties: {
      status: { const: envelope },
      request_id: requestId,
      data: describeOutput(data),
      ...(isCompleted ? credits : {}),
    },
  };
}

/** The JSON Schema of a body with these fields, under their names over HTTP. */
function toBodySchema(fields: Fields): JsonSchema {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const wireName = toWireName(name, field);
    if (wireName === undefined) continue;
    const { schema, about, isRequiredOverHttp = false } = field;
    if (!(schema instanceof z.ZodType)) throw new TypeError(`Expected a zod type as \`${name}\`.`);
    properties[wireName] = {
      ...describe(schema),
      ...(about === undefined ? {} : { description: about }),
    };
    if (isRequiredOverHttp || !schema.safeParse(undefined).success) required.push(wireName);
  }
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    properties,
  };
}

function describe(schema: z.ZodType): Described {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    // What only zod can check, such as a JSON Schema, is described by its metadata.
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Both hold for any JSON: names are strings, and a whole number is one that JavaScript can count with.
      delete jsonSchema.propertyNames;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return described;
}

type Described = Readonly<Record<string, unknown>>;

/** The JSON Schema of an output as `toWire` writes it: under the names of the wire, without what follows from the rest of it. */
function describeOutput(shape: z.ZodType): Described {
  return toWireSchema(describe(shape));
}

function toWireSchema(schema: Described): Described {
  const { anyOf, properties, required, items, type, minimum, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    // The only union of an output is that with null.
    const inner = toWireSchema(anyOf[0] as Described);
    return { ...inner, ...rest, type: [inner['type'], 'null'] };
  }
  const isListed = rest['enum'] !== undefined || rest['const'] !== undefined;
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, Described>>);
  return {
    ...(isListed || type === undefined ? {} : { type }),
    ...(Array.isArray(required) ? { required: required.map(toWireMember) } : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            members.map(([name, member]) => [toWireMember(name), toWireSchema(member)]),
          ),
        }),
    ...(items === undefined ? {} : { items: toWireSchema(items as Described) }),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...rest,
  };
}

const event = z.enum(['completed', 'failed', 'cancelled']);

/** What is posted when a run ends: section 6 of the HTTP contract. */
const webhookBody = z.object({
  event,
  timestamp,
  runId: z.string(),
  recipeId: z.string(),
  status: event,
  pagesExtracted: count,
  itemsExtracted: count,
  creditsUsed: count,
  mode: z.string().describe('Empty on a failed run.'),
  drift: z.number().describe('0 on a failed run.'),
  warnings: z.array(z.string()),
  error: z.string().describe('Empty on success.'),
});

const webhook = {
  operationId: 'onRunEnded',
  summary: 'A run has ended',
  description: 'Posted once to the webhook of the recipe, or of the account. Not signed.',
  // The receiver's own headers say who may post.
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { ...describeOutput(webhookBody), additionalProperties: false },
      },
    },
  },
  responses: { '2XX': { description: 'Any 2xx within 10 seconds counts as delivered.' } },
};

/** An error's envelope by code, as components of the document: a generated client distinguishes them by `error.code`. */
function describeErrors(): Readonly<Record<string, JsonSchema>> {
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

const wholeNumber = { type: 'integer', minimum: 0 } as const;

const issues = {
  type: 'array',
  maxItems: 20,
  items: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string', description: 'JSON Pointer; empty for the whole.' },
      message: { type: 'string', description: 'For people; may change between releases.' },
    },
  },
} as const;

const issue_count = {
  ...wholeNumber,
  description: 'How many there are, where they are more than are listed.',
} as const;

/** The members that come with each reason. */
const limitsByReason: Readonly<Record<RateLimitReason, Readonly<Record<string, JsonSchema>>>> = {
  rate_limit_per_min: { limit_per_min: wholeNumber },
  max_concurrent_requests: { max_concurrent: wholeNumber },
  sb_runs_per_month: { used: wholeNumber, limit: wholeNumber, window: { const: '30d' } },
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
  unsure: true,
  answer_unreadable: true,
  model_refused: true,
  model_failed: true,
};

/** What `error.details` holds; `undefined` for codes that have none. A new code does not compile until it is here. */
const detailsByCode: Readonly<Record<ErrorCode, JsonSchema | undefined>> = {
  invalid_request: {
    type: 'object',
    required: ['issues'],
    properties: { issues: { ...issues, description: 'What is wrong, by field.' }, issue_count },
  },
  unauthorized: undefined,
  insufficient_credits: {
    type: 'object',
    required: ['balance', 'required'],
    properties: {
      balance: { ...wholeNumber, description: 'What can still be spent.' },
      required: { ...wholeNumber, description: 'What the request would have held.' },
    },
  },
  email_verification_required: undefined,
  forbidden: undefined,
  not_found: undefined,
  conflict: undefined,
  account_deletion_pending: {
    type: 'object',
    required: ['deletion_scheduled_for'],
    properties: { deletion_scheduled_for: { type: 'string', format: 'date-time' } },
  },
  validation_failed: {
    type: 'object',
    required: ['reason'],
    properties: {
      reason: { enum: Object.keys(failureReasons) },
      page_status: { type: 'integer', description: 'The HTTP status of the page, where known.' },
      issues: { ...issues, description: 'How the answer misses the schema.' },
      issue_count,
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
