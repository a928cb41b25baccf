import type { CDPSession } from 'playwright-core';
import type { Page as FetchedPage } from '../../contracts/fetcher.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';

/** The server's response with the document that the page shows. */
export interface DocumentResponse {
  readonly url: string;
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What is known about a page's main document; after redirects and later navigations, about the last one. */
export interface MainDocument {
  /** Returns the URL that was requested last. */
  url(): string | undefined;
  response(): DocumentResponse | undefined;
  /** Returns the whole response if it is not HTML, else `undefined`. */
  file(): FetchedPage | undefined;
  failure(): Error | undefined;
}

interface PausedResponse {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string };
  readonly responseErrorReason?: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Watches a page's main document. Needs its own DevTools connection: it pauses documents when their headers have
 * arrived.
 */
export async function watchMainDocument(
  devtools: CDPSession,
  maxBytes: number,
): Promise<MainDocument> {
  const { frameTree } = await devtools.send('Page.getFrameTree');
  let url: string | undefined;
  let response: DocumentResponse | undefined;
  let file: FetchedPage | undefined;
  let failure: Error | undefined;

  async function look(event: PausedResponse): Promise<void> {
    const { requestId, frameId, request, responseStatusCode: status } = event;
    const headers = joinHeaders(event.responseHeaders ?? []);
    const isRedirect =
      status !== undefined && status >= 300 && status < 400 && 'location' in headers;
    if (frameId !== frameTree.frame.id || status === undefined || isRedirect) {
      await devtools.send('Fetch.continueRequest', { requestId });
      return;
    }
    url = request.url;
    response = { url, status, headers };
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (htmlTypes.has(type) || status === 204) {
      await devtools.send('Fetch.continueRequest', { requestId });
      return;
    }
    if (Number(headers['content-length']) > maxBytes) failure = tooLarge(maxBytes);
    else {
      const { body, base64Encoded } = await devtools.send('Fetch.getResponseBody', { requestId });
      const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
      if (type === '' && looksLikeMarkup.test(bytes.toString('latin1', 0, 1_024))) {
        await devtools.send('Fetch.continueRequest', { requestId });
        return;
      }
      if (bytes.length > maxBytes) failure = tooLarge(maxBytes);
      else file = { url, status, headers, body: bytes };
    }
    // The file has been read: the browser need neither show nor keep it.
    await devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }

  devtools.on('Fetch.requestPaused', (event) => {
    void look(event).catch(() => {
      // The transfer broke off or the page was closed: the browser reports this.
      void devtools
        .send('Fetch.continueRequest', { requestId: event.requestId })
        .catch(ignoreEndedPage);
    });
  });
  await devtools.send('Fetch.enable', {
    patterns: [{ resourceType: 'Document', requestStage: 'Response' }],
  });
  return { url: () => url, response: () => response, file: () => file, failure: () => failure };
}

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const looksLikeMarkup = /^\s*<[!a-z]/i;

function joinHeaders(
  pairs: readonly { readonly name: string; readonly value: string }[],
): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (const { name, value } of pairs) {
    const lower = name.toLowerCase();
    const before = joined.get(lower);
    // Depending on its version, DevTools has already joined repeated headers by line breaks.
    const text = value.replaceAll('\n', ', ');
    joined.set(lower, before === undefined ? text : `${before}, ${text}`);
  }
  return Object.fromEntries(joined);
}

function tooLarge(maxBytes: number): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', `The page exceeds ${maxBytes} bytes.`, {
    details: { reason: 'page_too_large' },
  });
}

/** The page was closed, and its request with it. */
function ignoreEndedPage(): void {}
