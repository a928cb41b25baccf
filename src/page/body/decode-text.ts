import sniffHtmlEncoding from 'html-encoding-sniffer';

export interface DecodeTextInput {
  readonly bytes: Uint8Array;
  /** `charset` of the Content-Type header, as written. */
  readonly charset: string | undefined;
  /** Which declarations inside the text count: `<meta>`, the XML declaration, or none. */
  readonly syntax: 'html' | 'xml' | 'plain';
}

export interface DecodedText {
  readonly text: string;
  /** Name of the Encoding standard, e.g. `UTF-8` or `Shift_JIS`. */
  readonly encoding: string;
}

/** Bytes to text by the HTML standard: byte order mark, Content-Type, declaration in the text, guess. Never throws. */
export function decodeText(input: DecodeTextInput): DecodedText {
  const encoding = findEncoding(input);
  // The standard's decoder for encodings that only serve attacks (ISO-2022-CN, HZ): one replacement character.
  if (encoding === 'replacement') return { text: input.bytes.length > 0 ? '\uFFFD' : '', encoding };
  try {
    return { text: new TextDecoder(encoding).decode(input.bytes), encoding };
  } catch {
    // A Node built with less than the full set of encodings; ASCII at least is right this way.
    return { text: new TextDecoder().decode(input.bytes), encoding: 'UTF-8' };
  }
}

/** Name of the encoding that the bytes are read in. */
export function findEncoding({ bytes, charset, syntax }: DecodeTextInput): string {
  const options = {
    transportLayerEncodingLabel: charset,
    defaultEncoding: undeclared,
    ...(syntax === 'xml'
      ? { xml: true }
      : { maxPrescanBytes: syntax === 'plain' ? 0 : maxPrescanBytes }),
  };
  const declared = sniffHtmlEncoding(bytes, options);
  if (declared !== undeclared) return declared;
  // The standard lets clients guess here. Text that happens to be valid UTF-8 beyond ASCII is UTF-8 in practice.
  return syntax === 'xml' || isUtf8BeyondAscii(bytes) ? 'UTF-8' : 'windows-1252';
}

const undeclared = '';
// Beyond the standard's 1,024 a browser starts over when its parser meets the declaration; with all bytes at hand, one look does.
const maxPrescanBytes = 65_536;

function isUtf8BeyondAscii(bytes: Uint8Array): boolean {
  if (!bytes.some((byte) => byte > 0x7f)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // `fatal` throws on the first byte that is not UTF-8, which is the answer.
    return false;
  }
}
