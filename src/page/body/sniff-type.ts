import { MIMEType, computedMIMEType } from 'whatwg-mimetype';
import type { Page } from '../../runtime/contracts/fetcher.ts';

/** What a page's type is seen by. */
type TypedPage = Pick<Page, 'body' | 'headers'>;

/** Returns the MIME type of a page without parameters, e.g. `application/pdf`, by its headers and first bytes. */
export function sniffEssence(page: TypedPage): string {
  return sniffType(page).essence;
}

/** Returns the MIME type of a page, by its headers and first bytes, as the MIME Sniffing standard defines. */
export function sniffType(page: TypedPage): MIMEType {
  const noSniff = /^\s*nosniff\b/i.test(page.headers['x-content-type-options'] ?? '');
  const type = computedMIMEType(page.body, {
    ...toSniffOptions(page.headers['content-type']),
    noSniff,
  });
  return type.isHTML() && !noSniff && startsXml(page.body) ? toXml(type) : type;
}

/** Bytes that are searched for the root of a document; comments and declarations may come first. */
const maxHead = 2_048;
const prolog = /^(?:\s|<\?[^>]*>|<!--[^>]*-->)*/;
const anyHtml = /<(?:!doctype\s+html|html|head|body|svg)\b/i;

/** Whether what is called HTML is a feed, as the standard has it, or another document that says it is XML and has nothing of HTML. */
function startsXml(body: Uint8Array): boolean {
  const head = Buffer.from(body.subarray(0, maxHead))
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '');
  const [start = ''] = prolog.exec(head) ?? [];
  const isFeed = /^<(?:rss|feed|rdf:RDF)[\s>]/.test(head.slice(start.length));
  return isFeed || (/^\s*<\?xml\s/.test(head) && !anyHtml.test(head));
}

function toXml({ parameters }: MIMEType): MIMEType {
  const charset = parameters.get('charset');
  const type = new MIMEType('application/xml');
  if (charset !== undefined) type.parameters.set('charset', charset);
  return type;
}

/**
 * Servers send `octet-stream` when they do not know the type. The bytes then decide, as they do without a Content-Type.
 */
function toSniffOptions(contentType: string | undefined): { contentTypeHeader?: string } {
  const type = parseContentType(contentType);
  if (type === undefined || vagueTypes.has(type.essence)) return {};
  return { contentTypeHeader: type.text };
}

interface NamedType {
  readonly essence: string;
  readonly charset: string | undefined;
  /** As it was sent: the letters tell what some servers give to everything from what is meant. */
  readonly text: string;
}

/**
 * The type that a header names. Of several, as of a header that a proxy repeats, it is the last one, with the charset of one
 * like it before: Fetch standard, "extract a MIME type".
 */
export function parseContentType(header = ''): NamedType | undefined {
  let named: NamedType | undefined;
  for (const [value] of header.matchAll(listed)) {
    const type = MIMEType.parse(value);
    if (type === null || type.essence === '*/*') continue;
    const { essence, parameters } = type;
    const own = parameters.get('charset');
    const before = own === undefined && named?.essence === essence ? named.charset : undefined;
    const text = before === undefined ? value.trim() : `${value};charset="${before}"`;
    named = { essence, charset: own ?? before, text };
  }
  return named;
}

/** What stands between commas; those within quotes part nothing. */
const listed = /(?:[^",]|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g;

const vagueTypes: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  // What spreadsheets and many servers call CSV.
  'application/vnd.ms-excel',
]);
