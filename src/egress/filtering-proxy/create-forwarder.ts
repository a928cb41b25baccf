import { once } from 'node:events';
import {
  Agent,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { limitInterimResponses } from '../connections/limit-interim-responses.ts';
import { type Connection, portOf } from '../create-egress.ts';

interface CreateForwarderInput {
  readonly connect: (connection: Connection) => Promise<Duplex>;
  /** Called for the bytes of each part of a request's body, and of whatever a server sends. */
  readonly count: (length: number) => void;
  /** Called for each connection. */
  readonly watch: (socket: Duplex) => void;
}

/** Passes requests in the clear on, over connections that are kept for their host. */
export interface Forwarder {
  /** Rejects when there is no answer; the response is then still unsent, or has begun. */
  forward(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
}

// RFC 9110, 7.6.1: what concerns one connection only. What `connection` names beside them, Chrome does not send.
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Longest silence of a server before its answer begins; then the session's deadline counts. */
const firstByteTimeoutMs = 30_000;

/** Opens nothing until there is something to pass on. */
export function createForwarder({ connect, count, watch }: CreateForwarderInput): Forwarder {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 });
  const counted = new WeakSet<Socket>();
  agent.createConnection = ({ host, port }, callback) => {
    void open({ hostname: host ?? '', port: Number(port ?? 80), tls: false }, callback);
    return undefined;
  };

  async function open(
    connection: Connection,
    callback: ConnectCallback | undefined,
  ): Promise<void> {
    let socket: Duplex;
    try {
      socket = await connect(connection);
    } catch (error) {
      // Its type promises a stream even where there is an error instead.
      callback?.(error instanceof Error ? error : new Error('no connection'), undefined as never);
      return;
    }
    watch(socket);
    callback?.(null, socket);
  }

  /** A connection serves many requests. Listening before the first has begun would take its data away. */
  function countReads(socket: Socket): void {
    if (counted.has(socket)) return;
    counted.add(socket);
    socket.on('data', (chunk: Buffer) => count(chunk.length));
  }

  async function ask(
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answer> {
    const sent = sendRequest({
      agent,
      host: url.hostname,
      port: portOf(url),
      method: request.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: dropOwn(request.rawHeaders),
      timeout: firstByteTimeoutMs,
    });
    // What is no HTTP after the headers is an error of the request, too: without a listener it would end the process.
    sent.on('error', ignoreLateFault);
    sent.once('timeout', () => sent.destroy(silent()));
    sent.on(
      'information',
      limitInterimResponses((error) => sent.destroy(error)),
    );
    sent.once('socket', countReads);
    response.once('close', () => {
      if (!response.writableFinished) sent.destroy();
    });
    if (request.readableEnded) sent.end();
    else request.pipe(sent);
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      sent.setTimeout(0);
      return { answer };
    } catch (error) {
      return { error, isStale: sent.reusedSocket && bodiless.has(request.method ?? '') };
    }
  }

  return {
    async forward(url, request, response) {
      request.on('data', (chunk: Buffer) => count(chunk.length));
      let { answer, error, isStale } = await ask(url, request, response);
      for (let tries = 0; isStale === true && tries < maxStaleTries; tries += 1) {
        ({ answer, error, isStale } = await ask(url, request, response));
      }
      if (answer === undefined) throw error;
      response.sendDate = false;
      response.writeHead(
        answer.statusCode ?? 502,
        answer.statusMessage,
        dropOwn(answer.rawHeaders),
      );
      await pipeline(answer, response);
    },
    close: () => agent.destroy(),
  };
}

type ConnectCallback = (error: Error | null, socket: Duplex) => void;

type Answer =
  | { readonly answer: IncomingMessage; readonly error?: undefined; readonly isStale?: undefined }
  | { readonly answer?: undefined; readonly error: unknown; readonly isStale: boolean };

/** Before the response it rejects the request, after it the body fails. */
function ignoreLateFault(): void {}

/** May be asked again when a kept connection turns out to have been closed by the other side. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** A server that restarts has closed all that were kept. */
const maxStaleTries = 3;

function silent(): GleanerError<'validation_failed'> {
  const message = `The server sent no response within ${firstByteTimeoutMs} ms.`;
  return new GleanerError('validation_failed', message, { details: { reason: 'timed_out' } });
}

/** Pairs as they came, so that repeated headers stay what they are. */
function dropOwn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_text, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !ownHeaders.has(name.toLowerCase());
  });
}
