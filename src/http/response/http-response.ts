/**
 * A response as plain data. A server on Node writes it as it is: to make a `Response` of it and to read that again takes
 * longer than everything else about a poll.
 */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; without `content-length`, which is the body's. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The web-standard response with the same content; the body is left out of the response to a HEAD request. */
export function toResponse({ status, headers, body }: HttpResponse, method = 'GET'): Response {
  return new Response(method === 'HEAD' ? null : body, { status, headers });
}
