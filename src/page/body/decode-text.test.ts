import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { type DecodedText, decodeText } from './decode-text.ts';

type Index = readonly (number | null)[];
// The tables of the Encoding Standard as the polyfill of its authors has them.
const { 'encoding-indexes': indexes } = createRequire(import.meta.url)(
  'text-encoding/lib/encoding-indexes.js',
) as { readonly 'encoding-indexes': Readonly<Record<string, Index>> };

const decode = (bytes: readonly number[], charset: string): string =>
  decodeText({ bytes: Uint8Array.from(bytes), charset, syntax: 'html' }).text;

function toBig5(pointer: number): number[] {
  const trail = pointer % 157;
  return [Math.floor(pointer / 157) + 0x81, trail + (trail < 0x3f ? 0x40 : 0x62)];
}

function toShiftJis(pointer: number): number[] {
  const lead = Math.floor(pointer / 188);
  const trail = pointer % 188;
  return [lead + (lead < 0x1f ? 0x81 : 0xc1), trail + (trail < 0x3f ? 0x40 : 0x41)];
}

/** In windows-1251: its 64 usual letters stand as they do in Unicode. */
function cyrillic(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.charCodeAt(0);
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
    }),
  );
}

/** In windows-874. */
function thai(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.charCodeAt(0);
      return code > 0xe00 ? code - 0xd60 : code;
    }),
  );
}

function decodePage(bytes: Uint8Array): DecodedText {
  return decodeText({ bytes, charset: undefined, syntax: 'html' });
}

/** 256 KB of one part, and letters that are no UTF-8. */
function fill(part: string): Buffer {
  return Buffer.from(`${part.repeat(262_144 / part.length)}\xe9\xe8\xe0`, 'latin1');
}

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

  test.each([
    ['euc-kr', 'euc-kr', (at: number) => [Math.floor(at / 190) + 0x81, (at % 190) + 0x41]],
    ['big5', 'big5', toBig5],
    ['jis0208', 'shift_jis', toShiftJis],
    ['jis0208', 'euc-jp', (at: number) => [Math.floor(at / 94) + 0xa1, (at % 94) + 0xa1]],
  ])('%s by %s', (index, charset, toBytes) => {
    // Rows beyond the 94th have no bytes in EUC-JP.
    const last = charset === 'euc-jp' ? 94 * 94 : Infinity;
    const wrong = listWrong(index, charset, toBytes);
    expect(wrong.filter((entry) => Number.parseInt(entry, 10) < last)).toEqual([]);
  });

  test('a page without any declaration is windows-1252, with its signs and quotes', () => {
    const bytes = Buffer.from('<p>costs \x80 12,50 \x93today\x94', 'latin1');
    const { text, encoding } = decodeText({ bytes, charset: undefined, syntax: 'html' });
    expect([text, encoding]).toEqual(['<p>costs € 12,50 “today”', 'windows-1252']);
  });
});

