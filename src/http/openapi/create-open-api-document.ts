import type { ErrorCode } from '../../errors/error-codes.ts';
import { maxIdempotencyKeyLength } from '../../operations/find-call-issues.ts';
import { statusByCode } from '../response/to-wire-error.ts';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { describeErrors, errorName } from './describe-errors.ts';
import { toBodySchema } from './to-body-schema.ts';
import { webhookBody } from './webhook-body.ts';

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
    headers: status === 429 ? { ...headers, ...retry } : headers,
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
