import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  brotliZeros,
  emptyDeflateBlocks,
  emptyGzipStreams,
  zstdOfWideWindow,
} from './hostile-bodies.ts';

/** A way in which a server misuses HTTP. */
export interface HostileServer {
  readonly name: string;
  /** What a fetch of it must end with: a reason of `validation_failed`, or `page` where there is a page all the same. */
  readonly ends: 'fetch_failed' | 'page_too_large' | 'timed_out' | 'unsupported_content' | 'page';
  /** Responds to a request for `path` on its connection. */
  readonly serve: (socket: Socket, path: string) => void;
}

const ok = 'HTTP/1.1 200 OK\r\n';
const html = `${ok}content-type: text/html\r\n`;
const chunked = `${html}transfer-encoding: chunked\r\n\r\n`;
const mebibyte = 1_048_576;

/** Written at once, as often as the other side takes it. */
const blockBytes = 65_536;

/** Writes `start`, then `part` again and again until the connection closes, as fast as it is read. */
function endless(start: string, part: string): HostileServer['serve'] {
  const times = Math.ceil(blockBytes / part.length);
  const block = Buffer.from(part.repeat(times), 'latin1');
  return (socket) => {
    const fill = (): void => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', fill);
    socket.write(start, 'latin1');
    fill();
  };
}

/** Writes `start`, then one `part` every 50 ms until the connection closes. */
function drip(start: string, part: string): HostileServer['serve'] {
  return (socket) => {
    socket.write(start, 'latin1');
    const timer = setInterval(() => socket.write(part, 'latin1'), 50);
    socket.on('close', () => clearInterval(timer));
  };
}

/** Responds with a whole page, which is made on the first request. */
function whole(headers: string, toBody: () => Buffer): HostileServer['serve'] {
  let body: Buffer | undefined;
  return (socket) => {
    body ??= toBody();
    socket.write(`${html}${headers}content-length: ${body.length}\r\n\r\n`, 'latin1');
    socket.write(body);
  };
}

