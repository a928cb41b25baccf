import { computedMIMEType, MIMEType } from 'whatwg-mimetype';
import type { Page } from '../../contracts/fetcher.ts';

/** What a page is, by its headers and its first bytes: the MIME Sniffing standard. */
export function sniffType(page: Page): MIMEType {
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
