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
  return computedMIMEType(page.body, {
    ...toSniffOptions(page.headers['content-type']),
    noSniff: /^\s*nosniff\b/i.test(page.headers['x-content-type-options'] ?? ''),
  });
}

/**
 * Servers send `octet-stream` when they do not know the type. The bytes then decide, as they do without a Content-Type.
 */
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
