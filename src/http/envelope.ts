import type { ErrorCode } from '../errors/error-codes.ts';
import { toErrorAnswer } from './to-error-answer.ts';
import type { Route, RouteAnswer } from './route.ts';

/** What every response is made with. */
export interface ResponseFrame {
  /** Also the `X-Request-ID` header. */
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The `completed` or `queued` envelope around a route's answer. */
export function toSuccess(
  { success }: Pick<Route, 'success'>,
  { data, creditsUsed, creditsRemaining }: RouteAnswer,
  frame: ResponseFrame,
): Response {
  const credits =
    success.envelope === 'completed'
      ? { credits_used: creditsUsed ?? 0, credits_remaining: creditsRemaining ?? 0 }
      : {};
  const body = { status: success.envelope, request_id: frame.requestId, data, ...credits };
  return toJsonResponse(success.status, body, frame);
}

/** An answer in the `error` envelope, and the code that it tells. */
export interface Failure {
  readonly response: Response;
  readonly code: ErrorCode;
}

/** The `error` envelope for whatever was thrown; `status` where HTTP has one of its own for it, such as 405. */
export function toFailure(error: unknown, frame: ResponseFrame, status?: number): Failure {
  const answer = toErrorAnswer(error);
  const body = { status: 'error', request_id: frame.requestId, error: answer.error };
  const headers = { ...answer.headers, ...frame.headers };
  const response = toJsonResponse(status ?? answer.status, body, { ...frame, headers });
  return { response, code: answer.error.code };
}

/** JSON with the request's id in its header. */
export function toJsonResponse(status: number, body: unknown, frame: ResponseFrame): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...frame.headers,
      'x-request-id': frame.requestId,
    },
  });
}
