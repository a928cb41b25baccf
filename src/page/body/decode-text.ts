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

/**
 * Returns the bytes as text, in the encoding that the HTML standard finds: byte order mark, Content-Type, declaration
 * in the text, guess. Never throws.
 */
export function decodeText(input: DecodeTextInput): DecodedText {
  const encoding = findEncoding(input);
  // The standard's decoder for encodings that only serve attacks (ISO-2022-CN, HZ): one replacement character.
  if (encoding === 'replacement') return { text: input.bytes.length > 0 ? '\uFFFD' : '', encoding };
  try {
    return { text: new TextDecoder(encoding).decode(input.bytes), encoding };
  } catch {
    // Node was built without this encoding. UTF-8 is right for ASCII characters at least.
    return { text: new TextDecoder().decode(input.bytes), encoding: 'UTF-8' };
  }
}

/** Returns the name of the encoding of the bytes; see `decodeText`. */
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
// The standard reads 1,024 bytes, and a browser starts over when its parser meets a declaration further on. All bytes
// are here already, so a longer search replaces the second start.
const maxPrescanBytes = 65_536;

function isUtf8BeyondAscii(bytes: Uint8Array): boolean {
  if (!bytes.some((byte) => byte > 0x7f)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // `fatal` throws on the first byte that is not UTF-8.
    return false;
  }
}
