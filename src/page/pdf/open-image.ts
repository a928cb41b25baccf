import { promisify } from 'node:util';
import { deflate, createInflate } from 'node:zlib';

/** An image that can be put on a page. */
export interface PdfImage {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Entries of the PDF image dictionary; `Filter` names the compression of the bytes. */
  readonly dictionary: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
  /** Whether the pixels had to be unpacked for it. */
  readonly isRepacked: boolean;
}

/** 16 megapixels, 48 MB once unpacked. */
const maxPixels = 16_000_000;
const deflateAsync = promisify(deflate);

/**
 * Reads a PNG or a JPEG; returns `undefined` for other, broken or too large images. pdfkit's PNG reader
 * trusts chunk lengths and throws errors that cannot be caught, so it is not used.
 */
export async function openImage(
  bytes: Uint8Array,
  /** Pixels that may be unpacked. */
  room: number,
): Promise<PdfImage | undefined> {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return openJpeg(bytes);
  return openPng(bytes, Math.min(room, maxPixels));
}

/** A `data:` URI's bytes; `undefined` unless it is an image in base64. */
export function readDataUri(uri: string): Uint8Array | undefined {
  const match = /^data:image\/[\w.+-]{1,20};base64,/i.exec(uri.slice(0, 50));
  return match === null ? undefined : Buffer.from(uri.slice(match[0].length), 'base64');
}

/** JPEG data goes into the file as it is; only its size and colours are read. */
function openJpeg(bytes: Uint8Array): PdfImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 10 <= bytes.length) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return undefined;
    // Start of frame: C0 to CF without the tables DHT, JPG and DAC.
    const isFrame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) {
      const height = view.getUint16(at + 5);
      const width = view.getUint16(at + 7);
      const space = colourSpaces.get(view.getUint8(at + 9));
      if (space === undefined || !isDrawable(width, height, maxPixels)) return undefined;
      const dictionary = {
        BitsPerComponent: view.getUint8(at + 4),
        ColorSpace: space,
        Filter: 'DCTDecode',
        // Adobe writes inverted CMYK values, and viewers expect them.
        ...(space === 'DeviceCMYK' ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
      };
      return { width, height, dictionary, bytes, isRepacked: false };
    }
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const colourSpaces: ReadonlyMap<number, string> = new Map([
  [1, 'DeviceGray'],
  [3, 'DeviceRGB'],
  [4, 'DeviceCMYK'],
]);

function isDrawable(width: number, height: number, room: number): boolean {
  return width > 0 && height > 0 && width * height <= room;
}

async function openPng(bytes: Uint8Array, room: number): Promise<PdfImage | undefined> {
  const png = await readPng(bytes, maxPixels);
  if (png === undefined) return undefined;
  const asIs = toPassedThrough(png);
  if (asIs !== undefined) return asIs;
  if (!isDrawable(png.width, png.height, room)) return undefined;
  // Loaded on first use.
  const { decode, convertIndexedToRgb } = await import('fast-png');
  try {
    const decoded = decode(png.bare);
    const { width, height } = decoded;
    const indexed = decoded.palette !== undefined;
    const samples = indexed ? convertIndexedToRgb(decoded) : decoded.data;
    const channels = indexed ? (decoded.palette?.[0]?.length ?? 3) : decoded.channels;
    const most = indexed ? 255 : 2 ** decoded.depth - 1;
    const rgb = toRgb(samples, width * height, channels, most);
    const dictionary = { BitsPerComponent: 8, ColorSpace: 'DeviceRGB', Filter: 'FlateDecode' };
    return { width, height, dictionary, bytes: await deflateAsync(rgb), isRepacked: true };
  } catch {
    // The pixels do not match the header: the image is broken, and its alternative text is shown instead.
    return undefined;
  }
}

/** Samples a pixel by PNG colour type; those with transparency are not among them. */
const plainChannels: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
]);

/** PDF knows PNG's own packing: pictures without transparency go into the file as they are. */
function toPassedThrough(png: Png): PdfImage | undefined {
  const { width, height, depth, colourType, palette } = png;
  const channels = plainChannels.get(colourType);
  if (channels === undefined || png.isInterlaced || png.hasTransparency) return undefined;
  const isIndexed = colourType === 3;
  if (isIndexed && (palette === undefined || palette.length > 256 * 3)) return undefined;
  if (![1, 2, 4, 8].includes(depth) || (channels === 3 && depth < 8)) return undefined;
  if (png.unpackedBytes !== height * (1 + Math.ceil((width * channels * depth) / 8))) {
    return undefined;
  }
  const gray = channels === 1 ? 'DeviceGray' : 'DeviceRGB';
  const dictionary = {
    BitsPerComponent: depth,
    ColorSpace:
      isIndexed && palette !== undefined
        ? ['Indexed', 'DeviceRGB', Math.floor(palette.length / 3) - 1, palette]
        : gray,
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: channels, BitsPerComponent: depth, Columns: width },
  };
  return { width, height, dictionary, bytes: png.packed, isRepacked: false };
}

/**
 * Returns the pixels with eight bits per colour, blended onto white like the page; no separate transparency mask is
 * needed.
 */
function toRgb(
  samples: ArrayLike<number>,
  pixels: number,
  channels: number,
  most: number,
): Uint8Array {
  const rgb = new Uint8Array(pixels * 3);
  const isGray = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const from = pixel * channels;
    const alpha = hasAlpha ? (samples[from + channels - 1] ?? most) / most : 1;
    for (let colour = 0; colour < 3; colour += 1) {
      const sample = (samples[from + (isGray ? 0 : colour)] ?? 0) / most;
      rgb[pixel * 3 + colour] = Math.round(255 * (sample * alpha + 1 - alpha));
    }
  }
  return rgb;
}

const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A PNG's parts that matter, checked as far as that needs no pixels. */
interface Png {
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
async function readPng(bytes: Uint8Array, maxPixels: number): Promise<Png | undefined> {
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

/** Returns the size of the unpacked pixels in bytes. Unpacks in pieces: all pixels may take 128 MB. */
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
