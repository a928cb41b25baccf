import type { Browser } from '../../src/contracts/browser.ts';
import type { ReplayedPage, ReplayReport, ReplayRequest } from '../../src/contracts/replay.ts';
import { createEgress } from '../../src/egress/create-egress.ts';
import { parseRecipe } from '../../src/recipe/parse-recipe.ts';
import { realBrowser } from './real-browser.ts';

/** A Chromium that may reach loopback. */
export function loopbackBrowser(): Browser {
  return realBrowser({
    egress: createEgress({ allowPrivate: ['127.0.0.1/32'] }),
    idleMs: 60_000,
  });
}

/** What came of a replay. */
export interface Replay extends ReplayReport {
  readonly pages: readonly ReplayedPage[];
  /** Items of all pages in order; of a field that is no list, its text. */
  readonly items: readonly Readonly<Record<string, string | undefined>>[];
}

/** Replays steps as they stand in a recording. */
export async function replaySteps(
  browser: Browser,
  steps: readonly unknown[],
  changes: Partial<ReplayRequest> = {},
): Promise<Replay> {
  const recipe = parseRecipe({ title: 'Test', timeout: 3_000, steps });
  const pages: ReplayedPage[] = [];
  const report = await browser.replay({
    recipe,
    memory: undefined,
    maxPages: 50,
    allowExpressions: false,
    loadMedia: false,
    headers: {},
    stealth: false,
    proxy: undefined,
    signal: new AbortController().signal,
    onStep: () => {},
    onPage: async (page) => void pages.push(page),
    mayGoOn: async () => true,
    ...changes,
  });
  return { ...report, pages, items: pages.flatMap(listItems) };
}

function listItems({ collections }: ReplayedPage): Replay['items'] {
  return collections.flatMap(({ items }) =>
    items.map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, texts]) => [name, texts.join(' | ')])),
    ),
  );
}