function redirect(toLocation: (path: string) => string): HostileServer['serve'] {
  return (socket, path) => {
    const location = toLocation(path);
    socket.write(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
  };
}

function gzipInChunksOfOneByte(socket: Socket): void {
  // Stored and not compressed: a megabyte of gzip for a megabyte of page.
  const bytes = gzipSync(Buffer.alloc(1_000_000, 'a'), { level: 0 });
  const chunks = Buffer.alloc(bytes.length * 6, '1\r\n.\r\n', 'latin1');
  for (const [index, byte] of bytes.entries()) chunks[index * 6 + 3] = byte;
  socket.write(`${html}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`);
  socket.write(chunks);
  socket.write('0\r\n\r\n');
}

const flood = endless('HTTP/1.1 302 Found\r\nlocation: there/page\r\n\r\n', 'a');

function endlessRedirectBody(socket: Socket, path: string): void {
  if (path.endsWith('page')) socket.write(`${html}content-length: 1\r\n\r\na`);
  else flood(socket, path);
}

/** Every way, with raw bytes where HTTP libraries would refuse to send them. */
export const hostileServers: readonly HostileServer[] = [
  // What is neither header nor body.
  { name: 'endless status line', ends: 'page_too_large', serve: endless('HTTP/1.1 200 ', 'a') },
  {
    name: 'endless line breaks before the response',
    ends: 'page_too_large',
    serve: endless('', '\r\n'),
  },
  { name: 'endless chunk extension', ends: 'page_too_large', serve: endless(`${chunked}1;`, 'a') },
  {
    name: 'endless chunk extension value',
    ends: 'page_too_large',
    serve: endless(`${chunked}1;a="`, 'b'),
  },
  {
    name: 'a chunk extension on every chunk',
    ends: 'page_too_large',
    serve: endless(chunked, `1;${'e'.repeat(4_000)}\r\na\r\n`),
  },
  {
    name: 'endless leading zeros of a chunk size',
    ends: 'page_too_large',
    serve: endless(chunked, '0'),
  },
  {
    name: 'endless trailers',
    ends: 'page_too_large',
    serve: endless(`${chunked}1\r\na\r\n0\r\n`, 'x: y\r\n'),
  },
  {
    name: 'one endless trailer',
    ends: 'page_too_large',
    serve: endless(`${chunked}1\r\na\r\n0\r\nx: `, 'y'),
  },
  {
    name: 'one endless trailer name',
    ends: 'page_too_large',
    serve: endless(`${chunked}1\r\na\r\n0\r\n`, 'y'),
  },
  {
    name: 'a chunk size that is no number',
    ends: 'fetch_failed',
    serve: (socket) => void socket.write(`${chunked}1\r\na\r\nnone\r\n`),
  },
  // Interim responses.
  {
    name: 'endless 103 responses',
    ends: 'fetch_failed',
    serve: endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  },
  {
    name: 'endless 103 responses with links',
    ends: 'fetch_failed',
    serve: endless('', 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n'),
  },
  {
    name: 'endless 102 responses',
    ends: 'fetch_failed',
    serve: endless('', 'HTTP/1.1 102 Processing\r\n\r\n'),
  },
  {
    name: 'endless 100 responses',
    ends: 'fetch_failed',
    serve: endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  },
  {
    name: '103 responses of 16 KB each',
    ends: 'fetch_failed',
    serve: endless('', `HTTP/1.1 103 Early Hints\r\nlink: ${'l'.repeat(15_000)}\r\n\r\n`),
  },
  {
    name: 'a drip of 103 responses',
    ends: 'fetch_failed',
    serve: drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  },
  // Headers.
  { name: 'endless headers', ends: 'page_too_large', serve: endless(html, 'x: y\r\n') },
  { name: 'one endless header', ends: 'page_too_large', serve: endless(`${html}x: `, 'y') },
  { name: 'one endless header name', ends: 'page_too_large', serve: endless(html, 'x') },
  {
    name: 'endless white space in a header',
    ends: 'page_too_large',
    serve: endless(`${html}x:`, ' '),
  },
  { name: 'endless empty headers', ends: 'page_too_large', serve: endless(html, 'a:\r\n') },
  { name: 'a drip of headers', ends: 'timed_out', serve: drip(html, 'a: b\r\n') },
  // Bodies.
  { name: 'an endless body', ends: 'page_too_large', serve: endless(`${html}\r\n`, '<p>a</p>') },
  {
    name: 'an endless chunked body',
    ends: 'page_too_large',
    serve: endless(chunked, `1000\r\n${'a'.repeat(4_096)}\r\n`),
  },
  {
    name: 'endless chunks of one byte',
    ends: 'page_too_large',
    serve: endless(chunked, '1\r\na\r\n'),
  },
  {
    name: 'ten million bytes of chunks of one byte',
    ends: 'page',
    serve: (socket) => void socket.write(`${chunked}${'1\r\na\r\n'.repeat(1_700_000)}0\r\n\r\n`),
  },
  {
    name: 'an endless body behind a length of 0',
    ends: 'page',
    serve: endless(`${html}content-length: 0\r\n\r\n`, 'a'),
  },
  {
    name: 'endless further responses',
    ends: 'page',
    serve: endless(`${html}content-length: 1\r\n\r\na`, `${ok}content-length: 1\r\n\r\nb`),
  },
  { name: 'a drip of the body', ends: 'timed_out', serve: drip(`${html}\r\n`, 'a') },
  {
    name: 'a drip of empty gzip',
    ends: 'timed_out',
    serve: drip(
      `${html}content-encoding: gzip\r\n\r\n`,
      '\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0',
    ),
  },
  // Content encodings.
  {
    name: 'a bomb of gzip',
    ends: 'page_too_large',
    serve: whole('content-encoding: gzip\r\n', () =>
      Buffer.alloc(9 * mebibyte, gzipSync(Buffer.alloc(16 * mebibyte))),
    ),
  },
  {
    name: 'a bomb of raw deflate',
    ends: 'page_too_large',
    serve: whole('content-encoding: deflate\r\n', () =>
      deflateRawSync(Buffer.alloc(512 * mebibyte)),
    ),
  },
  {
    name: 'a bomb of brotli',
    ends: 'page_too_large',
    serve: whole('content-encoding: br\r\n', () => brotliZeros(512 * mebibyte)),
  },
  {
    name: 'a bomb of zstd',
    ends: 'page_too_large',
    serve: whole('content-encoding: zstd\r\n', () =>
      zstdCompressSync(Buffer.alloc(512 * mebibyte)),
    ),
  },
  {
    name: 'a bomb of gzip within brotli',
    ends: 'page_too_large',
    serve: whole('content-encoding: gzip, br\r\n', () =>
      brotliCompressSync(gzipSync(Buffer.alloc(256 * mebibyte))),
    ),
  },
  {
    name: 'zstd with a window of 128 MiB',
    ends: 'fetch_failed',
    serve: whole('content-encoding: zstd\r\n', zstdOfWideWindow),
  },
  {
    name: 'a chain of 1,000 encodings',
    ends: 'unsupported_content',
    serve: whole(`content-encoding: ${Array(1_000).fill('gzip').join(',')}\r\n`, () =>
      Buffer.from('a'),
    ),
  },
  {
    name: 'endless empty gzip streams',
    ends: 'page',
    serve: whole('content-encoding: gzip\r\n', () => emptyGzipStreams(10_000_000)),
  },
  {
    name: 'empty deflate blocks',
    ends: 'fetch_failed',
    serve: whole('content-encoding: deflate\r\n', () => emptyDeflateBlocks(10_000_000)),
  },
  {
    name: 'an endless file name in gzip',
    ends: 'page_too_large',
    serve: endless(`${html}content-encoding: gzip\r\n\r\n\x1f\x8b\x08\x08\0\0\0\0\0\x03`, 'n'),
  },
  { name: 'gzip in chunks of one byte', ends: 'page', serve: gzipInChunksOfOneByte },
  // Redirects.
  {
    name: 'a redirect longer than 8 KB',
    ends: 'fetch_failed',
    serve: redirect(() => `/${'a'.repeat(9_000)}`),
  },
  {
    name: 'a redirect to another scheme',
    ends: 'fetch_failed',
    serve: redirect(() => 'file:///etc/passwd'),
  },
  {
    name: 'a redirect with a password',
    ends: 'fetch_failed',
    serve: redirect(() => 'http://user:password@example.com/'),
  },
  { name: 'a redirect to no URL', ends: 'fetch_failed', serve: redirect(() => 'http://[') },
  { name: 'endless redirects', ends: 'fetch_failed', serve: redirect((path) => `${path}a`) },
  {
    name: 'a thousand locations',
    ends: 'fetch_failed',
    serve: (socket) =>
      void socket.write(
        `HTTP/1.1 302 Found\r\n${'location: //a\r\n'.repeat(1_000)}content-length: 0\r\n\r\n`,
      ),
  },
  { name: 'an endless body of a redirect', ends: 'page', serve: endlessRedirectBody },
  // Silence.
  { name: 'silence', ends: 'timed_out', serve: () => {} },
  {
    name: 'half a status line',
    ends: 'timed_out',
    serve: (socket) => void socket.write('HTTP/1.1 2'),
  },
];
