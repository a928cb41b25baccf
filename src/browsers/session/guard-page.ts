import type { CDPSession } from 'playwright-core';
import type { CallerHeaders, PausedRequest } from './caller-headers.ts';

/** Kinds of resources that hold no values to extract. */
export type HeavyResource = 'image' | 'media' | 'font';

export interface GuardPageInput {
  readonly devtools: CDPSession;
  /** Kinds of resources that are not loaded. */
  readonly blocked: readonly HeavyResource[];
  /** `undefined` when the caller gives none. */
  readonly headers: CallerHeaders | undefined;
  /** Rejects for URLs that may not be requested; `undefined` when a proxy checks them. */
  readonly checkUrl: ((url: string) => Promise<void>) | undefined;
}

const resourceTypes = { image: 'Image', media: 'Media', font: 'Font' } as const;

/**
 * What nearly all addresses of such a resource end in; a pattern takes one. Documents are never blocked by their
 * address (measured).
 */
const endings: Readonly<Record<HeavyResource, string>> = {
  image: 'png|jpg|jpeg|gif|webp|avif|ico|bmp|PNG|JPG|JPEG|GIF',
  media: 'mp4|webm|ogg|mp3|m4a|wav|mov|m4v|m3u8',
  font: 'woff|woff2|ttf|otf|eot',
};

/**
 * Keeps a page from loading what is not wanted, and adds the caller's headers. Chromium itself drops most by the
 * address, which costs nothing; only other requests of those kinds, or all requests when there are headers, are paused
 * here.
 */
export async function guardPage(input: GuardPageInput): Promise<void> {
  const { devtools, blocked, headers, checkUrl } = input;
  const { frameTree } = await devtools.send('Page.getFrameTree');
  const mainFrameId = frameTree.frame.id;
  const types: ReadonlySet<string> = new Set(blocked.map((resource) => resourceTypes[resource]));
  devtools.on('Fetch.requestPaused', (event) => {
    void answer(event).catch(ignoreEndedPage);
  });

  async function answer(event: PausedRequest & { readonly frameId: string }): Promise<void> {
    const { requestId, resourceType, frameId } = event;
    if (types.has(resourceType) || !(await mayBeAsked(event.request.url))) {
      await devtools.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    } else if (headers === undefined) {
      await devtools.send('Fetch.continueRequest', { requestId });
    } else {
      await headers.pass(
        { ...event, isMainDocument: resourceType === 'Document' && frameId === mainFrameId },
        devtools,
      );
    }
  }

  async function mayBeAsked(url: string): Promise<boolean> {
    try {
      await checkUrl?.(url);
      return true;
    } catch {
      // The page sees only that the request failed, not why.
      return false;
    }
  }

  if (blocked.length > 0) {
    await devtools.send('Network.enable');
    await devtools.send('Network.setBlockedURLs', toBlockedUrls(blocked)).catch(ignoreOldBrowser);
  }
  const patterns =
    headers === undefined && checkUrl === undefined
      ? blocked.map((resource) => ({ resourceType: resourceTypes[resource] }))
      : [{ urlPattern: '*' }];
  if (patterns.length > 0) {
    await devtools.send('Fetch.enable', { patterns });
  }
}

/** Returns the patterns as `URLPattern`s, whose paths end before the query; Playwright's types lack this form. */
function toBlockedUrls(blocked: readonly HeavyResource[]): { readonly urls: string[] } {
  const parameters = {
    urlPatterns: blocked
      .flatMap((resource) => endings[resource].split('|'))
      .map((ending) => ({ urlPattern: `*://*:*/*.${ending}`, block: true })),
  };
  return parameters as unknown as { readonly urls: string[] };
}

/** The page was closed, and its request with it. */
function ignoreEndedPage(): void {}

/** An older Chromium lacks these patterns: requests that it does not drop by URL are paused. */
function ignoreOldBrowser(): void {}
