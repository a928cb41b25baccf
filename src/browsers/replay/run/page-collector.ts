import type { ExtractStep } from '../../../contracts/recipe/recipe.ts';
import type { Collection, PaginationEnd, ReplayRequest } from '../../../contracts/recipe/replay.ts';

/** The page that something was read from. */
export interface CollectedFrom {
  readonly url: string;
  /** BCP 47 tag; empty when the page states none. */
  readonly language: string;
}

/** Groups what extract steps read into pages, and hands on each page when it is complete. */
export interface PageCollector {
  /**
   * Adds what a step collects to its page; returns `false` when it would be a further page and none is allowed: nothing is
   * collected then.
   */
  add(from: CollectedFrom, step: ExtractStep, collect: () => Promise<Collection>): Promise<boolean>;
  /** Hands on the previous page and returns whether another is allowed; calls `mayGoOn` of the request once per page. */
  mayGoOn(): Promise<boolean>;
  /** Hands on the current page. */
  flush(): Promise<void>;
  /** Returns the number of pages handed on, plus the current one. */
  count(): number;
  /** Whether a callback of the request is running. */
  isHandingOn(): boolean;
  /** Returns why no further page is allowed; `undefined` until one was refused. */
  stopped(): Extract<PaginationEnd, 'max_pages' | 'stopped'> | undefined;
}

/** Creates a collector. The first page is allowed from the start: its credits are held before the run. */
export function createPageCollector(request: ReplayRequest): PageCollector {
  let handedOn = 0;
  let pending: (CollectedFrom & { readonly collections: Collection[] }) | undefined;
  let stopped: ReturnType<PageCollector['stopped']>;
  let isHandingOn = false;
  /** Whether a page is allowed and not used yet: a hop without new items does not ask again. */
  let isGranted = true;

  async function flush(): Promise<void> {
    if (pending === undefined) return;
    const { url, language, collections } = pending;
    pending = undefined;
    handedOn += 1;
    const named = language === '' ? {} : { language };
    await handOn(() => request.onPage({ number: handedOn, url, ...named, collections }));
  }

  async function handOn<Reply>(call: () => Promise<Reply>): Promise<Reply> {
    isHandingOn = true;
    try {
      return await call();
    } finally {
      isHandingOn = false;
    }
  }

  async function mayGoOn(): Promise<boolean> {
    await flush();
    if (isGranted) return true;
    if (handedOn >= request.maxPages) stopped = 'max_pages';
    else if (await handOn(() => request.mayGoOn())) isGranted = true;
    else stopped = 'stopped';
    return isGranted;
  }

  return {
    flush,
    mayGoOn,
    isHandingOn: () => isHandingOn,
    count: () => handedOn + (pending === undefined ? 0 : 1),
    stopped: () => stopped,
    async add(from, step, collect) {
      const isSamePage =
        pending?.url === from.url &&
        !pending.collections.some((collection) => collection.step.path === step.path);
      if (!isSamePage) {
        if (!(await mayGoOn())) return false;
        pending = { ...from, collections: [] };
        isGranted = false;
      }
      const collection = await collect();
      pending?.collections.push(collection);
      return true;
    },
  };
}
