import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../errors/error-codes.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { bodyTooLarge } from './request/read-json-body.ts';
import { toFailure } from './response/envelope.ts';
import type { HttpResponse } from './response/http-response.ts';

/** One request and its response, for logs: without keys, query strings and bodies. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The path of the route, with names in place of parameters; `unknown` for a path without a route. */
  readonly route: string;
  readonly status: number;
  /** Milliseconds, a whole number. */
  readonly durationMs: number;
  /** The account of the API key; `undefined` before authentication. */
  readonly account: string | undefined;
  /** The error code; `undefined` for a response without an error. */
  readonly code: ErrorCode | undefined;
  /** The thrown value where the status is 500 or above; else `undefined`. */
  readonly error: unknown;
}

/** What becomes known of a request on its way, for its record. */
export interface Exchange {
  readonly requestId: string;
  route: string;
  account: string | undefined;
  code: ErrorCode | undefined;
  error: unknown;
}

/** An exchange of which nothing is known yet but its id. */
export function beginExchange(): Exchange {
  const requestId = randomUUID();
  return { requestId, route: 'unknown', account: undefined, code: undefined, error: undefined };
}

/** The path as it was sent: to parse the whole URL takes as long as to find its target. */
export function pathOf({ url }: Request): string {
  return /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '';
}

/** The response to a method that a known path does not have: 405, with those that it has. */
export function refuseMethod(
  method: string,
  known: readonly string[],
  exchange: Exchange,
): HttpResponse {
  const allow = known.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
  const message = `${method} is not possible here: use ${allow}.`;
  const error = invalidRequest('handle the request', [{ path: '', message }]);
  return toErrorResponse(error, exchange, { status: 405, headers: { allow } });
}

/** Statuses that HTTP has for itself, or its logs for a client that did not wait. */
const bodyTooLargeStatus = 413;
const clientLeftStatus = 499;
const clientLeft = invalidRequest('handle the request', [
  { path: '', message: 'The client left before the response.' },
]);

/** The error envelope for what was thrown on the way of a request. */
export function fail(error: unknown, { signal }: Request, exchange: Exchange): HttpResponse {
  // Work that was ended by a signal rejects with the signal's reason, which may be anything.
  if (signal.aborted && error === signal.reason) {
    return toErrorResponse(clientLeft, exchange, { status: clientLeftStatus });
  }
  if (error === bodyTooLarge) {
    return toErrorResponse(error, exchange, { status: bodyTooLargeStatus });
  }
  return toErrorResponse(error, exchange);
}

/** The error envelope; what the record needs of it is noted in `exchange`. */
function toErrorResponse(
  error: unknown,
  exchange: Exchange,
  http: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): HttpResponse {
  const { requestId } = exchange;
  const frame = { requestId, headers: http.headers ?? {} };
  const { response, code } = toFailure(error, frame, http.status);
  exchange.code = code;
  if (response.status >= 500) exchange.error = error;
  return response;
}

/** Tells a listener of a request; an error that it throws is ignored. */
export function record(
  { onRequest }: { readonly onRequest?: ((record: RequestRecord) => void) | undefined },
  entry: RequestRecord,
): void {
  try {
    onRequest?.(entry);
  } catch {
    // A fault of the listener must not change the response.
  }
}
