import type { MIMEType } from 'whatwg-mimetype';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { DocumentFormat } from '../documents/document-reader.ts';
import { contentTypes } from '../documents/document-readers.ts';
import { sniffType } from './sniff-type.ts';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { xmlToHtml } from './xml/xml-to-html.ts';

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
   * The body as an HTML document, so that every kind is read in the same way: XML see `xmlToHtml`. CSV is a table, other text is escaped in a `<pre>`. JSON is
   * in a `<pre>` as well, and again in a `<script type="application/json">` (`ld+json` where it was served with that
   * type), where structured data is read from.
   */
  readonly html: string;
  /** For people: in which encoding the bytes were read where nothing says it, and what of them was not read. */
  readonly warnings: readonly string[];
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
  const { text, encoding, warning } = decodeText({ bytes: page.body, charset, syntax });
  const warnings = warning === undefined ? [] : [warning];
  if (kind !== 'xhtml') {
    return { kind, encoding, text, html: toHtml(kind, text, type.essence), warnings };
  }
  const { html, isCut } = xmlToHtml(text);
  return { kind, encoding, text, html, warnings: isCut ? [...warnings, deepXml] : warnings };
}

const readable = new Intl.ListFormat('en-GB').format(
  ['HTML', 'XML other than SVG', 'JSON', 'plain text such as CSV and YAML'].concat(
    contentTypes.slice(1).map((format) => format.toUpperCase()),
  ),
);

// Textual types outside `text/`. Other XML (feeds, SVG, sitemaps) is read as markup: its elements hold text too.
const textTypes: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/x-javascript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/x-ndjson',
  'application/jsonl',
  'application/csv',
]);

function findKind(type: MIMEType): MarkupKind | undefined {
  const { essence, subtype } = type;
  if (type.isHTML()) return 'html';
  if (type.isXML() && type.type !== 'image') return 'xhtml';
  if (subtype === 'json' || subtype.endsWith('+json')) return 'json';
  return type.type === 'text' || textTypes.has(essence) ? 'text' : undefined;
}

const deepXml = 'The XML of the page is nested too deeply; what follows was not read.';

function toHtml(kind: Exclude<MarkupKind, 'xhtml'>, text: string, essence: string): string {
  if (kind === 'html') return text;
  const pre = `<pre>\n${escapeText(text)}</pre>`;
  if (kind === 'text') {
    const rows = valueTypes.has(essence) ? readCsv(text) : undefined;
    return `<!doctype html><title></title>${rows === undefined ? pre : toTable(rows)}`;
  }
  const scriptType = essence === 'application/ld+json' ? essence : 'application/json';
  // JSON has `<` only inside strings, where its escape means the same.
  const data = text.replaceAll('<', String.raw`\u003c`);
  return `<!doctype html><title></title><script type="${scriptType}">${data}</script>${pre}`;
}

/** Types of values between separators. */
const valueTypes: ReadonlySet<string> = new Set([
  'text/csv',
  'text/tab-separated-values',
  'application/csv',
]);

/** The first row is the header, as all but a few files have one. */
function toTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const body = rows.map((row) => toRow(row, 'td')).join('');
  return `<table><thead>${toRow(head, 'th')}</thead><tbody>${body}</tbody></table>`;
}

function toRow(cells: readonly string[], tag: string): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeText(cell)}</${tag}>`).join('')}</tr>`;
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
