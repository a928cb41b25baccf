import type { PageRequest } from '../../contracts/fetcher.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { PageSession } from '../../page-session/create-page-sessions.ts';
import type { PageFacts, ReadOptions } from '../../page-session/page-question.ts';
import { withSpan } from '../../tracing/with-span.ts';
import { loadPage, type LoadPageContext } from './load-page.ts';
import type { PageFields } from './parse-origin.ts';

/** A page that has been read, and warnings about how it came. */
export interface OpenedPage {
  readonly facts: PageFacts;
  readonly session: PageSession;
  /** The request of the page, for fetching its pictures; `undefined` for a page that the caller gave. */
  readonly request: PageRequest | undefined;
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

/**
 * The result of work on a page, which is loaded or was given, and read before; rejects when nothing is left to read. The page
 * is closed when the work ends.
 */
export async function openPage<Result>(
  fields: OpenPageInput,
  context: LoadPageContext,
  signal: AbortSignal,
  work: (opened: OpenedPage) => Promise<Result>,
): Promise<Result> {
  const opened = await open(fields, context, signal);
  try {
    if (!opened.facts.isEmpty) return await work(opened);
    if (!fields.allowEmpty) throw emptyPage();
    return await work({ ...opened, warnings: [...opened.warnings, emptyWarning] });
  } finally {
    opened.session.close();
  }
}

async function open(
  fields: OpenPageInput,
  context: LoadPageContext,
  signal: AbortSignal,
): Promise<OpenedPage> {
  const { origin, headers, stealth, proxy, maxAge, allowEmpty: allowShell } = fields;
  const { parseMode, includeTags, excludeTags, keepCollapsed } = fields;
  const options = { parseMode, includeTags, excludeTags, keepCollapsed };
  if (origin.kind === 'html') {
    const { session, facts } = await openGiven(origin, options, context, signal);
    return {
      facts,
      session,
      request: undefined,
      contentType: 'html',
      file: undefined,
      warnings: [],
    };
  }
  const request = { url: origin.url, headers, stealth, proxy, signal };
  const { page, isPdf, session, facts, warnings } = await withSpan(
    'load page',
    { 'server.address': new URL(origin.url).hostname },
    () => loadPage({ request, maxAge, allowShell, options }, context),
  );
  const contentType = isPdf ? 'pdf' : 'html';
  const file = isPdf ? page.body : undefined;
  return { facts, session, request, contentType, file, warnings };
}

/** Reads HTML that is here already; the caller closes the session. */
export async function openGiven(
  { html, url }: { readonly html: string; readonly url: string },
  options: ReadOptions,
  { pages }: Pick<LoadPageContext, 'pages'>,
  signal: AbortSignal,
): Promise<Pick<OpenedPage, 'facts' | 'session'>> {
  const source = { content: html, isPdf: false, url, status: 200, headers: {} };
  const session = pages.open(source, options, signal);
  try {
    return { session, facts: await session.ask('read', undefined) };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** A page as served may be an empty one, which its length does not show. */
const emptyWarning = 'The page shows nothing to read; its markup comes as it is.';

/** Asked about a page without text, a model invents values. */
function emptyPage(): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    'Nothing to read is left of the page: it is empty, needs a browser to run its scripts, or the tags to keep are not in it.',
    { details: { reason: 'empty_page' } },
  );
}
