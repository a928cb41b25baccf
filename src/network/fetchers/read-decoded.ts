import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';

interface ReadDecodedInput {
  readonly body: Readable;
  readonly contentEncoding: string | undefined;
  readonly contentLength: string | undefined;
  readonly maxWireBytes: number;
  /** Bound on every stage of decoding, so that no stage can be made to work without end. */
  readonly maxBytes: number;
}

type Chunks = AsyncIterable<Uint8Array>;
type Decode = (source: Chunks) => Chunks;

/** Reads a body to its end and removes its content encodings, within the limits. Ends when the body's own signal aborts. */
export async function readDecoded(input: ReadDecodedInput): Promise<Uint8Array> {
  const { body, maxWireBytes, maxBytes } = input;
  const decoders = toDecoders(input.contentEncoding);
  if (Number(input.contentLength) > maxWireBytes) throw tooLarge(maxWireBytes);

  let source: Chunks = limit(body, maxWireBytes);
  for (const decode of decoders) source = limit(decode(source), maxBytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of limit(source, maxBytes)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

// Real servers use one; a second one is a server behind a compressing proxy; more is an attack.
const maxEncodings = 2;

function toDecoders(contentEncoding: string | undefined): Decode[] {
  const encodings = (contentEncoding ?? '')
    .split(',', maxEncodings + 1)
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > maxEncodings) {
    throw unsupported(`The page is encoded more than ${maxEncodings} times over.`);
  }
  return encodings.reverse().map(toDecoder);
}

function toDecoder(encoding: string): Decode {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return (source) => decode(source, createGunzip(lenient));
    case 'deflate':
      return inflate;
    case 'br':
      return (source) =>
        decode(source, createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }));
    case 'zstd':
      return (source) => decode(source, createZstdDecompress(zstdOptions));
    default:
      throw unsupported('The page has a content encoding other than gzip, deflate, br and zstd.');
  }
}

// Like browsers, keep what was decoded of a compressed stream that breaks off in a complete response.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

// RFC 9659, section 3: a page may ask for a window of 8 MiB; zstd itself takes up to 128 MiB.
const zstdOptions = {
  finishFlush: constants.ZSTD_e_flush,
  params: { [constants.ZSTD_d_windowLogMax]: 23 },
};

/** `deflate` means zlib's format, but some servers send it without zlib's header: the first byte decides (RFC 1950, CM = 8). */
async function* inflate(source: Chunks): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const hasHeader = ((first.value[0] ?? 0) & 0x0f) === 0x08;
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  yield* decode(whole(), hasHeader ? createInflate(lenient) : createInflateRaw(lenient));
}

async function* decode(source: Chunks, decoder: Duplex): AsyncGenerator<Uint8Array> {
  const fed = pipeline(source, decoder);
  // Reported below, or by the decoder itself when it is the one that fails.
  fed.catch(() => {});
  try {
    yield* decoder as Chunks;
    await fed;
  } finally {
    decoder.destroy();
  }
}

async function* limit(source: Chunks, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', `The page has more than ${maxBytes} bytes.`, {
    details: { reason: 'page_too_large' },
  });
}

function unsupported(message: string): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', message, {
    details: { reason: 'unsupported_content' },
  });
}
