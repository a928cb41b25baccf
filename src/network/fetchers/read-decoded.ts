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
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';

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
  const decoders = toDecoders(input.contentEncoding, maxBytes);
  if (Number(input.contentLength) > maxWireBytes) throw tooLarge(maxWireBytes);

  let source: Chunks = limit(body, maxWireBytes);
  for (const decode of decoders) source = limit(decode(source), maxBytes);
  const chunks: Uint8Array[] = [];
  // Nothing that is read begins as gzip does: servers and proxies that compress a second time, or do not say that they compress.
  if (decoders.length < maxEncodings) source = decodeByBytes(source, maxBytes);
  for await (const chunk of limit(source, maxBytes)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

// Real servers use one; a second one is a server behind a compressing proxy; more is an attack.
const maxEncodings = 2;

function toDecoders(contentEncoding: string | undefined, maxBytes: number): Decode[] {
  const encodings = (contentEncoding ?? '')
    .split(',', maxEncodings + 1)
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > maxEncodings) {
    throw unsupported(`The page is encoded more than ${maxEncodings} times over.`);
  }
  return encodings.reverse().map((encoding) => toDecoder(encoding, maxBytes));
}

/** Registered at IANA and not asked for; what else stands there is no coding, but somebody's misunderstanding. */
const unread: ReadonlySet<string> = new Set([
  'compress',
  'x-compress',
  'dcb',
  'dcz',
  'exi',
  'aes128gcm',
  'pack200-gzip',
]);

function toDecoder(encoding: string, maxBytes: number): Decode {
  const hasText = (wire: Uint8Array, prefix: number): Promise<boolean> =>
    isWhole(wire, prefix, maxBytes);
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return (source) => decode(source, createGunzip(), (wire) => hasText(wire, gzipHeader(wire)));
    case 'deflate':
      return (source) => inflate(source, (wire) => hasText(wire, zlibHeader));
    case 'br':
      return (source) => decode(source, createBrotliDecompress());
    case 'zstd':
      return (source) => decode(source, createZstdDecompress(zstdOptions));
    default:
      if (unread.has(encoding)) {
        throw unsupported('The page has a content encoding other than gzip, deflate, br and zstd.');
      }
      // "utf-8", "none", "8bit": servers name here what is none. The bytes say whether they are compressed.
      return (source) => source;
  }
}

// RFC 9659, section 3: a page may ask for a window of 8 MiB; zstd itself takes up to 128 MiB.
const zstdOptions = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

async function* decodeByBytes(source: Chunks, maxBytes: number): AsyncGenerator<Uint8Array> {
  const { first, whole } = await peek(source);
  const isGzip = first[0] === 0x1f && first[1] === 0x8b && first[2] === 0x08;
  yield* isGzip ? toDecoder('gzip', maxBytes)(whole) : whole;
}

/** `deflate` means zlib's format, but some servers send it without zlib's header: the first byte decides (RFC 1950, CM = 8). */
async function* inflate(
  source: Chunks,
  hasText: (wire: Uint8Array) => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  const { first, whole } = await peek(source);
  const hasHeader = ((first[0] ?? 0) & 0x0f) === 0x08;
  yield* hasHeader ? decode(whole, createInflate(), hasText) : decode(whole, createInflateRaw());
}

interface PeekedChunks {
  /** Empty where there is nothing at all. */
  readonly first: Uint8Array;
  readonly whole: Chunks;
}

async function peek(source: Chunks): Promise<PeekedChunks> {
  const iterator = source[Symbol.asyncIterator]();
  const { value: first = new Uint8Array(), done = false } = await iterator.next();
  async function* whole(): AsyncGenerator<Uint8Array> {
    if (done) return;
    yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { first, whole: whole() };
}

/**
 * A stream that ends too early is a page cut in two, though the response is complete: it is refused, unless all of its text is
 * there (`hasText`) and only the checksum behind it is missing, which some servers leave out and browsers do not ask for.
 */
async function* decode(
  source: Chunks,
  decoder: Duplex,
  hasText?: (wire: Uint8Array) => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  const wire: Uint8Array[] = [];
  let size = 0;
  let sourceError: unknown;
  async function* keep(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        size += chunk.length;
        if (hasText !== undefined) wire.push(chunk);
        yield chunk;
      }
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }
  const fed = pipeline(keep(), decoder);
  // Reported below, or by the decoder itself when it is the one that fails.
  fed.catch(() => {});
  try {
    yield* decoder as Chunks;
    await fed;
  } catch (error) {
    if (error === sourceError) throw error;
    if (!isCut(error)) throw undecodable(brokenMessage, error);
    // Nothing at all is an empty page, whatever it is said to be packed with.
    const isPage = size === 0 || (await hasText?.(Buffer.concat(wire))) === true;
    if (!isPage) throw undecodable(cutMessage, error);
  } finally {
    decoder.destroy();
  }
}

/** Whether a body was refused because it ends in the middle of its compression. */
export function isCutBody(error: unknown): boolean {
  return isGleanerError(error) && isCut(error.cause);
}

/** zlib's and brotli's, and zstd's, for an end that comes before the end of the stream. */
function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.message === 'unexpected end of file' ||
    ('code' in error && (error.code === 'Z_BUF_ERROR' || error.code === 'ZSTD_error_srcSize_wrong'))
  );
}

/** RFC 1950: two bytes, without a dictionary. */
const zlibHeader = 2;

/** Bytes before the first block of a gzip file: RFC 1952, section 2.3. */
function gzipHeader(wire: Uint8Array): number {
  const flags = wire[3] ?? 0;
  let at = 10;
  if ((flags & 0x04) !== 0) at += 2 + (wire[at] ?? 0) + 256 * (wire[at + 1] ?? 0);
  // A name and a comment, each ended by a zero.
  for (const flag of [0x08, 0x10]) {
    if ((flags & flag) !== 0) at = wire.indexOf(0, at) + 1;
  }
  return (flags & 0x02) === 0 ? at : at + 2;
}

/** Whether the blocks behind the header come to their end, and no more than a part of a checksum follows. */
async function isWhole(wire: Uint8Array, header: number, maxBytes: number): Promise<boolean> {
  const inflater = createInflateRaw();
  inflater.end(wire.subarray(header));
  try {
    for await (const _text of limit(inflater, maxBytes));
    return wire.length - header - inflater.bytesWritten < maxChecksumBytes;
  } catch {
    // The blocks are cut as well.
    return false;
  }
}

/** Of gzip: checksum and length. What is longer is the next of several files in a row, as gzip allows them. */
const maxChecksumBytes = 8;

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

const cutMessage =
  'The page ends in the middle of its compression: the server, or a proxy before it, sent a part of it only.';
const brokenMessage =
  'The page cannot be decompressed: it is not in the encoding that its `content-encoding` names, or it was damaged on the way.';

function undecodable(message: string, cause: unknown): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', message, {
    details: { reason: 'fetch_failed' },
    cause,
  });
}

function unsupported(message: string): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', message, {
    details: { reason: 'unsupported_content' },
  });
}
