import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Agent, request } from 'undici';

export interface AttackOptions {
  readonly url: string;
  readonly malformedRequests: number;
  readonly slowSockets: number;
  /** Attackers at once. @default 20 */
  readonly attackers?: number;
}

/** How a server fared. */
export interface AttackReport {
  readonly malformedAnswers: ReadonlyMap<string, number>;
  /** Answers to nonsense that were no error, or no answer in the envelope. */
  readonly wrongAnswers: readonly string[];
  /** Times of good requests meanwhile, in milliseconds, sorted. */
  readonly goodMs: readonly number[];
  readonly badStatuses: readonly number[];
}

/** Sends malformed requests while slow ones hold on to their sockets, and good requests in between. */
export async function attack(options: AttackOptions): Promise<AttackReport> {
  const { url, malformedRequests, slowSockets, attackers = 20 } = options;
  const port = Number(new URL(url).port);
  const slow = await openSlowSockets(port, slowSockets);
  const malformedAnswers = new Map<string, number>();
  const wrongAnswers: string[] = [];
  const goodMs: number[] = [];
  const badStatuses: number[] = [];
  let left = malformedRequests;
  const over = new AbortController();

  async function attackOn(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const [name, bytes] = nonsense[left % nonsense.length] ?? ['', ''];
      const answer = await exchange(port, bytes);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'none';
      malformedAnswers.set(status, (malformedAnswers.get(status) ?? 0) + 1);
      const isTold = /^HTTP\/1\.1 4\d\d/.test(answer) && /\r\nx-request-id: /i.test(answer);
      if (!isTold) wrongAnswers.push(`${name}: ${answer.slice(0, 200)}`);
    }
  }

  async function goOn(): Promise<void> {
    const dispatcher = new Agent();
    do {
      const startedMs = performance.now();
      const { statusCode, body } = await request(`${url}/healthz`, { dispatcher });
      await body.dump();
      goodMs.push(performance.now() - startedMs);
      if (statusCode !== 200) badStatuses.push(statusCode);
      await new Promise((resolve) => setTimeout(resolve, 5));
    } while (!over.signal.aborted);
    await dispatcher.close();
  }

  const good = goOn();
  await Promise.all(Array.from({ length: attackers }, attackOn));
  over.abort();
  await good;
  for (const socket of slow) socket.destroy();
  return { malformedAnswers, wrongAnswers, goodMs: goodMs.toSorted((a, b) => a - b), badStatuses };
}

/** Each begins a request, and sends no more of it. */
async function openSlowSockets(port: number, count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const socket = connect(port, '127.0.0.1');
    // They are cut off in time, as they should be.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('POST /v1/scrape HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    sockets.push(socket);
  }
  return sockets;
}

/** What comes back until the server hangs up, or falls silent after an answer. */
export async function exchange(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1');
  let answer = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('data', (text) => {
    answer += String(text);
    if (/\r\n\r\n\{.*\}$/s.test(answer)) resolve();
  });
  socket.on('error', () => resolve());
  socket.on('close', () => resolve());
  socket.write(bytes);
  await promise;
  socket.destroy();
  return answer;
}

const host = 'Host: a\r\n';
const post = `POST /v1/scrape HTTP/1.1\r\n${host}`;

/** Requests that are none, by what is wrong with them. */
export const nonsense: readonly (readonly [name: string, bytes: string | Uint8Array])[] = [
  ['no HTTP', 'hello\r\n\r\n'],
  ['TLS', Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9', 'GET /\r\n\r\n'],
  ['a line without a version', 'GET /healthz\r\n\r\n'],
  ['a line without a version, with a host', `GET /healthz\r\n${host}\r\n`],
  ['an unknown version', `GET / HTTP/7.3\r\n${host}\r\n`],
  ['an unknown method', `BREW /v1/scrape HTTP/1.1\r\n${host}\r\n`],
  ['a method in lower case', `get / HTTP/1.1\r\n${host}\r\n`],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['two hosts', `GET /healthz HTTP/1.1\r\n${host}Host: b\r\n\r\n`],
  ['a host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b/c\r\n\r\n'],
  ['a target that is none', `GET healthz HTTP/1.1\r\n${host}\r\n`],
  ['a backslash in the target', `GET /v1\\scrape HTTP/1.1\r\n${host}\r\n`],
  ['a star', `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
  ['a space in a header name', `GET / HTTP/1.1\r\n${host}X Y: z\r\n\r\n`],
  ['a folded header', `GET / HTTP/1.1\r\n${host}X: y\r\n z\r\n\r\n`],
  ['NUL in a header', `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ['a bare line feed in a header', `GET / HTTP/1.1\r\n${host}X: a\nY: b\r\n\r\n`],
  ['too large headers', `GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(17_000)}\r\n\r\n`],
  ['too many headers', `GET / HTTP/1.1\r\n${host}${'X: a\r\n'.repeat(101)}\r\n`],
  ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a negative length', `${post}Content-Length: -2\r\n\r\n{}`],
  ['a length that is none', `${post}Content-Length: 0x2\r\n\r\n{}`],
  [
    'a length and chunks',
    `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks and a length',
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`,
  ],
  ['chunks that are not last', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ['chunks by another name', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a chunk of no size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['an expectation', `${post}Expect: wonders\r\nContent-Length: 2\r\n\r\n{}`],
  ['a tunnel', `CONNECT a:80 HTTP/1.1\r\n${host}\r\n`],
];
