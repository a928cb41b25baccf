import type { ServerResponse } from 'node:http';
import type { HttpAnswer } from './http-answer.ts';

const ready: (readonly [outgoing: ServerResponse, answer: HttpAnswer])[] = [];

/**
 * Sends an answer as Node's own response. What is ready in one turn of the event loop leaves together: a peer on this
 * machine, as a proxy is, sleeps between answers that come one by one, and to wake it took as long as to make one.
 */
export function writeAnswer(outgoing: ServerResponse, answer: HttpAnswer): void {
  if (ready.push([outgoing, answer]) === 1) setImmediate(writeReady);
}

function writeReady(): void {
  for (const [outgoing, { status, headers, body }] of ready.splice(0)) {
    try {
      outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      // Head and body in one string: one write to the socket.
      outgoing.end(body);
    } catch {
      // What Node refuses to send costs its own connection, and none of the others that wait here.
      outgoing.destroy();
    }
  }
}
