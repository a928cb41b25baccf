import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers what is no HTTP request, in the same envelope as all others, and hangs up. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { status, message } =
    (error.code === undefined ? undefined : faults[error.code]) ?? malformed;
  hangUp(socket, status, message);
}

/** CONNECT asks for a tunnel, and this is no proxy. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  hangUp(socket, 405, 'There are no tunnels here.');
}

interface Fault {
  readonly status: number;
  readonly message: string;
}

const malformed: Fault = { status: 400, message: 'This is no valid HTTP/1.1 request.' };

const faults: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are larger than 16 KB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
};

function hangUp(socket: Duplex, status: number, message: string): void {
  // The client may have gone, or an answer may be half-way out: nothing can be said then.
  if (!socket.writable || ('bytesWritten' in socket && Number(socket.bytesWritten) > 0)) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const error = { code: 'invalid_request', message };
  const body = JSON.stringify({ status: 'error', request_id: requestId, error });
  socket.on('error', ignoreLostClient);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function ignoreLostClient(): void {}
