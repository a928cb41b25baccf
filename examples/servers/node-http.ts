import { createServer, type Server } from 'node:http';
import type { Service } from 'gleaner/service';
import { createHttpHandler, toNodeListener } from 'gleaner/http';

/** The HTTP contract on a server of your own; `serve` of `gleaner/http` is one with limits against slow clients. */
export function createNodeServer(service: Service): Server {
  return createServer(toNodeListener(createHttpHandler(service)));
}
