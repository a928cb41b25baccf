import type { ServerResponse } from 'node:http';
import type { HttpAnswer } from './http-answer.ts';

/** Sends an answer as Node's own response. */
export function writeAnswer(outgoing: ServerResponse, { status, headers, body }: HttpAnswer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  // Head and body in one string: one write to the socket.
  outgoing.end(body);
}
