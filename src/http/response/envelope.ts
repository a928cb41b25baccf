import type { ErrorCode } from '../../errors/error-codes.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import type { HttpResponse } from './http-response.ts';
import { toWireError } from './to-wire-error.ts';

/** What every response is made with. */
export interface ResponseFrame {
  /** Also the `X-Request-ID` header. */
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an operation gives to its response; the envelope is made around it. */
export interface Success {
  readonly status: 200 | 202;
  readonly envelope: 'completed' | 'queued';
  /** A JSON object, or the JSON of one. */
  readonly data: Readonly<Record<string, unknown>> | string;
  /** Only in the `completed` envelope. */
  readonly creditsUsed?: number;
  readonly creditsRemaining?: number;
}

/** The `completed` or `queued` envelope around what an operation gave. */
export function toSuccess(success: Success, frame: ResponseFrame): HttpResponse {
  const { status, envelope, data, creditsUsed = 0, creditsRemaining = 0 } = success;
  const before = JSON.stringify({ status: envelope, request_id: frame.requestId }).slice(0, -1);
  const json = typeof data === 'string' ? data : JSON.stringify(data);
  const after =
    envelope === 'completed'
      ? `,${JSON.stringify({ credits_used: creditsUsed, credits_remaining: creditsRemaining }).slice(1)}`
      : '}';
  return toTextResponse(status, `${before},"data":${json}${after}`, frame);
}

/** A response in the `error` envelope, and the code in it. */
export interface Failure {
  readonly response: HttpResponse;
  readonly code: ErrorCode;
}

/** The `error` envelope for a thrown value; `status` where HTTP has one of its own for it, such as 405. */
export function toFailure(error: unknown, frame: ResponseFrame, status?: number): Failure {
  const wire = toWireError(error);
  const body = { status: 'error', request_id: frame.requestId, error: wire.error };
  const headers = { ...wire.headers, ...frame.headers };
  const response = toJsonResponse(status ?? wire.status, body, { ...frame, headers });
  return { response, code: wire.error.code };
}

/** A violation of HTTP itself, and the status that HTTP has for it. */
export interface HttpFault {
  readonly status: number;
  readonly message: string;
}

/** The response to what is no valid HTTP request, in the envelope of all others; the connection is closed after it. */
export function toFaultResponse({ status, message }: HttpFault, requestId: string): HttpResponse {
  const error = invalidRequest('read the request', [{ path: '', message }]);
  return toFailure(error, { requestId, headers: { connection: 'close' } }, status).response;
}

/** JSON with the request's id in its header. */
export function toJsonResponse(status: number, body: unknown, frame: ResponseFrame): HttpResponse {
  return toTextResponse(status, JSON.stringify(body), frame);
}

function toTextResponse(status: number, body: string, frame: ResponseFrame): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...frame.headers,
      'x-request-id': frame.requestId,
    },
    body,
  };
}
