import type { ExtractStep } from '../../contracts/recipe.ts';
import type { Collection, PaginationEnd, ReplayRequest } from '../../contracts/replay.ts';

/** Gathers what extract steps read into pages, and hands each on when it is complete. */
export interface PageCollector {
  /** Pages handed on, and the one that is being gathered. */
  readonly count: number;
  /** Puts what a step read where it belongs; `false` where that would be a further page, and none is allowed. */
  add(step: ExtractStep, url: string, collection: Collection): Promise<boolean>;
  /** Whether another page may be gathered: asks whoever pays, once a page. */
  mayGoOn(): Promise<boolean>;
  /** Hands on what was gathered. */
  flush(): Promise<void>;
  /** Why no further page is allowed, once that has been said. */
  readonly stopped: Extract<PaginationEnd, 'max_pages' | 'stopped'> | undefined;
}

/** Counts from the first page, which is paid for before the run. */
export function createPageCollector(request: ReplayRequest): PageCollector {
  let handedOn = 0;
  let pending: { readonly url: string; readonly collections: Collection[] } | undefined;
  let stopped: PageCollector['stopped'];
  /** Allowed and not used yet: a hop that found nothing new is not asked for twice. */
  let isGranted = true;

  async function flush(): Promise<void> {
    if (pending === undefined) return;
    const page = { number: handedOn + 1, ...pending };
    pending = undefined;
    handedOn += 1;
    await request.onPage(page);
  }

  async function mayGoOn(): Promise<boolean> {
    if (isGranted) return true;
    if (handedOn + (pending === undefined ? 0 : 1) >= request.maxPages) stopped = 'max_pages';
    else if (await request.mayGoOn()) isGranted = true;
    else stopped = 'stopped';
    return isGranted;
  }

  return {
    get count() {
      return handedOn + (pending === undefined ? 0 : 1);
    },
    get stopped() {
      return stopped;
    },
    flush,
    mayGoOn,
    async add(step, url, collection) {
      const isSamePage =
        pending !== undefined &&
        pending.url === url &&
        !pending.collections.some((other) => other.step.path === step.path);
      if (!isSamePage) {
        await flush();
        if (!(await mayGoOn())) return false;
        pending = { url, collections: [] };
        isGranted = false;
      }
      pending?.collections.push(collection);
      return true;
    },
  };
}
