import { MIMEType, computedMIMEType } from 'whatwg-mimetype';
import type { Page } from '../../contracts/fetcher.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { decodeText } from './decode-text.ts';

/**
 * What a page's bytes are. `text` covers every textual format without markup, such as Markdown, CSV or source code; a
 * `pdf` is read elsewhere, since it takes time.
 */
export type ContentKind = 'html' | 'xhtml' | 'text' | 'json' | 'pdf';

/** A page's body as text. */
export interface PageBody {
  readonly kind: ContentKind;
  /** Name of the Encoding standard, e.g. `UTF-8` or `Shift_JIS`. */
  readonly encoding: string;
  /** As served, decoded. */
  readonly text: string;
  /**
   * The body as an HTML document, to be read like any other: text stands escaped in a `<pre>`; JSON stands there too, and once
   * more in a `<script type="application/json">` (`ld+json` where it was served as that), where data is looked for.
   */
  readonly html: string;
}

/** Bytes to text, by the standards for HTML, XML, plain text and JSON; `unsupported_content` for anything else. */
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

// Textual types outside `text/`. Other XML (feeds, SVG, sitemaps) is read like a page: its tags hold text all the same.
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
  // Outside strings JSON has no `<`, and inside them its escape means the same.
  const data = text.replaceAll('<', String.raw`\u003c`);
  return `<!doctype html><title></title><script type="${scriptType}">${data}</script>${pre}`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The error for a page whose HTTP status says that it is not the page asked for. */
export function failedStatus(status: number): GleanerError<'validation_failed'> {
  const message = `The page answered with HTTP status ${status}.`;
  return new GleanerError('validation_failed', message, {
    details: { reason: 'fetch_failed', pageStatus: status },
  });
}

/** What a page is, e.g. `application/pdf`, by its headers and its first bytes. */
export function sniffEssence(page: Page): string {
  return sniffType(page).essence;
}

/** What a page is, by its headers and its first bytes: the MIME Sniffing standard. */
function sniffType(page: Page): MIMEType {
  return computedMIMEType(page.body, {
    ...toSniffOptions(page.headers['content-type']),
    noSniff: /^\s*nosniff\b/i.test(page.headers['x-content-type-options'] ?? ''),
  });
}

/** Servers that know nothing say `octet-stream`; then the bytes decide, as they do without any Content-Type. */
function toSniffOptions(contentType: string | undefined): { contentTypeHeader?: string } {
  if (contentType === undefined) return {};
  const type = MIMEType.parse(contentType);
  if (type === null || vagueTypes.has(type.essence)) return {};
  return { contentTypeHeader: contentType };
}

const vagueTypes: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
]);
