import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { toFaultResponse } from './answer-malformed.ts';
import type { HttpHandler } from './create-http-handler.ts';

/** What `node:http`, Express and Fastify call with each request. Never rejects. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * A handler for servers that speak Node's own requests. The body must not have been read before.
 *
 * @example
 * createServer(toNodeListener(handler)).listen(8080);
 */
export function toNodeListener(handler: HttpHandler): NodeListener {
  const listener = getRequestListener(handler, {
    overrideGlobalObjects: false,
    // Requests of HTTP/1.0 need not name a host.
    hostname: 'localhost',
    // The handler itself never rejects: what comes here never reached it.
    errorHandler: () =>
      toFaultResponse({ status: 400, message: 'Its target or its Host header is not valid.' }),
  });
  return (incoming, outgoing) => void listener(incoming, outgoing);
}
