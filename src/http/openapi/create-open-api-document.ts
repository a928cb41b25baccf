import { z } from 'zod';
import type { ErrorCode } from '../../errors/error-codes.ts';
import { maxIdempotencyKeyLength } from '../../operations/find-call-issues.ts';
import { statusByCode } from '../response/to-wire-error.ts';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { describeErrors, errorName } from './describe-errors.ts';
import type { JsonSchema } from '../../contracts/extractor.ts';
import { toWireName, type Fields } from '../../operations/field.ts';
import { count, timestamp } from '../routes/wire-schemas.ts';

/** Returns the OpenAPI 3.1 document of the HTTP API, made from the route table and the declared fields of the operations. */
export function createOpenApiDocument(): Readonly<Record<string, unknown>> {
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
    paths: Object.fromEntries(routes.map((route) => [route.path, describePath(route)])),
    webhooks: { runEnded: { post: webhook } },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      headers: { RequestId: { description: 'The request’s id.', schema: { type: 'string' } } },
      schemas: describeErrors(),
    },
  };
}

function describePath(route: Route): object {
  return { [route.method]: describeOperation(route) };
}

function describeOperation(route: Route): object {
  const { operationId, summary, description, body } = route;
  return {
    operationId,
    summary,
    description,
    parameters: listParameters(route),
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

function listParameters({ path, isPaid }: Route): readonly object[] {
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

function describeResponses({ success, errors, body }: Route): Record<string, object> {
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

function toEnvelope({ envelope, data }: Route['success']): object {
  const credits = { credits_used: { type: 'integer' }, credits_remaining: { type: 'integer' } };
  const isCompleted = envelope === 'completed';
  return {
    type: 'object',
    required: ['status', 'request_id', 'data', ...(isCompleted ? Object.keys(credits) : [])],
    properties: {
      status: { const: envelope },
      request_id: requestId,
      data,
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
    const { about, isRequiredOverHttp = false } = field;
    // Declared fields are zod's types.
    const schema = field.schema as unknown as z.ZodType;
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

function describe(schema: z.ZodType): object {
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

const event = { enum: ['completed', 'failed', 'cancelled'] } as const;

/** The schema of what is posted when a run ends: section 6 of the HTTP contract. */
const webhookBody: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'event',
    'timestamp',
    'run_id',
    'recipe_id',
    'status',
    'pages_extracted',
    'items_extracted',
    'credits_used',
    'mode',
    'drift',
    'warnings',
    'error',
  ],
  properties: {
    event,
    timestamp,
    run_id: { type: 'string' },
    recipe_id: { type: 'string' },
    status: event,
    pages_extracted: count,
    items_extracted: count,
    credits_used: count,
    mode: { type: 'string', description: 'Empty on a failed run.' },
    drift: { type: 'number', description: '0 on a failed run.' },
    warnings: { type: 'array', items: { type: 'string' } },
    error: { type: 'string', description: 'Empty on success.' },
  },
};

const webhook = {
  operationId: 'onRunEnded',
  summary: 'A run has ended',
  description: 'Posted once to the webhook of the recipe, or of the account. Not signed.',
  // The receiver's own headers say who may post.
  security: [],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: webhookBody } },
  },
  responses: { '2XX': { description: 'Any 2xx within 10 seconds counts as delivered.' } },
};
