import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { toDuration } from '../../errors/to-duration.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import type { ResolvedAddress } from '../addresses/look-up.ts';
import { limitInterimResponses } from './limit-interim-responses.ts';
import { openSocket } from './open-socket.ts';
import type { Proxy } from './parse-proxy.ts';

interface OpenTunnelInput {
  readonly proxy: Proxy;
  /** The only addresses at which the proxy is tried. */
  readonly proxyAddresses: readonly ResolvedAddress[];
  readonly hostname: string;
  readonly port: number;
  /** Where the proxy is asked to connect to: an address that was checked, never a name it would look up itself. */
  readonly address: ResolvedAddress;
  readonly tls: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Connects through an upstream proxy to the address given and to nothing else. TLS is spoken with the host, not with the proxy. */
export async function openTunnel(input: OpenTunnelInput): Promise<Socket> {
  const { proxy, hostname, port, tls, timeoutMs, signal } = input;
  const socket = await openSocket({
    hostname: proxy.hostname,
    port: proxy.port,
    addresses: input.proxyAddresses,
    tls: proxy.kind === 'https',
    timeoutMs,
    signal,
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const asking = proxy.kind === 'socks5' ? askSocks(input, socket) : askHttp(input, socket);
    await raceSignal(asking, AbortSignal.any([signal, timeout]));
  } catch (cause) {
    socket.destroy();
    signal.throwIfAborted();
    throw timeout.aborted
      ? failed(`took longer than ${toDuration(timeoutMs)}`, 'timed_out')
      : cause;
  }
  if (!tls) return socket;
  const addresses = [input.address];
  return openSocket({ hostname, port, addresses, tls, over: socket, timeoutMs, signal });
}

/** Bytes of a proxy's response to CONNECT, with the first that the host sends through it: headers take 16 KB at most. */
const maxAnswerBytes = 131_072;

// RFC 9110, section 9.3.6.
async function askHttp({ proxy, address, port }: OpenTunnelInput, socket: Socket): Promise<void> {
  const authority = `${address.family === 6 ? `[${address.address}]` : address.address}:${port}`;
  const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
  const asking = request({
    createConnection: () => socket,
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(proxy.username === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` }),
    },
  });
  asking.on(
    'information',
    limitInterimResponses((error) => asking.destroy(error)),
  );
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) socket.destroy(new Error('The proxy sent too much.'));
  };
  // Not before: listening starts the flow, and the request would miss its beginning.
  asking.once('socket', () => socket.on('data', count));
  asking.end();
  let answer: readonly [response: IncomingMessage, socket: Socket, head: Buffer];
  try {
    answer = (await once(asking, 'connect')) as [IncomingMessage, Socket, Buffer];
  } catch {
    // Node's error may name the proxy's address.
    throw failed('broke off', 'fetch_failed');
  } finally {
    socket.off('data', count);
  }
  const [{ statusCode = 0 }, , head] = answer;
  if (statusCode < 200 || statusCode > 299) {
    throw failed(`answered with HTTP status ${statusCode}`, 'fetch_failed');
  }
  if (head.length > 0) socket.unshift(head);
}

async function askSocks(
  { proxy, address, port, timeoutMs }: OpenTunnelInput,
  socket: Socket,
): Promise<void> {
  // Loaded on first use, since few embedders need it.
  const { SocksClient } = await import('socks');
  try {
    await SocksClient.createConnection({
      command: 'connect',
      existing_socket: socket,
      timeout: timeoutMs,
      destination: { host: address.address, port },
      proxy: {
        type: 5,
        host: proxy.hostname.replace(/^\[|\]$/g, ''),
        port: proxy.port,
        ...(proxy.username === '' ? {} : { userId: proxy.username, password: proxy.password }),
      },
    });
  } catch {
    // Its errors carry the options, credentials included.
    throw failed('did not open the connection', 'fetch_failed');
  }
}

function failed(
  what: string,
  reason: 'fetch_failed' | 'timed_out',
): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `The proxy ${what}: check its address and its credentials.`,
    { details: { reason } },
  );
}
