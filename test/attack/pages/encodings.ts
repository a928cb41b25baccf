import { toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

const page = (count: number): string =>
  toDocument(`<p>${'A lamp für 5 €. '.repeat(count / 16)}</p>`);
const inUtf16 = (text: string, isBigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};
const concat = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Bytes that are not what they are said to be. */
export const encodingPages: readonly HostilePage[] = toFamily('encodings', [
  ['UTF-16, 10 MB', 5_000_000, (count) => inUtf16(page(count), false)],
  ['UTF-16 the other way round', 2_000_000, (count) => inUtf16(page(count), true)],
  [
    'UTF-16 claimed, UTF-8 sent',
    2_000_000,
    (count) => page(count),
    { contentType: 'text/html; charset=utf-16' },
  ],
  [
    'UTF-16 with half a character',
    1_000_000,
    (count) => concat(inUtf16(page(count), false), new Uint8Array([0xd8])),
  ],
  [
    'UTF-7 claimed',
    1_000_000,
    (count) => toDocument('+ADw-script+AD4-'.repeat(count / 16)),
    { contentType: 'text/html; charset=utf-7' },
  ],
  [
    'Shift_JIS claimed, UTF-8 sent',
    2_000_000,
    (count) => page(count),
    { contentType: 'text/html; charset=shift_jis' },
  ],
  [
    'escapes of ISO-2022-JP',
    2_000_000,
    (count) => toDocument('\u{1B}$B\u{1B}(J'.repeat(count / 6)),
    { contentType: 'text/html; charset=iso-2022-jp' },
  ],
  [
    'four bytes of GB18030',
    2_000_000,
    (count) => Buffer.alloc(count, Buffer.from([0x81, 0x30, 0x81, 0x30])),
    { contentType: 'text/html; charset=gb18030' },
  ],
  [
    'a character set of 5 KB',
    5_000,
    () => page(1_000),
    { contentType: `text/html; charset=${'x'.repeat(5_000)}` },
  ],
  [
    '20,000 character sets in metas',
    20_000,
    (count) =>
      toDocument(
        '',
        '<meta charset=utf-16><meta http-equiv=content-type content="text/html;charset=koi8-r">'.repeat(
          count,
        ),
      ),
  ],
  [
    'no byte that is UTF-8',
    5_000_000,
    (count) => concat(toDocument('<p>'), Buffer.alloc(count, 0xff)),
  ],
  [
    'overlong and cut characters',
    3_000_000,
    (count) =>
      concat(
        toDocument('<p>'),
        Buffer.alloc(count, Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf0, 0x9f])),
      ),
  ],
  ['5 MB of NUL', 5_000_000, (count) => concat(toDocument('<p>'), Buffer.alloc(count))],
  ['NUL between all letters', 1_000_000, (count) => toDocument('<\0p>\0a\0'.repeat(count / 8))],
  ['a million byte order marks', 1_000_000, (count) => '\uFEFF'.repeat(count) + page(100)],
  ['random bytes', 5_000_000, (count) => toNoise(count)],
  [
    'random bytes that call themselves text',
    5_000_000,
    (count) => toNoise(count),
    { contentType: 'text/plain' },
  ],
  [
    'random bytes of no type',
    2_000_000,
    (count) => toNoise(count),
    { contentType: 'application/octet-stream' },
  ],
  [
    'a type of 10 KB',
    10_000,
    () => page(1_000),
    { contentType: `text/html;${'a=b;'.repeat(2_500)}` },
  ],
  [
    'a user-defined set',
    2_000_000,
    (count) => toNoise(count),
    { contentType: 'text/html; charset=x-user-defined' },
  ],
]);

/** The same noise each time: a multiplicative generator, one byte a step. */
function toNoise(count: number): Uint8Array {
  let state = 48_271;
  return Uint8Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 251;
  });
}
