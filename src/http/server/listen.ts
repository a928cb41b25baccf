import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkNumbers } from '../../errors/check-numbers.ts';
import { startTimer } from '../../signals/start-timer.ts';

/** A server that listens. */
export interface RunningServer {
  /** Base URL without a path, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Accepts no further connection, closes idle ones, waits for requests under way, then closes the rest. */
  close(options?: {
    /** Longest wait for requests under way, in milliseconds; `Infinity` waits for all of them. @default 30_000 */
    readonly graceMs?: number;
  }): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

const portRules = {
  port: { unit: 'port numbers', least: 0, most: 65_535, mayBeInfinite: false },
} as const;
const graceRules = { graceMs: { unit: 'milliseconds', least: 0, mayBeInfinite: true } } as const;

/** Resolves once the server listens. Rejects when it cannot, e.g. on a port in use, and with a `TypeError` for a number that is not a port. */
export async function listen(
  server: Server,
  { port, hostname }: { readonly port: number; readonly hostname: string },
): Promise<RunningServer> {
  checkNumbers('', { port }, portRules);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const { family, address, port: bound } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const closeOnce: RunningServer['close'] = async ({ graceMs = 30_000 } = {}) => {
    checkNumbers('', { graceMs }, graceRules);
    await (closed ??= close(server, graceMs));
  };
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: closeOnce,
    [Symbol.asyncDispose]: () => closeOnce(),
  };
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A client may never read its response.
    const cancelTimer = startTimer(graceMs, () => server.closeAllConnections());
    // It fails only where the server is closed already.
    server.close(() => {
      cancelTimer();
      resolve();
    });
    server.closeIdleConnections();
  });
}
