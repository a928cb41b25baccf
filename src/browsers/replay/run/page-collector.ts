import type { Collection, PaginationEnd, ReplayRequest } from '../../../contracts/replay.ts';

/** Where something was read. */
export interface CollectedFrom {
  readonly url: string;
  /** BCP 47; empty where the page names none. */
  readonly language: string;
}

/** Gathers what extract steps read into pages, and hands each on when it is complete. */
export interface PageCollector {
  /** Adds what a step read to its page; `false` where that would be a further page, and none is allowed. */
  add(from: CollectedFrom, collection: Collection): Promise<boolean>;
  /** Hands on the page before and returns whether another may be gathered; asks `mayGoOn` of the request once a page. */
  mayGoOn(): Promise<boolean>;
  /** Hands on what was gathered. */
  flush(): Promise<void>;
  /** Pages handed on, and the one that is being gathered. */
  count(): number;
  /** Why no further page is allowed, once that has been said. */
  stopped(): Extract<PaginationEnd, 'max_pages' | 'stopped'> | undefined;
}

/** Counts from the first page, which is held before the run. */
export function createPageCollector(request: ReplayRequest): PageCollector {
  let handedOn = 0;
  let pending: (CollectedFrom & { readonly collections: Collection[] }) | undefined;
  let stopped: ReturnType<PageCollector['stopped']>;
  /** Allowed and not used yet: a hop that found nothing new is not asked for twice. */
  let isGranted = true;

  async function flush(): Promise<void> {
    if (pending === undefined) return;
    const { url, language, collections } = pending;
    pending = undefined;
    handedOn += 1;
    const named = language === '' ? {} : { language };
    await request.onPage({ number: handedOn, url, ...named, collections });
  }

  async function mayGoOn(): Promise<boolean> {
    await flush();
    if (isGranted) return true;
    if (handedOn >= request.maxPages) stopped = 'max_pages';
    else if (await request.mayGoOn()) isGranted = true;
    else stopped = 'stopped';
    return isGranted;
  }

  return {
    flush,
    mayGoOn,
    count: () => handedOn + (pending === undefined ? 0 : 1),
    stopped: () => stopped,
    async add(from, collection) {
      const isSamePage =
        pending?.url === from.url &&
        !pending.collections.some(({ step }) => step.path === collection.step.path);
      if (!isSamePage) {
        if (!(await mayGoOn())) return false;
        pending = { ...from, collections: [] };
        isGranted = false;
      }
      pending?.collections.push(collection);
      return true;
    },
  };
}
