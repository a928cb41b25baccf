import type { RecipeFingerprints } from '../../src/runtime/contracts/recipe/fingerprint.ts';
import { loopbackBrowser, type Replay, replaySteps } from './replay.ts';
import { servePages } from './serve-pages.ts';

/** Pages with a list, and what is extracted of them. */
export interface ListReading {
  /** HTML of the bodies; more than one are linked by `a.next`. */
  readonly bodies: readonly string[];
  readonly fields: unknown;
  /** Further parameters of the extract step. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly fingerprints?: RecipeFingerprints;
  readonly timeoutMs?: number;
}

/** Lists served on loopback, and a browser that reads them. */
export interface ServedLists {
  readonly origin: string;
  /** Replays an extract over the pages. Items are `li` unless the parameters say otherwise. */
  read(reading: ListReading): Promise<Replay>;
  close(): Promise<void>;
}

/** Serves what each reading brings along, at `/1`, `/2` and so on; `/never.js` is never answered. */
export async function serveLists(): Promise<ServedLists> {
  let pages: Readonly<Record<string, string>> = {};
  const site = await servePages(({ pathname }) =>
    pathname === '/never.js' ? undefined : (pages[pathname] ?? { status: 404 }),
  );
  const browser = loopbackBrowser();
  return {
    origin: site.origin,
    async read({ bodies, fields, parameters, ...changes }) {
      pages = Object.fromEntries(
        bodies.map((body, index) => [`/${index + 1}`, toPage(body, index, bodies.length)]),
      );
      const extract = { items: 'li', fields, ...parameters };
      const paginate = { type: 'customStep', name: 'paginate', parameters: { next: 'a.next' } };
      const steps = [
        { type: 'navigate', url: `${site.origin}/1` },
        { type: 'customStep', name: 'extract', parameters: extract },
        ...(bodies.length > 1 ? [paginate] : []),
      ];
      return replaySteps(browser, steps, changes);
    },
    async close() {
      await browser.close?.();
      await site.close();
    },
  };
}

function toPage(body: string, index: number, count: number): string {
  const next = index + 1 === count ? '' : `<a class="next" href="/${index + 2}">Next</a>`;
  return `<!doctype html><html lang="en"><title>List</title>${body}${next}`;
}

/** Returns an unordered list with an `li` for each item's HTML. */
export function toList(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}
