import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens. */
export interface RunningServer {
  /** Without a path: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no more connections, closes the idle ones, waits for the requests under way, and cuts what is left after `graceMs`. @default 30_000 */
  close(options?: { readonly graceMs?: number }): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Lets a server listen; rejects when it cannot, e.g. on a port in use. */
export async function listen(
  server: Server,
  { port, hostname }: { readonly port: number; readonly hostname: string },
): Promise<RunningServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const { family, address, port: bound } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const closeOnce: RunningServer['close'] = ({ graceMs = 30_000 } = {}) =>
    (closed ??= close(server, graceMs));
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: closeOnce,
    [Symbol.asyncDispose]: () => closeOnce(),
  };
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A client may never read its response.
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    // It fails only where the server is closed already.
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
