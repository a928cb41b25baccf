import { createInflate } from 'node:zlib';

const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A PNG's parts that matter, checked as far as that needs no pixels. */
export interface Png {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly isInterlaced: boolean;
  readonly hasTransparency: boolean;
  readonly palette: Buffer | undefined;
  readonly packed: Buffer;
  readonly unpackedBytes: number;
  /** The file with nothing else in it. */
  readonly bare: Buffer;
}

/** Header, palette, transparency and pixels, once it is known how much the pixels unpack to; nothing else is read. */
export async function readPng(bytes: Uint8Array, maxPixels: number): Promise<Png | undefined> {
  if (Buffer.compare(bytes.subarray(0, 8), pngSignature) !== 0) return undefined;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Buffer[] = [Buffer.from(pngSignature)];
  const parts: Buffer[] = [];
  let header: Buffer | undefined;
  let palette: Buffer | undefined;
  let hasTransparency = false;
  let at = 8;
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > file.length) return undefined;
    const chunk = file.subarray(at, at + 12 + length);
    const content = chunk.subarray(8, 8 + length);
    at += 12 + length;
    if (type === 'IHDR') {
      if (length !== 13 || kept.length > 1) return undefined;
      header = content;
    }
    if (type === 'PLTE') palette = content;
    if (type === 'tRNS') hasTransparency = true;
    if (type === 'IDAT') parts.push(content);
    if (type === 'IHDR' || type === 'PLTE' || type === 'tRNS' || type === 'IDAT') kept.push(chunk);
    if (type === 'IEND') {
      kept.push(chunk);
      break;
    }
  }
  if (header === undefined || parts.length === 0) return undefined;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width === 0 || height === 0 || width * height > maxPixels) return undefined;
  const packed = Buffer.concat(parts);
  const unpackedBytes = await measureUnpacked(packed, width, height);
  if (unpackedBytes === undefined) return undefined;
  return {
    width,
    height,
    depth: header.readUInt8(8),
    colourType: header.readUInt8(9),
    isInterlaced: header.readUInt8(12) !== 0,
    hasTransparency,
    palette,
    packed,
    unpackedBytes,
    bare: Buffer.concat(kept),
  };
}

/** How much pixels unpack to, a piece at a time: all of them may be 128 MB. */
async function measureUnpacked(
  packed: Buffer,
  width: number,
  height: number,
): Promise<number | undefined> {
  // 8 bytes is the largest pixel; each row has a filter byte, and interlacing parts the rows in seven.
  const most = width * height * 8 + 8 * height + 64;
  let unpacked = 0;
  const inflate = createInflate();
  inflate.end(packed);
  try {
    for await (const piece of inflate) {
      unpacked += (piece as Buffer).length;
      if (unpacked > most) return undefined;
    }
    return unpacked;
  } catch {
    // No zlib data, or cut off.
    return undefined;
  }
}
