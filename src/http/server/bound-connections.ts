import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request and its response. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The connections of a server, and what is under way on each. */
export interface Connections {
  /** To be called with each request. */
  begin(exchange: Exchange): void;
  /** The latest request on a connection, until its response is sent. */
  find(socket: Duplex): Exchange | undefined;
}

/**
 * Holds a server to a number of connections. Beyond it, the connection is closed that has kept the server waiting the
 * longest: Node's own `maxConnections` turns new connections away, so that slow clients could keep all others out.
 */
export function boundConnections(server: Server, maxConnections: number): Connections {
  // In the order in which they were opened or last got a response.
  const connections = new Map<Duplex, Exchange | undefined>();

  server.on('connection', (socket) => {
    if (connections.size >= maxConnections) {
      const slowest = findWaiting(connections);
      // There is work under way for all of them.
      if (slowest === undefined) {
        socket.destroy();
        return;
      }
      connections.delete(slowest);
      slowest.destroy();
    }
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });

  return {
    begin(exchange) {
      const { incoming, outgoing } = exchange;
      const { socket } = incoming;
      connections.set(socket, exchange);
      outgoing.once('finish', () => {
        if (connections.get(socket) !== exchange) return;
        connections.delete(socket);
        connections.set(socket, undefined);
        // The server was closed meanwhile and takes no further request.
        if (!server.listening) socket.end();
      });
    },
    find: (socket) => connections.get(socket),
  };
}

/** The oldest connection whose next request has not fully arrived. */
function findWaiting(connections: ReadonlyMap<Duplex, Exchange | undefined>): Duplex | undefined {
  for (const [socket, exchange] of connections) {
    if (exchange === undefined || !exchange.incoming.complete) return socket;
  }
  return undefined;
}
