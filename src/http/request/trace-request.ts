import { findTelemetry } from '../../tracing/with-span.ts';

/** What a span says of a request. */
export interface TracedRequest {
  readonly method: string;
  /** The route's path with its parameters' names. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

/**
 * Runs `respond` within a span, under the trace that the request's headers name, where OpenTelemetry's API is installed;
 * elsewhere it only runs it. Keys, queries and bodies stay out of spans.
 */
export async function traceRequest<Response>(
  { method, headers }: Request,
  respond: () => Promise<Response>,
  describe: (response: Response) => TracedRequest,
): Promise<Response> {
  const api = await findTelemetry();
  if (api === undefined) return respond();
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api;
  const parent = propagation.extract(context.active(), headers, {
    get: (carrier, name) => carrier.get(name) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
  const tracer = trace.getTracer('gleaner');
  return tracer.startActiveSpan(method, { kind: SpanKind.SERVER }, parent, async (span) => {
    try {
      const response = await respond();
      const described = describe(response);
      span.updateName(`${described.method} ${described.route}`);
      span.setAttributes({
        'http.request.method': described.method,
        'http.route': described.route,
        'http.response.status_code': described.status,
        'gleaner.request_id': described.requestId,
      });
      if (described.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return response;
    } finally {
      span.end();
    }
  });
}
