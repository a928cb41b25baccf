import { ServerResponse, type IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { toFaultAnswer, type HttpFault } from './answer-malformed.ts';
import type { HttpHandler } from './create-http-handler.ts';
import { toResponse } from './http-answer.ts';
import { writeAnswer } from './write-answer.ts';

/** What `node:http`, Express and Fastify call with each request. Never rejects. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * A handler for servers that speak Node's own requests. The body must not have been read before.
 *
 * @example
 * createServer(toNodeListener(handler)).listen(8080);
 */
export function toNodeListener(handler: HttpHandler): NodeListener {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      const { answer } = handler;
      // Somebody's own function around a handler, or HTTP/2.
      if (answer === undefined || !(outgoing instanceof ServerResponse)) return handler(request);
      writeAnswer(outgoing, await answer(request));
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      // Requests of HTTP/1.0 need not name a host.
      hostname: 'localhost',
      // The handler itself never rejects: what comes here never reached it.
      errorHandler: () => toResponse(handler.refuse?.(unreadable) ?? toFaultAnswer(unreadable)),
    },
  );
  return (incoming, outgoing) => void listener(incoming, outgoing);
}

const unreadable: HttpFault = {
  status: 400,
  message: 'Its target or its Host header is not valid.',
};
