import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanStatus,
  type Tracer,
} from '@opentelemetry/api';
import { afterEach } from 'vitest';

/** A span as it was reported. */
export interface KeptSpan {
  name: string;
  attributes: Attributes;
  status: SpanStatus | undefined;
  isEnded: boolean;
  /** The name of the span above, or the trace that the caller named. */
  readonly parent: string | undefined;
}

/** Keeps reported spans, in place of a provider with an exporter, until the test ends. */
export function keepSpans(): readonly KeptSpan[] {
  const spans: KeptSpan[] = [];
  const current = new AsyncLocalStorage<Context>();
  const aboveKey = Symbol('above');
  context.setGlobalContextManager({
    active: () => current.getStore() ?? ROOT_CONTEXT,
    with: (entered, work, self, ...rest) => current.run(entered, () => work.apply(self, rest)),
    bind: (_context, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });

  function begin(name: string, attributes: Attributes, above: Context) {
    const over = above.getValue(aboveKey) as KeptSpan | string | undefined;
    const kept: KeptSpan = {
      name,
      attributes: { ...attributes },
      status: undefined,
      isEnded: false,
      parent: typeof over === 'object' ? over.name : over,
    };
    spans.push(kept);
    const span = {
      updateName: (given: string) => (kept.name = given),
      setAttributes: (given: Attributes) => Object.assign(kept.attributes, given),
      setStatus: (given: SpanStatus) => (kept.status = given),
      end: () => (kept.isEnded = true),
    } as unknown as Span;
    return { kept, span };
  }

  function startActiveSpan(name: string, options: { attributes?: Attributes }, ...rest: unknown[]) {
    const above = rest.length > 1 ? (rest[0] as Context) : context.active();
    const work = rest.at(-1) as (span: Span) => unknown;
    const { kept, span } = begin(name, options.attributes ?? {}, above);
    return context.with(above.setValue(aboveKey, kept), () => work(span));
  }

  trace.setGlobalTracerProvider({
    getTracer: () => ({ startActiveSpan }) as unknown as Tracer,
  });
  propagation.setGlobalPropagator({
    inject: () => undefined,
    fields: () => ['traceparent'],
    extract: (_context, carrier, getter) =>
      ROOT_CONTEXT.setValue(aboveKey, getter.get(carrier, 'traceparent')),
  });
  return spans;
}

afterEach(() => {
  context.disable();
  trace.disable();
  propagation.disable();
});
