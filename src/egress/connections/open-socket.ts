import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { toDuration } from '../../errors/to-duration.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { ResolvedAddress } from '../addresses/look-up.ts';

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
