import type { PageRequest } from '../../contracts/fetcher.ts';
import type { PageReading } from '../../contracts/page-reading.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { readPage } from '../../page/read-page.ts';
import { hasText } from '../../page/text/has-text.ts';
import { withSpan } from '../../tracing/with-span.ts';
import { loadPage, type LoadPageContext } from './load-page.ts';
import type { PageFields } from './parse-origin.ts';

/** A page that has been read, and warnings about how it came. */
export interface OpenedPage {
  readonly reading: PageReading;
  /** The request of the page, for fetching its pictures; `undefined` for a page that the caller gave. */
  readonly request: PageRequest | undefined;
  /** As served, decoded. */
  readonly text: string;
  /** What the URL served. */
  readonly contentType: 'html' | 'pdf';
  /** The PDF that was served; `undefined` for a page. */
  readonly file: Uint8Array | undefined;
  readonly warnings: readonly string[];
}

/** Which page, and what of it must be there. */
export interface OpenPageInput extends PageFields {
  /** Whether what a click may open counts as seen: see `readPage`. */
  readonly keepCollapsed: boolean;
  /** Whether a page without text is accepted, including a JavaScript shell as served. */
  readonly allowEmpty: boolean;
}

/** Loads the page, or takes the one that was given, and reads it; rejects when nothing is left to read. */
export async function openPage(
  fields: OpenPageInput,
  context: LoadPageContext,
  signal: AbortSignal,
): Promise<OpenedPage> {
  const { origin, headers, stealth, proxy, maxAge, allowEmpty: allowShell } = fields;
  if (origin.kind === 'html') {
    const { html, url } = origin;
    const reading = read(html, url, fields);
    const warnings = warnOfEmpty(reading);
    const asGiven = { text: html, contentType: 'html', file: undefined } as const;
    return { ...asGiven, reading, request: undefined, warnings };
  }
  const request = { url: origin.url, headers, stealth, proxy, signal };
  const { page, body, warnings } = await withSpan(
    'load page',
    { 'server.address': new URL(origin.url).hostname },
    () => loadPage({ request, maxAge, allowShell }, context),
  );
  const reading = read(body.html, page.url, fields);
  const isPdf = body.kind === 'pdf';
  return {
    reading,
    request,
    text: body.text,
    contentType: isPdf ? 'pdf' : 'html',
    file: isPdf ? page.body : undefined,
    warnings: [...warnings, ...warnOfEmpty(reading)],
  };
}

function read(html: string, url: string, fields: OpenPageInput): PageReading {
  const { parseMode, includeTags, excludeTags, keepCollapsed } = fields;
  const reading = readPage({ html, url, parseMode, includeTags, excludeTags, keepCollapsed });
  if (!fields.allowEmpty) checkNotEmpty(reading);
  return reading;
}

/** A page as served may be an empty one, which its length does not show. */
function warnOfEmpty(reading: PageReading): readonly string[] {
  return isEmpty(reading) ? ['The page shows nothing to read; its markup comes as it is.'] : [];
}

function isEmpty({ document, structuredData }: PageReading): boolean {
  return !hasText(document) && structuredData.entities.length === 0;
}

/** Asked about a page without text, a model invents values. */
function checkNotEmpty(reading: PageReading): void {
  if (!isEmpty(reading)) return;
  throw new GleanerError(
    'validation_failed',
    'Nothing to read is left of the page: it is empty, needs a browser to run its scripts, or the tags to keep are not in it.',
    { details: { reason: 'empty_page' } },
  );
}
