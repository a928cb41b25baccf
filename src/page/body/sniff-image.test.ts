import { expect, test } from 'vitest';
import { fixturePng } from '../../../test-kit/fixture-site/routes.ts';
import { sniffImage } from './sniff-image.ts';

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );
}

const rest = '\0'.repeat(40);

test.each<readonly [name: string, file: Uint8Array, expected: object | undefined]>([
  ['PNG', fixturePng([1, 2, 3]), { type: 'png', width: 48, height: 48 }],
  [
    'JPEG',
    bytes(
      [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc2, 0, 11, 8, 0x01, 0x02, 0x03, 0x04, 3],
      rest,
    ),
    { type: 'jpeg', width: 0x3_04, height: 0x1_02 },
  ],
  ['GIF', bytes('GIF89a', [5, 1, 7, 0], rest), { type: 'gif', width: 261, height: 7 }],
  [
    'lossy WebP',
    bytes('RIFF\0\0\0\0WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 5, 1, 7, 0], rest),
    { type: 'webp', width: 261, height: 7 },
  ],
  [
    'lossless WebP',
    bytes('RIFF\0\0\0\0WEBPVP8L', [0, 0, 0, 0, 0x2f, 9, 0xc0, 1, 0], rest),
    { type: 'webp', width: 10, height: 8 },
  ],
  [
    'WebP with extras',
    bytes('RIFF\0\0\0\0WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 6, 0, 0], rest),
    { type: 'webp', width: 261, height: 7 },
  ],
  [
    'AVIF',
    bytes('\0\0\0\x20ftypavif', rest, '\0\0\0\x14ispe\0\0\0\0', [0, 0, 1, 5, 0, 0, 0, 7]),
    { type: 'avif', width: 261, height: 7 },
  ],
  [
    'SVG',
    Buffer.from('<?xml version="1.0"?>\n<!-- a --><svg width="3">'),
    { type: 'svg', width: 0, height: 0 },
  ],
  ['a page with a drawing', Buffer.from('<!doctype html><html><body><svg></svg>'), undefined],
  ['a PNG that is cut off', fixturePng([1, 2, 3]).subarray(0, 20), undefined],
  [
    'a JPEG without a frame',
    bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xff, 0xff, 0xd9], rest),
    undefined,
  ],
  ['an AVIF without a size', bytes('\0\0\0\x20ftypavif', rest), undefined],
  ['text', Buffer.from('Nothing to see here, only words.'), undefined],
  ['nothing', new Uint8Array(), undefined],
])('%s is told by its bytes', (_name, file, expected) => {
  expect(sniffImage(file)).toEqual(expected);
});
