export { createHttpHandler } from './create-http-handler.ts';
export type { HttpHandler, HttpHandlerOptions } from './create-http-handler.ts';
export type { RequestRecord } from '../exchange/exchange.ts';
export type { Metrics, ServeMetricsOptions } from '../server/metrics.ts';
export { createMetrics, serveMetrics } from '../server/metrics.ts';
export { createOpenApiDocument } from './create-open-api-document.ts';
export type { RunningServer, ServeOptions, ServerLimits, NodeListener } from '../server/serve.ts';
export { serve, toNodeListener } from '../server/serve.ts';
export type { Prices } from '../../core/operations/operation-context.ts';
