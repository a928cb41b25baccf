export { createHttpHandler } from './create-http-handler.ts';
export type { HttpHandler, HttpHandlerOptions, RequestRecord } from './create-http-handler.ts';
export { createOpenApiDocument } from './create-open-api-document.ts';
export { serve } from './serve.ts';
export type { RunningServer, ServeOptions } from './serve.ts';
