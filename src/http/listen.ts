import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens. */
export interface RunningServer {
  /** Without a path: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no more connections, closes the idle ones, and waits for the requests under way. */
  close(): Promise<void>;
}

/** Lets a server listen; rejects when it cannot. */
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
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeIdleConnections();
      }),
  };
}