describe('a page that declares nothing', () => {
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
    ['tr', 'Ma\xf0aza a\xe7\xfdk', 'windows-1254', 'Mağaza açık'],
    [' tr-TR ', 'Ma\xf0aza a\xe7\xfdk', 'windows-1254', 'Mağaza açık'],
    ['ja', '\x83e\x83X\x83g', 'Shift_JIS', 'テスト'],
    ['ja', 'caf\xe9 \xe9t\xe9 no\xebl', 'windows-1252', 'café été noël'],
    ['constructor', 'caf\xe9', 'windows-1252', 'café'],
  ])(
    'in the language %s is what that is written in, where it fits: %s',
    (lang, page, encoding, text) => {
      const head = `<html lang="${lang}"><p>`;
      expect(decodePage(Buffer.from(head + page, 'latin1'))).toMatchObject({
        encoding,
        text: head + text,
      });
    },
  );

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

  test.each([
    [
      'Shift_JIS',
      '当店の表示価格は税込です。ソファーの能力',
      'k5aTWILMlVyOpom/immCzZDFjZ6CxYK3gUKDXIN0g0CBW4LMlFyXzQ==',
    ],
    [
      'Big5',
      '本店營業時間為早上九點，歡迎參觀各式燈具，功能許多',
      'pbupscDnt36uybahrLCmraRXpEXCSaFBxXeq77DRxlumVaahv0+o46FBpVyv4LNcpmg=',
    ],
    [
      'ISO-2022-JP',
      '当店の表示価格は税込です。ソファーの能力',
      'GyRCRXZFOSROST08KDJBM0okT0BHOX4kRyQ5ISMlPSVVJSEhPCRORz1OTxsoQg==',
    ],
  ])('in %s is read by letters whose second half looks like ASCII', (encoding, text, base64) => {
    const bytes = Buffer.concat([Buffer.from('<p>'), Buffer.from(base64, 'base64')]);
    const found = decodePage(bytes);
    expect(found).toMatchObject({ encoding, text: `<p>${text}` });
    expect(found.warning).toContain(`read as ${encoding}`);
  });

  test.each(['', '<html lang="th">', '<html lang="en">'])('in Thai is read as such: %s', (head) => {
    const text = `${head}<p>โคมไฟใหม่ราคาสิบสองบาท มาจากเมืองใกล้เคียง`;
    expect(decodePage(thai(text))).toMatchObject({ encoding: 'windows-874', text });
  });

  test.each([
    ['windows-1252', '<p>\xd6sterreich, \xc4rzte und \xd4 c\xf4t\xe9, \xe9t\xe9 \xe0 la mer'],
    ['windows-1252', '<p>escaped \x1b$B caf\xe9 [\xe9] {\xe0}'],
    ['windows-1252', '<p>\x1b$B is how a terminal begins'],
  ])('stays %s where only single signs look like another: %s', (encoding, page) => {
    expect(decodePage(Buffer.from(page, 'latin1')).encoding).toBe(encoding);
  });

  test('is UTF-8 where it is valid UTF-8, and ASCII is not worth a word', () => {
    expect(decodePage(Buffer.from('<p>café'))).toMatchObject({ encoding: 'UTF-8' });
    expect(decodePage(Buffer.from('<p>café')).warning).toBeUndefined();
    expect(decodePage(Buffer.from('<p>cafe')).warning).toBeUndefined();
  });

  test.each([
    ['cut in the middle of a letter', Buffer.from('<p>Маяк открыт каждый день').subarray(0, -1)],
    ['with a letter of another encoding', Buffer.from([...Buffer.from('<p>Маяк открыт'), 0xe9])],
  ])('is UTF-8 where all but a few letters are: %s', (_name, bytes) => {
    const found = decodePage(bytes);
    expect(found.text).toContain('<p>Маяк откры');
    expect(found.warning).toContain('read as UTF-8, which all but a few of its letters are');
  });

  test('in Ukrainian in KOI8 keeps the letters that Russian lacks', () => {
    const bytes = Buffer.from(
      'e7c1d7c1ced820a620cdc1d1cb20d7a6c4cbd2c9d4a620ddcfc4ced12c20cbd2a6cd20cec5c4a6cca620d4c120d3d7d1d42e',
      'hex',
    );
    expect(decodePage(bytes).text).toBe('Гавань і маяк відкриті щодня, крім неділі та свят.');
  });

  test('is told where it says that it is UTF-8 and is not', () => {
    const broken = decodePage(Buffer.from('<meta charset=utf-8><p>caf\xe9, na\xefve', 'latin1'));
    expect(broken.warning).toContain('says that it is UTF-8');
    expect(decodePage(Buffer.from('<meta charset=utf-8><p>café')).warning).toBeUndefined();
  });

  test('is UTF-8 where the server says otherwise, and the page and its letters say UTF-8', () => {
    const denied = decodeSent(Buffer.from('<meta charset=utf-8><p>café – “naïve”'), 'iso-8859-1');
    expect(denied.text).toContain('café – “naïve”');
    expect(denied.warning).toContain('it was read as UTF-8');
    // The server is right, or the page does not say.
    const latin = Buffer.from('<meta charset=utf-8><p>caf\xe9', 'latin1');
    expect(decodeSent(latin, 'iso-8859-1')).toMatchObject({
      encoding: 'windows-1252',
      warning: undefined,
    });
    expect(decodeSent(Buffer.from('<p>café'), 'iso-8859-1').encoding).toBe('windows-1252');
    expect(decodeSent(Buffer.from('<meta charset=utf-8><p>cafe'), 'gbk').warning).toBeUndefined();
  });

  test('is not guessed where it declares what it is', () => {
    const bytes = Buffer.concat([Buffer.from('<meta charset=koi8-r>'), cyrillic('Гавань и маяк')]);
    expect(decodePage(bytes).encoding).toBe('KOI8-R');
  });
});

test('a page that is guessed takes time that grows with its length', () => {
  const pages = [
    '<script>',
    '<',
    '</style',
    '<style>\xe9',
    '<html lang',
    ' ',
    '\xc1\xd1',
    '\xe9[',
  ].map(fill);
  expect(workRatioOf(() => pages.forEach(decodePage))).toBeLessThan(600);
});

function decodeSent(bytes: Uint8Array, charset: string): ReturnType<typeof decodeText> {
  return decodeText({ bytes, charset, syntax: 'html' });
}
