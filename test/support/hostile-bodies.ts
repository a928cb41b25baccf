import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Compresses `bytes` zeros quickly; the highest quality takes a minute. */
export function brotliZeros(bytes: number): Buffer {
  return brotliCompressSync(Buffer.alloc(bytes), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
}

/** A frame that asks its reader for a window of 128 MiB, for a page of a few bytes. */
export function zstdOfWideWindow(): Buffer {
  const page = Buffer.from('<p>small</p>');
  // RFC 8878, section 3.1.1: magic number, no content size, no checksum; window of 2^(10 + 17) bytes; one last raw block.
  const blockHeader = 1 + page.length * 8;
  return Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3]),
    Buffer.from([blockHeader & 0xff, (blockHeader >> 8) & 0xff, blockHeader >> 16]),
    page,
  ]);
}

/** Many complete gzip streams of nothing, one behind the other: work for the decoder, and no byte comes out. */
export function emptyGzipStreams(bytes: number): Buffer {
  const empty = gzipSync(Buffer.alloc(0));
  return Buffer.alloc(Math.floor(bytes / empty.length) * empty.length, empty);
}

/** Many empty blocks of deflate, RFC 1951, section 3.2.4. */
export function emptyDeflateBlocks(bytes: number): Buffer {
  return Buffer.alloc(bytes, Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]));
}
