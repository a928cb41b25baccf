import type { MIMEType } from 'whatwg-mimetype';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { DocumentFormat } from '../documents/document-reader.ts';
import { contentTypes } from '../documents/document-readers.ts';
import { sniffType } from './sniff-type.ts';
import { decodeText } from './decode-text.ts';
import { dataToHtml, findData, parseData } from './json-to-html.ts';
import { readCsv } from './read-csv.ts';
import { escapeText, toCell, toTable } from './to-table.ts';
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
  /** The body for those who look for values: the data of JSON in tables, all else as `html` has it. */
  readonly toDataHtml: () => string;
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
  if (kind === 'xhtml') {
    const { html, isCut } = xmlToHtml(text);
    const all = isCut ? [...warnings, deepXml] : warnings;
    return { kind, encoding, text, html, toDataHtml: () => html, warnings: all };
  }
  // Many servers give JSON the type of what their language writes otherwise.
  const mistyped = kind === 'json' ? undefined : findData(text);
  const found = mistyped === undefined ? kind : 'json';
  const html = toHtml(found, text, type.essence, isOfValues(type.essence, page));
  const toDataHtml = (): string => {
    if (found === 'html' || type.essence === jsonLd) return html;
    const data = dataToHtml(mistyped ?? parseData(text));
    return data === undefined ? html : emptyHead + data;
  };
  return { kind: found, encoding, text, html, toDataHtml, warnings };
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
  'application/x-csv',
]);

function findKind(type: MIMEType): MarkupKind | undefined {
  const { essence, subtype } = type;
  if (type.isHTML()) return 'html';
  if (type.isXML() && type.type !== 'image') return 'xhtml';
  if (subtype === 'json' || subtype.endsWith('+json')) return 'json';
  return type.type === 'text' || textTypes.has(essence) ? 'text' : undefined;
}

const jsonLd = 'application/ld+json';
/** A document without a title. */
const emptyHead = '<!doctype html><title></title>';
const deepXml = 'The XML of the page is nested too deeply; what follows was not read.';

function toHtml(
  kind: Exclude<MarkupKind, 'xhtml'>,
  text: string,
  essence: string,
  isOfValues: boolean,
): string {
  if (kind === 'html') return text;
  const pre = `<pre>\n${escapeText(text)}</pre>`;
  if (kind === 'text') {
    const rows = isOfValues ? readCsv(text) : undefined;
    if (rows === undefined) return emptyHead + pre;
    // The first row is the header in all but a few files.
    const hasHeader = rows[0]?.some((cell) => value.test(cell)) !== true;
    const cells = rows
      .slice(hasHeader ? 1 : 0)
      .map((row) => row.map((cell) => toCell(escapeText(cell))));
    return emptyHead + toTable(hasHeader ? rows[0] : undefined, cells);
  }
  const scriptType = essence === jsonLd ? essence : 'application/json';
  // JSON has `<` only inside strings, where its escape means the same.
  const data = text.replaceAll('<', String.raw`\u003c`);
  return `${emptyHead}<script type="${scriptType}">${data}</script>${pre}`;
}

/** Whether a text is values between separators, by its type or the name of its file: many servers have one type for all text. */
function isOfValues(essence: string, { url, headers }: Page): boolean {
  const names = `${URL.parse(url)?.pathname}\n${headers['content-disposition'] ?? ''}`;
  return (
    valueTypes.has(essence) || (essence === 'text/plain' && /\.(?:csv|tsv|tab)\b/i.test(names))
  );
}

const valueTypes: ReadonlySet<string> = new Set([
  'text/csv',
  'text/x-csv',
  'text/comma-separated-values',
  'text/tab-separated-values',
  'application/csv',
  'application/x-csv',
]);

/** No column is called so: a fraction, a day. */
const value = /^[-+]?\d+[.,]\d+$|^\d{4}-\d{2}-\d{2}/;

/** Returns the error for a page whose HTTP status shows that it is not the requested page. */
export function failedStatus(status: number): GleanerError<'validation_failed'> {
  const message = `The page answered with HTTP status ${status}.`;
  return new GleanerError('validation_failed', message, {
    details: { reason: 'fetch_failed', pageStatus: status },
  });
}
