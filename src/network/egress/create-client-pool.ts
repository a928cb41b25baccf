import type { Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { type Egress, portOf } from './create-egress.ts';
import { limitInterimResponses } from './open-socket.ts';

/** One request on a leased connection. */
interface ClientRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Most bytes that may be read from the connection until the end of the response, whatever they are: status lines,
   * interim responses, headers, chunk extensions, body and trailers.
   */
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal;
}

/** An HTTP client on one connection that was opened for a checked address. */
export interface ClientLease {
  /** Whether the connection had served before: then the other side may have closed it meanwhile. */
  readonly isReused: boolean;
  /**
   * Sends a request; resolves when the headers of its response have arrived. The promise, and later the body, fail with
   * `validation_failed` when the server sends more bytes or more interim responses than a response needs.
   */
  send(request: ClientRequest): Promise<Dispatcher.ResponseData>;
  /** Keeps the connection for the next request to the same origin. */
  release(): void;
  /** Closes it at once. */
  discard(): void;
}

interface LeaseOptions {
  /** Whether it must be a new one. @default false */
  readonly isFresh?: boolean;
  /** See `Connection`. */
  readonly proxy?: string | undefined;
}

export interface ClientPool {
  /** A connection of the caller's own until it is released or discarded. */
  lease(url: URL, signal: AbortSignal, options?: LeaseOptions): Promise<ClientLease>;
  /** Closes what is kept; leases given out are closed when they come back. */
  close(): Promise<void>;
}

/** Response headers beyond this many bytes end the request (`UND_ERR_HEADERS_OVERFLOW`). */
export const maxResponseHeaderBytes = 16_384;

// What a handful of sites asked in parallel needs; beyond it connections are closed after use.
const maxIdleConnections = 32;

/**
 * HTTP/1.1 connections, each opened by the egress and never re-opened by undici: a new connection means a new check,
 * a kept one still leads to the address it was checked for.
 */
export function createClientPool(egress: Egress): ClientPool {
  const idle = new Map<string, Connection[]>();
  let idleCount = 0;
  let isClosed = false;

  function forget(key: string, connection: Connection): void {
    const kept = idle.get(key)?.filter((other) => other !== connection) ?? [];
    idleCount -= (idle.get(key)?.length ?? 0) - kept.length;
    if (kept.length === 0) idle.delete(key);
    else idle.set(key, kept);
  }

  function takeIdle(key: string): Connection | undefined {
    const connection = idle.get(key)?.at(-1);
    if (connection !== undefined) forget(key, connection);
    return connection;
  }

  function keep(key: string, connection: Connection): void {
    if (isClosed || connection.client.destroyed || idleCount >= maxIdleConnections) {
      destroy(connection);
      return;
    }
    idle.set(key, [...(idle.get(key) ?? []), connection]);
    idleCount += 1;
  }

  async function open(
    url: URL,
    proxy: string | undefined,
    signal: AbortSignal,
  ): Promise<Connection> {
    // Costs about 60 ms and 8 MB: only those pay who fetch.
    const { Client } = await import('undici');
    const tls = url.protocol === 'https:';
    const socket = await egress.connect(
      { hostname: url.hostname, port: portOf(url), tls, proxy },
      signal,
    );
    let isUsed = false;
    const client = new Client(url.origin, {
      allowH2: false,
      maxHeaderSize: maxResponseHeaderBytes,
      // The caller's deadline is absolute; undici's own time-outs start anew with every byte.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect(_options, callback) {
        const isFirst = !isUsed;
        isUsed = true;
        // undici forgets the request that is waiting when it is answered at once.
        queueMicrotask(() => {
          if (isFirst) callback(null, socket);
          else callback(new Error('The connection is closed.'), null);
        });
      },
    });
    const connection: Connection = { client, socket, maxBytesRead: 0 };
    // Not before: where another listener has taken the event of bytes that came early, undici waits for it in vain.
    client.once('connect', () => {
      socket.prependListener('readable', () => checkBytesRead(connection));
    });
    client.on('disconnect', () => {
      forget(keyOf(url, proxy), connection);
      destroy(connection);
    });
    return connection;
  }

  return {
    async lease(url, signal, { isFresh = false, proxy } = {}) {
      const kept = isFresh ? undefined : takeIdle(keyOf(url, proxy));
      const connection = kept ?? (await open(url, proxy, signal));
      return {
        isReused: kept !== undefined,
        send: (request) => send(connection, request),
        release: () => keep(keyOf(url, proxy), connection),
        discard: () => destroy(connection),
      };
    },
    async close() {
      isClosed = true;
      const connections = [...idle.values()].flat();
      idle.clear();
      idleCount = 0;
      for (const { socket } of connections) socket.destroy();
      await Promise.all(connections.map(({ client }) => client.destroy()));
    },
  };
}

/** What goes by a proxy of its own shares connections with nothing else. */
function keyOf({ origin }: URL, proxy: string | undefined): string {
  return `${origin} ${proxy ?? ''}`;
}

interface Connection {
  readonly client: Client;
  readonly socket: Socket;
  /** Bytes that may have been read by the end of the present exchange; an idle connection keeps the last limit. */
  maxBytesRead: number;
}

/** undici's own limits count neither status lines nor chunk extensions nor interim responses; a socket counts everything. */
function checkBytesRead({ socket, maxBytesRead }: Connection): void {
  if (socket.bytesRead > maxBytesRead) socket.destroy(tooManyBytes());
}

function tooManyBytes(): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    'The server sent more bytes than the largest allowed response has.',
    { details: { reason: 'page_too_large' } },
  );
}

function send(
  connection: Connection,
  { maxResponseBytes, headers, ...request }: ClientRequest,
): Promise<Dispatcher.ResponseData> {
  connection.maxBytesRead = connection.socket.bytesRead + maxResponseBytes;
  return connection.client.request({
    ...request,
    headers: { ...headers },
    // What it throws ends the request.
    onInfo: limitInterimResponses((error) => {
      throw error;
    }),
  });
}

/** The client does not know its socket before the first request, so both are passed on. */
function destroy({ client, socket }: Connection): void {
  client.destroy(null, () => {});
  socket.destroy();
}
