import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** A request as the receiver of webhooks saw it. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  /** For the guard: this receiver and nothing else. */
  readonly allowPrivate: readonly string[];
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** The response: a status with headers, or none at all. */
export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | 'silence';

/** Receives webhooks on loopback. */
export async function serveReceiver(
  answer: (request: ReceivedRequest) => ReceiverAnswer = () => ({ status: 204 }),
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server: Server = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const request = { method, url, headers, body: await text(incoming) };
    requests.push(request);
    const answered = answer(request);
    if (answered === 'silence') return;
    outgoing.writeHead(answered.status, answered.headers).end('thanks');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    allowPrivate: [`127.0.0.1/32:${address.port}`],
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
