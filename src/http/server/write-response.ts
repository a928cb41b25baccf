import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../response/http-response.ts';

const ready: (readonly [outgoing: ServerResponse, response: HttpResponse])[] = [];

/**
 * Sends a response as Node's own. Responses that are ready in one turn of the event loop leave together: a peer on this
 * machine, such as a proxy, sleeps between responses that come one by one, and to wake it takes as long as to make one.
 */
export function writeResponse(outgoing: ServerResponse, response: HttpResponse): void {
  if (ready.push([outgoing, response]) === 1) setImmediate(writeReady);
}

function writeReady(): void {
  for (const [outgoing, { status, headers, body }] of ready.splice(0)) {
    try {
      outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      // Head and body in one string: one write to the socket.
      outgoing.end(body);
    } catch {
      // A response that Node refuses to send costs its own connection, and none of the others in the list.
      outgoing.destroy();
    }
  }
}
