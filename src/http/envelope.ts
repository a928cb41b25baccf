import type { ErrorCode } from '../errors/error-codes.ts';
import type { HttpAnswer } from './http-answer.ts';
import { toErrorAnswer } from './to-error-answer.ts';
import type { Route, RouteAnswer } from './route.ts';

/** What every answer is made with. */
export interface AnswerFrame {
  /** Also the `X-Request-ID` header. */
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The `completed` or `queued` envelope around a route's answer. */
export function toSuccess(
  { success }: Pick<Route, 'success'>,
  { data, creditsUsed, creditsRemaining }: RouteAnswer,
  frame: AnswerFrame,
): HttpAnswer {
  const credits =
    success.envelope === 'completed'
      ? { credits_used: creditsUsed ?? 0, credits_remaining: creditsRemaining ?? 0 }
      : {};
  const body = { status: success.envelope, request_id: frame.requestId, data, ...credits };
  return toJsonAnswer(success.status, body, frame);
}

/** An answer in the `error` envelope, and the code that it tells. */
export interface Failure {
  readonly answer: HttpAnswer;
  readonly code: ErrorCode;
}

/** The `error` envelope for whatever was thrown; `status` where HTTP has one of its own for it, such as 405. */
export function toFailure(error: unknown, frame: AnswerFrame, status?: number): Failure {
  const told = toErrorAnswer(error);
  const body = { status: 'error', request_id: frame.requestId, error: told.error };
  const headers = { ...told.headers, ...frame.headers };
  const answer = toJsonAnswer(status ?? told.status, body, { ...frame, headers });
  return { answer, code: told.error.code };
}

/** JSON with the request's id in its header. */
export function toJsonAnswer(status: number, body: unknown, frame: AnswerFrame): HttpAnswer {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...frame.headers,
      'x-request-id': frame.requestId,
    },
    body: JSON.stringify(body),
  };
}
