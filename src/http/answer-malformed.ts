import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalidRequest } from '../errors/invalid-request.ts';
import type { Exchange } from './bound-connections.ts';
import { toFailure } from './envelope.ts';
import type { HttpAnswer } from './http-answer.ts';

/** What HTTP itself has against a request. */
export interface HttpFault {
  readonly status: number;
  readonly message: string;
}

/** What Node's parser or its time-outs have against what came over a connection. */
export function toHttpFault({ code = '' }: NodeJS.ErrnoException): HttpFault {
  return faults[code] ?? malformed;
}

const malformed: HttpFault = { status: 400, message: 'This is no valid HTTP/1.1 request.' };

const faults: Readonly<Record<string, HttpFault>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too many, or larger than 16 KB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
};

/** The answer to a request that is none, in the envelope of all others. */
export function toFaultAnswer(
  { status, message }: HttpFault,
  requestId: string = randomUUID(),
): HttpAnswer {
  const error = invalidRequest('read the request', [{ path: '', message }]);
  const frame = { requestId, headers: { connection: 'close' } };
  return toFailure(error, frame, status).answer;
}

/**
 * Answers what Node gave up on, after the answers that are still owed on the connection, and hangs up. `refuse` makes the
 * answer, where there is still somebody to take it.
 */
export function hangUp(
  socket: Duplex,
  exchange: Exchange | undefined,
  refuse: () => HttpAnswer,
): void {
  if (leaving.has(socket)) return;
  leaving.add(socket);
  socket.on('error', ignoreLostClient);
  if (exchange !== undefined && exchange.incoming.complete) {
    const { outgoing } = exchange;
    outgoing.once('finish', () => sayGoodbye(socket, refuse));
  } else if (exchange?.outgoing.headersSent === true) socket.destroy();
  else sayGoodbye(socket, refuse);
}

/** Connections that were hung up on: the parser complains about all that still comes. */
const leaving = new WeakSet<Duplex>();

/** Time for the client to take the answer; closed at once, a connection with unread bytes loses what was sent last. */
const lingerMs = 500;

function sayGoodbye(socket: Duplex, refuse: () => HttpAnswer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refuse();
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function ignoreLostClient(): void {}

/** RFC 9112 section 3.2 (one Host), and a number of headers beyond which nobody has reasons. */
export function findHttpFault(
  { rawHeaders, httpVersion }: IncomingMessage,
  maxHeaders: number,
): HttpFault | undefined {
  if (rawHeaders.length / 2 > maxHeaders) {
    return { status: 431, message: `There are more than ${maxHeaders} headers.` };
  }
  let hosts = 0;
  // Names and values take turns.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return { status: 400, message: 'Expected one Host header.' };
  }
  return undefined;
}
