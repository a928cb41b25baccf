import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** A server under way. */
interface LoopbackServer {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Ends all connections at once, open responses too. Again, it does nothing. */
  close(): Promise<void>;
}

/** Serves HTTP on this machine. Rejects with the error of the system where it cannot listen there. */
export async function listenOnLoopback(
  listener: RequestListener,
  { port = 0, host = '127.0.0.1' }: { readonly port?: number; readonly host?: string } = {},
): Promise<LoopbackServer> {
  const server = createServer(listener).listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new TypeError(`Expected the server to listen on a port of ${host}.`);
  }
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
