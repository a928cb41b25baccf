import path from 'node:path';
import { unescape } from 'node:querystring';
import type { Fetcher, Page } from '../../index.ts';
import { decodeText } from '../../page/body/decode-text.ts';
import { sniffType } from '../../page/body/sniff-type.ts';

/** A file that is no HTML: what a fetcher has to be given to read it, and the fetcher that serves it. */
interface ServedFile {
  readonly url: string;
  readonly fetcher: Fetcher;
}

/** Types that the ending of a file's name tells, where its bytes do not: a server says them in its headers. */
const typesByEnding: Readonly<Record<string, string>> = {
  '.atom': 'application/xml',
  '.csv': 'text/csv',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.ndjson': 'application/x-ndjson',
  '.rdf': 'application/xml',
  '.rss': 'application/xml',
  '.text': 'text/plain',
  '.toml': 'application/toml',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.xht': 'application/xhtml+xml',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/** The address that a file is asked for under; `.invalid` is nobody's (RFC 2606). */
function toAddress(name: string): string {
  return `https://file.invalid/${encodeURIComponent(path.basename(name))}`;
}

/** A text with the names of files in place of the addresses that they are asked for under. */
export function nameFiles(text: string): string {
  return text.replaceAll(/https:\/\/file\.invalid\/([^\s:"`…]*)/g, (_, name: string) =>
    // A name may have been cut for a message, which this never throws for.
    name === '-' ? 'standard input' : unescape(name),
  );
}

/**
 * The bytes of a file as HTML, or, where they are something else, a fetcher that serves them, so that every kind is read, or
 * refused, as it is from an address. `name` is that of the file; `base` the URL that its links start from.
 */
export function readPageFile(
  bytes: Uint8Array,
  name: string,
  base: string | undefined,
): { readonly html: string } | ServedFile {
  const told = typesByEnding[path.extname(name).toLowerCase()];
  const headers: Page['headers'] = told === undefined ? {} : { 'content-type': told };
  const { essence } = sniffType({ body: bytes, headers });
  // In the encoding that the page declares, as a browser opens a file.
  const toHtml = (): string => decodeText({ bytes, charset: undefined, syntax: 'html' }).text;
  if (essence === 'text/html') return { html: toHtml() };
  if (told === undefined && essence === 'text/plain') {
    const html = toHtml();
    // Parts of a page begin with any element, and with words.
    if (anyTag.test(html)) return { html };
  }
  const url = toAddress(name);
  const page = { url: base ?? 'about:blank', status: 200, headers, body: bytes };
  return { url, fetcher: toFetcher(url, page) };
}

const anyTag = /<\/?[a-z][^<>]{0,2000}>/i;

function toFetcher(address: string, page: Page): Fetcher {
  return {
    name: 'file',
    fetch: ({ url }) =>
      url === address
        ? Promise.resolve(page)
        : Promise.reject(new TypeError('Nothing is fetched for a file.')),
  };
}
