import { findTelemetry } from '../tracing/find-telemetry.ts';

/** What a span says of a request, once it is answered. */
export interface TracedRequest {
  readonly method: string;
  /** The route's path with its parameters' names. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

/**
 * Answers a request within a span, under the trace that its headers name, where OpenTelemetry's API is installed;
 * elsewhere it only answers. Keys, queries and bodies stay out of spans.
 */
export async function traceRequest<Answer>(
  { method, headers }: Request,
  answer: () => Promise<Answer>,
  describe: (answer: Answer) => TracedRequest,
): Promise<Answer> {
  const api = await findTelemetry();
  if (api === undefined) return answer();
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api;
  const parent = propagation.extract(context.active(), headers, {
    get: (carrier, name) => carrier.get(name) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
  const tracer = trace.getTracer('gleaner');
  return tracer.startActiveSpan(method, { kind: SpanKind.SERVER }, parent, async (span) => {
    try {
      const answered = await answer();
      const told = describe(answered);
      span.updateName(`${told.method} ${told.route}`);
      span.setAttributes({
        'http.request.method': told.method,
        'http.route': told.route,
        'http.response.status_code': told.status,
        'gleaner.request_id': told.requestId,
      });
      if (told.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return answered;
    } finally {
      span.end();
    }
  });
}
