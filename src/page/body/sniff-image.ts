/** Image formats that pages use. */
export type ImageType = 'avif' | 'gif' | 'jpeg' | 'png' | 'svg' | 'webp';

/** Type and size of a picture by its first bytes; nothing is decoded. */
export interface SniffedImage {
  readonly type: ImageType;
  /** Pixels; 0 for an SVG, which has no fixed size. */
  readonly width: number;
  readonly height: number;
}

/**
 * Returns format and size of a picture by its bytes, whatever its name or declared type; `undefined` for other data.
 */
export function sniffImage(bytes: Uint8Array): SniffedImage | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 16) return undefined;
  if (file.readUInt16BE(0) === 0xff_d8) return sniffJpeg(file);
  if (startsWith(file, '\u{89}PNG\r\n\u{1A}\n')) return sniffPng(file);
  if (startsWith(file, 'GIF87a') || startsWith(file, 'GIF89a')) {
    return { type: 'gif', width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
  }
  if (startsWith(file, 'RIFF') && startsWith(file, 'WEBP', 8)) return sniffWebp(file);
  if (startsWith(file, 'ftypavif', 4) || startsWith(file, 'ftypavis', 4)) return sniffAvif(file);
  return isSvg(file) ? { type: 'svg', width: 0, height: 0 } : undefined;
}

function startsWith(file: Buffer, text: string, at = 0): boolean {
  return file.toString('latin1', at, at + text.length) === text;
}

function sniffPng(file: Buffer): SniffedImage | undefined {
  if (file.length < 24 || !startsWith(file, 'IHDR', 12)) return undefined;
  return { type: 'png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function sniffJpeg(file: Buffer): SniffedImage | undefined {
  let at = 2;
  while (at + 10 <= file.length) {
    const marker = file.readUInt16BE(at);
    if (marker < 0xff_00) return undefined;
    // Start of frame: C0 to CF without the tables DHT, JPG and DAC.
    const isFrame =
      marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker);
    if (isFrame) {
      return { type: 'jpeg', width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    }
    at += marker === 0xff_ff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Reads the three kinds of WebP (RFC 9649): lossy, lossless and extended. */
function sniffWebp(file: Buffer): SniffedImage | undefined {
  if (file.length < 30) return undefined;
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ': {
      const [width, height] = [file.readUInt16LE(26) & 0x3f_ff, file.readUInt16LE(28) & 0x3f_ff];
      return { type: 'webp', width, height };
    }
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { type: 'webp', width: (bits & 0x3f_ff) + 1, height: ((bits >> 14) & 0x3f_ff) + 1 };
    }
    case 'VP8X': {
      return {
        type: 'webp',
        width: file.readUIntLE(24, 3) + 1,
        height: file.readUIntLE(27, 3) + 1,
      };
    }
  }
  return undefined;
}

/** Reads the first "image spatial extents" box, which stands in the file's head, before the pixels. */
function sniffAvif(file: Buffer): SniffedImage | undefined {
  const at = file.subarray(0, maxAvifHead).indexOf('ispe', 0, 'latin1');
  if (at === -1 || at + 16 > file.length) return undefined;
  return { type: 'avif', width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) };
}

const maxAvifHead = 4_096;
/** Bytes that are searched for `<svg`; comments and declarations may come first. */
const maxSvgHead = 1_024;

function isSvg(file: Buffer): boolean {
  const head = file.toString('utf8', 0, maxSvgHead).trimStart();
  return head.startsWith('<') && /<svg[\s>]/i.test(head) && !/<html[\s>]/i.test(head);
}
