import { type LookupFunction, type Socket, connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { toDuration } from '../../runtime/errors/shown-text.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { ResolvedAddress } from './public-addresses.ts';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { raceSignal } from '../../runtime/signals/waiting.ts';

/** An upstream proxy. */
export interface Proxy {
  /** `https` speaks TLS with the proxy itself. */
  readonly kind: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  /** Empty where there are none. */
  readonly username: string;
  readonly password: string;
}

interface OpenSocketInput {
  readonly hostname: string;
  readonly port: number;
  /** The only addresses that are tried; at least one. */
  readonly addresses: readonly ResolvedAddress[];
  readonly tls: boolean;
  /** A connection that leads to the host already, such as a proxy's tunnel, to speak TLS over. */
  readonly over?: Socket;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

// Node's own 250 ms gives up on far servers when a name has several addresses; a dead one of two then costs 1 s.
const attemptTimeoutMs = 1_000;

/** Connects to one of the given addresses and to nothing else. The socket is ready (TLS: verified) when it resolves. */
export function openSocket(input: OpenSocketInput): Promise<Socket> {
  const { hostname, addresses, signal, timeoutMs } = input;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const pinned: LookupFunction = (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
  // Brackets and a final dot belong to URLs, not to certificates. A literal is never looked up: it is its own checked address.
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const options = {
    host,
    port: input.port,
    lookup: pinned,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    noDelay: true,
  };
  const socket = input.tls
    ? connectTls({
        ...options,
        ...(input.over === undefined ? {} : { socket: input.over }),
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ALPNProtocols: ['http/1.1'],
      })
    : connectTcp(options);

  const timer = setTimeout(() => {
    const message = `Connecting to "${hostname}" took longer than ${toDuration(timeoutMs)}.`;
    giveUp(new GleanerError('validation_failed', message, { details: { reason: 'timed_out' } }));
  }, timeoutMs);
  const onAbort = (): void => giveUp(signal.reason);
  const onError = (error: Error): void => giveUp(toConnectError(hostname, error));
  const onClose = (): void => giveUp(toConnectError(hostname, new Error('closed')));
  function stopWatching(): void {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    socket.off('error', onError).off('close', onClose);
  }
  function giveUp(reason: unknown): void {
    stopWatching();
    socket.destroy();
    reject(reason);
  }

  signal.addEventListener('abort', onAbort, { once: true });
  socket.on('error', onError).on('close', onClose);
  // Stays: a socket may fail while it has no other listener, after giving up or before its user has attached one.
  socket.on('error', () => {});
  socket.once(input.tls ? 'secureConnect' : 'connect', () => {
    stopWatching();
    resolve(socket);
  });
  return promise;
}

/** Node's own text names the address; only its code goes on. */
function toConnectError(hostname: string, error: Error): GleanerError<'validation_failed'> {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const code = codeOf(error) ?? codeOf(first) ?? 'connection closed';
  const message = `Could not connect to "${hostname}" (${code}).`;
  return new GleanerError('validation_failed', message, {
    details: { reason: code === 'ETIMEDOUT' ? 'timed_out' : 'fetch_failed' },
    cause: Object.assign(new Error(code), { code }),
  });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

interface OpenTunnelInput extends Omit<OpenSocketInput, 'addresses' | 'over'> {
  readonly proxy: Proxy;
  /** The only addresses at which the proxy is tried. */
  readonly proxyAddresses: readonly ResolvedAddress[];
  /** Where the proxy is asked to connect to: an address that was checked, never a name it would look up itself. */
  readonly address: ResolvedAddress;
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

/**
 * Most interim responses (status 1xx) before the response itself. Servers send one or two; each costs the event loop up to
 * .1 ms, and one read of the socket can hold 2,600 of them.
 */
const maxInterimResponses = 16;

/**
 * Returns what to call for each interim response to one request. For the first of too many it calls `onExceeded` with the
 * error (`validation_failed`, reason `fetch_failed`) that ends the request.
 */
export function limitInterimResponses(onExceeded: (error: GleanerError) => void): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count === maxInterimResponses + 1) onExceeded(tooMany());
  };
}

function tooMany(): GleanerError<'validation_failed'> {
  const message = `The server sent more than ${maxInterimResponses} interim responses (status 1xx).`;
  return new GleanerError('validation_failed', message, { details: { reason: 'fetch_failed' } });
}
