import type { MIMEType } from 'whatwg-mimetype';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { DocumentFormat } from '../documents/document-reader.ts';
import { contentTypes } from '../documents/document-readers.ts';
import { sniffType } from './sniff-type.ts';
import sniffHtmlEncoding from 'html-encoding-sniffer';

/**
 * Kinds of content that a page's bytes can be. `text` covers every textual format without markup, such as Markdown,
 * CSV or source code. Documents are read elsewhere, because reading them takes time.
 */
type MarkupKind = 'html' | 'xhtml' | 'text' | 'json';

/** A page's body as text. */
export interface PageBody {
  readonly kind: MarkupKind | DocumentFormat;
  /** Name of the Encoding standard, e.g. `UTF-8` or `Shift_JIS`. */
  readonly encoding: string;
  /** The decoded bytes, unchanged. */
  readonly text: string;
  /**
   * The body as an HTML document, so that every kind is read in the same way. Text is escaped in a `<pre>`. JSON is
   * in a `<pre>` as well, and again in a `<script type="application/json">` (`ld+json` where it was served with that
   * type), where structured data is read from.
   */
  readonly html: string;
}

/**
 * Returns the bytes as text, by the standards for HTML, XML, plain text and JSON. Throws
 * `unsupported_content` for other types.
 */
export function readBody(page: Page): PageBody {
  const type = sniffType(page);
  const kind = findKind(type);
  if (kind === undefined) {
    if (page.status >= 400) throw failedStatus(page.status);
    throw new GleanerError(
      'validation_failed',
      `The page is of type "${type.essence.slice(0, 100)}"; only ${readable} can be read.`,
      { details: { reason: 'unsupported_content', pageStatus: page.status } },
    );
  }
  const charset = type.parameters.get('charset') ?? (kind === 'json' ? 'utf-8' : undefined);
  const syntax = kind === 'html' ? 'html' : kind === 'xhtml' ? 'xml' : 'plain';
  const { text, encoding } = decodeText({ bytes: page.body, charset, syntax });
  return { kind, encoding, text, html: toHtml(kind, text, type.essence) };
}

const readable = new Intl.ListFormat('en-GB').format(
  ['HTML', 'XHTML', 'plain text', 'JSON'].concat(
    contentTypes.slice(1).map((format) => format.toUpperCase()),
  ),
);

// Textual types outside `text/`. Other XML (feeds, SVG, sitemaps) is read as markup: its tags hold text too.
const textTypes: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/x-javascript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/x-ndjson',
  'application/jsonl',
]);

function findKind(type: MIMEType): MarkupKind | undefined {
  const { essence, subtype } = type;
  if (type.isHTML()) return 'html';
  if (type.isXML() && type.type !== 'image') return 'xhtml';
  if (subtype === 'json' || subtype.endsWith('+json')) return 'json';
  return type.type === 'text' || textTypes.has(essence) ? 'text' : undefined;
}

function toHtml(kind: MarkupKind, text: string, essence: string): string {
  if (kind === 'html' || kind === 'xhtml') return text;
  const pre = `<pre>\n${escapeText(text)}</pre>`;
  if (kind === 'text') return `<!doctype html><title></title>${pre}`;
  const scriptType = essence === 'application/ld+json' ? essence : 'application/json';
  // JSON has `<` only inside strings, where its escape means the same.
  const data = text.replaceAll('<', String.raw`\u003c`);
  return `<!doctype html><title></title><script type="${scriptType}">${data}</script>${pre}`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Returns the error for a page whose HTTP status shows that it is not the requested page. */
export function failedStatus(status: number): GleanerError<'validation_failed'> {
  const message = `The page answered with HTTP status ${status}.`;
  return new GleanerError('validation_failed', message, {
    details: { reason: 'fetch_failed', pageStatus: status },
  });
}

interface DecodeTextInput {
  readonly bytes: Uint8Array;
  /** `charset` of the Content-Type header, as written. */
  readonly charset: string | undefined;
  /** Which declarations inside the text count: `<meta>`, the XML declaration, or none. */
  readonly syntax: 'html' | 'xml' | 'plain';
}

interface DecodedText {
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
