import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

type Index = readonly (number | null)[];
// The tables of the Encoding Standard as the polyfill of its authors has them.
const { 'encoding-indexes': indexes } = createRequire(import.meta.url)(
  'text-encoding/lib/encoding-indexes.js',
) as { readonly 'encoding-indexes': Readonly<Record<string, Index>> };

const decode = (bytes: readonly number[], charset: string): string =>
  decodeText({ bytes: Uint8Array.from(bytes), charset, syntax: 'html' }).text;

/** Pointers of an index whose bytes are not read as the standard says. */
function listWrong(
  name: string,
  charset: string,
  toBytes: (pointer: number) => readonly number[],
): readonly string[] {
  return (indexes[name] ?? []).flatMap((code, pointer) => {
    if (code === null) return [];
    const text = decode(toBytes(pointer), charset);
    return text === String.fromCodePoint(code) ? [] : [`${pointer}: ${text}`];
  });
}

describe('bytes are read by the tables of the Encoding Standard', () => {
  const singleByte = Object.keys(indexes).filter((name) => indexes[name]?.length === 128);
  test.each(singleByte)('%s', (name) => {
    expect(listWrong(name, name, (pointer) => [0x80 + pointer])).toEqual([]);
  });

  test('euc-kr', () => {
    const toBytes = (pointer: number): number[] => [
      Math.floor(pointer / 190) + 0x81,
      (pointer % 190) + 0x41,
    ];
    expect(listWrong('euc-kr', 'euc-kr', toBytes)).toEqual([]);
  });

  test('big5', () => {
    const toBytes = (pointer: number): number[] => {
      const trail = pointer % 157;
      return [Math.floor(pointer / 157) + 0x81, trail + (trail < 0x3f ? 0x40 : 0x62)];
    };
    expect(listWrong('big5', 'big5', toBytes)).toEqual([]);
  });

  test('shift_jis', () => {
    const toBytes = (pointer: number): number[] => {
      const lead = Math.floor(pointer / 188);
      const trail = pointer % 188;
      return [lead + (lead < 0x1f ? 0x81 : 0xc1), trail + (trail < 0x3f ? 0x40 : 0x41)];
    };
    expect(listWrong('jis0208', 'shift_jis', toBytes)).toEqual([]);
  });

  test('euc-jp', () => {
    const toBytes = (pointer: number): number[] => [
      Math.floor(pointer / 94) + 0xa1,
      (pointer % 94) + 0xa1,
    ];
    const own = (indexes['jis0208'] ?? []).slice(0, 94 * 94).length;
    const wrong = listWrong('jis0208', 'euc-jp', toBytes);
    // Rows beyond the 94th have no bytes in this encoding.
    expect(wrong.filter((entry) => Number.parseInt(entry, 10) < own)).toEqual([]);
  });

  test('a page without any declaration is windows-1252, with its signs and quotes', () => {
    const bytes = Buffer.from('<p>costs \x80 12,50 \x93today\x94', 'latin1');
    const { text, encoding } = decodeText({ bytes, charset: undefined, syntax: 'html' });
    expect([text, encoding]).toEqual(['<p>costs € 12,50 “today”', 'windows-1252']);
  });
});

describe('a page that declares nothing', () => {
  const cyrillic = (text: string): Buffer =>
    Buffer.from(
      [...text].map((letter) => {
        const code = letter.charCodeAt(0);
        return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
      }),
    );
  const decodePage = (bytes: Uint8Array) =>
    decodeText({ bytes, charset: undefined, syntax: 'html' });

  test('is guessed by the frequency of its letters, and the guess is told', () => {
    const text = '<p>Гавань и маяк открыты каждый день, кроме понедельника и праздников.';
    const found = decodePage(cyrillic(text));
    expect(found).toMatchObject({ text, encoding: 'windows-1251' });
    expect(found.warning).toContain('read as windows-1251, which its letters suggest');
  });

  test('is guessed by its language where its letters are few', () => {
    const text = '<html lang="ru"><p>Да';
    expect(decodePage(cyrillic(text))).toMatchObject({ text, encoding: 'windows-1251' });
    expect(decodePage(Buffer.from('<html lang="en"><p>caf\xe9', 'latin1'))).toMatchObject({
      text: '<html lang="en"><p>café',
      encoding: 'windows-1252',
    });
  });

  test.each([
    // "The lamp of the harbour is lit every evening, and the ships come home by it."
    [
      'GBK',
      'gb18030',
      'b8dbbfdac3bfcceccde2c9cfb5e3c1c1b5c6a3acb4acd6bbb0b4d5d5b5c6b9e2bbd8bcd2a1a3',
    ],
    [
      'EUC-JP',
      'EUC-JP',
      'b9c1a4cec5f4c2e6a4cfcbe8cada b6c9a4afc5c0a4b5a4eca1a2c1a5a4cfa4bda4cecc c0a4eca4ebb8f7a4c7b5a2a4eaa4dea4b9a1a3'.replaceAll(
        ' ',
        '',
      ),
    ],
  ])('in %s is guessed as %s', (_name, encoding, hex) => {
    const bytes = Buffer.concat([Buffer.from('<p>'), Buffer.from(hex, 'hex')]);
    expect(decodePage(bytes).encoding).toBe(encoding);
  });

  test('is UTF-8 where it is valid UTF-8, and ASCII is not worth a word', () => {
    expect(decodePage(Buffer.from('<p>café'))).toMatchObject({ encoding: 'UTF-8' });
    expect(decodePage(Buffer.from('<p>café')).warning).toBeUndefined();
    expect(decodePage(Buffer.from('<p>cafe')).warning).toBeUndefined();
  });

  test('is not guessed where it declares what it is', () => {
    const bytes = Buffer.concat([Buffer.from('<meta charset=koi8-r>'), cyrillic('Гавань и маяк')]);
    expect(decodePage(bytes).encoding).toBe('KOI8-R');
  });
});
