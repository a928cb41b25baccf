import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpFault } from '../response/envelope.ts';
import type { HttpResponse } from '../response/http-response.ts';
import type { Exchange } from './bound-connections.ts';

/** The violation of HTTP that Node's parser or its time-outs reported for a connection. */
export function toHttpFault({ code = '' }: NodeJS.ErrnoException): HttpFault {
  return faults[code] ?? malformed;
}

const malformed: HttpFault = { status: 400, message: 'This is no valid HTTP/1.1 request.' };

const faults: Readonly<Record<string, HttpFault>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too many, or larger than 16 KB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
};

/** A violation that Node lets pass: RFC 9112 section 3.2 (one Host), or too many headers; `undefined` where there is none. */
export function findHttpFault(
  { rawHeaders, httpVersion }: IncomingMessage,
  maxHeaders: number,
): HttpFault | undefined {
  if (rawHeaders.length / 2 > maxHeaders) {
    return { status: 431, message: `There are more than ${maxHeaders} headers.` };
  }
  let hosts = 0;
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return { status: 400, message: 'Expected one Host header.' };
  }
  return undefined;
}

/**
 * Responds to what Node could not read and closes the connection, after the response to an earlier request on it.
 * `refuse` makes the response; it is not called where the connection cannot be written to any more.
 */
export function hangUp(
  socket: Duplex,
  exchange: Exchange | undefined,
  refuse: () => HttpResponse,
): void {
  if (leaving.has(socket)) return;
  leaving.add(socket);
  socket.on('error', ignoreLostClient);
  if (exchange !== undefined && exchange.incoming.complete) {
    const { outgoing } = exchange;
    outgoing.once('finish', () => writeAndClose(socket, refuse));
  } else if (exchange?.outgoing.headersSent === true) socket.destroy();
  else writeAndClose(socket, refuse);
}

/** Connections that are being closed: the parser reports everything that still arrives on them. */
const leaving = new WeakSet<Duplex>();

/** Time for the client to read the response; closed at once, a connection with unread bytes loses what was sent last. */
const lingerMs = 500;

function writeAndClose(socket: Duplex, refuse: () => HttpResponse): void {
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
