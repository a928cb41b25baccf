import type { BrowserContext, Page, Request } from 'playwright-core';

/** The requests of a session's pages that have no whole response yet. */
export interface OpenRequests {
  /** Returns the requests that are open now. */
  list(): ReadonlySet<Request>;
  /** Returns the paths of the open requests, the oldest first, without those of `ignored`. */
  paths(ignored?: ReadonlySet<Request>): readonly string[];
  /** Returns for how many milliseconds no request has been open; 0 while one is. */
  restMs(): number;
}

/** What a page cannot go on without: pictures and streams stay out, since they may never end. */
const kinds: ReadonlySet<string> = new Set(['document', 'script', 'xhr', 'fetch']);
/** Characters of a path in a message. */
const maxPath = 100;

/** Follows the requests of a session or of one page from its beginning: one may be open before a step waits for it. */
export function createOpenRequests(source: BrowserContext | Page): OpenRequests {
  const open = new Map<Request, string>();
  let endedMs = performance.now();
  const end = (request: Request): void => {
    if (open.delete(request)) endedMs = performance.now();
  };
  const begin = (request: Request): void => {
    if (kinds.has(request.resourceType())) open.set(request, pathOf(request.url()));
  };
  if ('goto' in source) {
    source.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  } else {
    source.on('request', begin).on('requestfinished', end).on('requestfailed', end);
    // What a closed page asked for never ends.
    source.on('page', (page) => {
      page.on('close', () => {
        for (const request of open.keys()) if (isOf(request, page)) end(request);
      });
    });
  }
  return {
    list: () => new Set(open.keys()),
    paths: (ignored) =>
      [...open].flatMap(([request, path]) => (ignored?.has(request) === true ? [] : [path])),
    restMs: () => (open.size === 0 ? performance.now() - endedMs : 0),
  };
}

/** The path without the query, which may hold what was typed. */
function pathOf(url: string): string {
  return (URL.parse(url)?.pathname ?? '').slice(0, maxPath);
}

function isOf(request: Request, page: unknown): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    // The request of a page that is being opened has no frame yet.
    return false;
  }
}
