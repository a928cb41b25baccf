import type { PageReading } from '../../contracts/page-reading.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { hasText } from '../../page/text/has-text.ts';
import { readPage } from '../../page/read-page.ts';
import { withSpan } from '../../tracing/with-span.ts';
import { loadPage } from './load-page.ts';
import type { OperationContext } from '../operation-context.ts';
import type { PageFields } from './parse-page-fields.ts';

/** A page that is ready to be read, and what had to be said on the way. */
export interface OpenedPage {
  readonly reading: PageReading;
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
  /** Whether what a click may unfold counts as seen: see `readPage`. */
  readonly keepFolded: boolean;
  /** Whether a page without anything to read will do: as served it may still be a shell for scripts. */
  readonly allowEmpty: boolean;
}

/** Loads the page, or takes the one that was given, and reads it; rejects when nothing is left to read. */
export async function openPage(
  fields: OpenPageInput,
  context: OperationContext,
  signal: AbortSignal,
): Promise<OpenedPage> {
  const { origin, headers, stealth, proxy, maxAge } = fields;
  if (origin.kind === 'html') {
    const { html, url } = origin;
    const reading = read(html, url, fields);
    return {
      reading,
      text: html,
      contentType: 'html',
      file: undefined,
      warnings: tellEmpty(reading),
    };
  }
  const wanted = {
    url: origin.url,
    headers,
    stealth,
    proxy,
    maxAge,
    allowShell: fields.allowEmpty,
  };
  const { page, body, warnings } = await withSpan(
    'load page',
    { 'server.address': new URL(origin.url).hostname },
    () => loadPage(wanted, context, signal),
  );
  const reading = read(body.html, page.url, fields);
  const isPdf = body.kind === 'pdf';
  const contentType = isPdf ? 'pdf' : 'html';
  const file = isPdf ? page.body : undefined;
  return {
    reading,
    text: body.text,
    contentType,
    file,
    warnings: [...warnings, ...tellEmpty(reading)],
  };
}

function read(html: string, url: string, fields: OpenPageInput): PageReading {
  const { parseMode, includeTags, excludeTags, keepFolded } = fields;
  const reading = readPage({ html, url, parseMode, includeTags, excludeTags, keepFolded });
  if (!fields.allowEmpty) checkNotEmpty(reading);
  return reading;
}

/** A page as served may be an empty one, which nobody notices by its length. */
function tellEmpty(reading: PageReading): readonly string[] {
  return isEmpty(reading) ? ['The page shows nothing to read; its markup comes as it is.'] : [];
}

function isEmpty({ document, structuredData }: PageReading): boolean {
  return !hasText(document) && structuredData.entities.length === 0;
}

/** A page without anything to read has no answer, and no model should be asked to make one up. */
function checkNotEmpty(reading: PageReading): void {
  if (!isEmpty(reading)) return;
  throw new GleanerError(
    'validation_failed',
    'Nothing to read is left of the page: it is empty, needs a browser to run its scripts, or the tags to keep are not in it.',
    { details: { reason: 'empty_page' } },
  );
}
