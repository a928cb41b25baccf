import { invalidRequest } from '../errors/invalid-request.ts';
import {
  createSchemaValidator,
  type SchemaValidator,
} from '../schema/validate/create-schema-validator.ts';
import { parseSchema } from '../schema/parse/parse-schema.ts';
import type { Service } from '../service/create-service.ts';
import { toSuccess } from './envelope.ts';
import type { HttpAnswer } from './http-answer.ts';
import { readJsonBody } from './read-json-body.ts';
import type { Route } from './route.ts';

export interface RouteCall {
  readonly service: Service;
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** Told whose request it is. */
  readonly onAccount: (account: string) => void;
}

/** The routes' own schemas are cheap: no thread is ever started for them. */
const validator: SchemaValidator = createSchemaValidator();

/** Answers a request to a route, or rejects: the key first, then the body, then what the route does. */
export async function answerRoute(route: Route, call: RouteCall): Promise<HttpAnswer> {
  const { service, request, parameters, requestId } = call;
  const { headers } = request;
  const { account } = await service.keys.authenticate(headers.get('x-api-key') ?? undefined);
  call.onAccount(account);
  const body = await readBody(route, request);
  const idempotencyKey = route.isPaid ? readIdempotencyKey(headers) : undefined;
  const answer = await route.answer({
    service,
    account,
    parameters,
    body,
    idempotencyKey,
    request,
  });
  return toSuccess(route, answer, { requestId });
}

/** Longest key, in characters; as the HTTP contract has it. */
const maxKeyLength = 255;

function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key') ?? undefined;
  if (key === undefined || (key.length > 0 && key.length <= maxKeyLength)) return key;
  const message = `The Idempotency-Key header has 1 to ${maxKeyLength} characters, got ${key.length}.`;
  throw invalidRequest('answer the request', [{ path: '', message }]);
}

async function readBody(
  { body: wanted }: Route,
  request: Request,
): Promise<Readonly<Record<string, unknown>>> {
  if (wanted === undefined) return {};
  const body = await readJsonBody(request, request.signal);
  if (body === undefined && wanted.isRequired) {
    throw invalidRequest('read the body', [
      { path: '', message: 'It is missing: send a JSON object.' },
    ]);
  }
  const issues = await validator.validate(parseSchema(wanted.schema), body ?? {}, request.signal);
  if (issues.length > 0) throw invalidRequest('answer the request', issues);
  return body ?? {};
}
