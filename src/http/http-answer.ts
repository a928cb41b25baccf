/**
 * A response before anybody sends it. A server on Node writes it as it is: to make a `Response` of it and read that again
 * takes longer than everything else about a poll.
 */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; without `content-length`, which is the body's. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer for whoever speaks web standards. */
export function toResponse({ status, headers, body }: HttpAnswer, method = 'GET'): Response {
  return new Response(method === 'HEAD' ? null : body, { status, headers });
}
