import type { MIMEType } from 'whatwg-mimetype';
import type { Page } from '../../contracts/fetcher.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { decodeText } from './decode-text.ts';
import { sniffType } from './sniff-type.ts';

/**
 * Kinds of content that a page's bytes can be. `text` covers every textual format without markup, such as Markdown,
 * CSV or source code. A `pdf` is read elsewhere, because reading it takes time.
 */
export type ContentKind = 'html' | 'xhtml' | 'text' | 'json' | 'pdf';

/** A page's body as text. */
export interface PageBody {
  readonly kind: ContentKind;
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
      `The page is of type "${type.essence.slice(0, 100)}"; only HTML, XHTML, plain text, JSON and PDF can be read.`,
      { details: { reason: 'unsupported_content', pageStatus: page.status } },
    );
  }
  const charset = type.parameters.get('charset') ?? (kind === 'json' ? 'utf-8' : undefined);
  const syntax = kind === 'html' ? 'html' : kind === 'xhtml' ? 'xml' : 'plain';
  const { text, encoding } = decodeText({ bytes: page.body, charset, syntax });
  return { kind, encoding, text, html: toHtml(kind, text, type.essence) };
}

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

function findKind(type: MIMEType): Exclude<ContentKind, 'pdf'> | undefined {
  const { essence, subtype } = type;
  if (type.isHTML()) return 'html';
  if (type.isXML() && type.type !== 'image') return 'xhtml';
  if (subtype === 'json' || subtype.endsWith('+json')) return 'json';
  return type.type === 'text' || textTypes.has(essence) ? 'text' : undefined;
}

function toHtml(kind: Exclude<ContentKind, 'pdf'>, text: string, essence: string): string {
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
