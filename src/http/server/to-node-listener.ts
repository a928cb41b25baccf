import { randomUUID } from 'node:crypto';
import { ServerResponse, type IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { findDirectHandler, type HttpHandler } from '../create-http-handler.ts';
import { toFaultResponse, type HttpFault } from '../response/envelope.ts';
import { toResponse, type HttpResponse } from '../response/http-response.ts';
import { writeResponse } from './write-response.ts';

/** A request listener for `node:http`, Express and Fastify. Never throws. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Returns a request listener that calls the handler. Nothing may read the request's body before.
 *
 * @example
 * createServer(toNodeListener(handler)).listen(8080);
 */
export function toNodeListener(handler: HttpHandler): NodeListener {
  const direct = findDirectHandler(handler);
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      // A function of the user around a handler, or HTTP/2.
      if (direct === undefined || !(outgoing instanceof ServerResponse)) return handler(request);
      const response = await direct.respond(request);
      if (response instanceof Response) return response;
      writeResponse(outgoing, response);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      // Requests of HTTP/1.0 need not name a host.
      hostname: 'localhost',
      // The handler itself never rejects: this request never reached it.
      errorHandler: () => toResponse(toRefusal(handler)(unreadable)),
    },
  );
  return (incoming, outgoing) => void listener(incoming, outgoing);
}

const unreadable: HttpFault = {
  status: 400,
  message: 'Its target or its Host header is not valid.',
};

/** Makes the response to what never became a request; a handler made here records it like all others. */
export function toRefusal(
  handler: HttpHandler,
): (fault: HttpFault, method?: string) => HttpResponse {
  const direct = findDirectHandler(handler);
  return direct?.refuse ?? ((fault) => toFaultResponse(fault, randomUUID()));
}
