import type { Browser } from '../../src/runtime/contracts/browser.ts';
import type {
  ReplayedPage,
  ReplayReport,
  ReplayRequest,
} from '../../src/runtime/contracts/recipe/replay.ts';
import { createEgress } from '../../src/network/egress/create-egress.ts';
import { bindVariables } from '../../src/recipes/bind-variables.ts';
import { parseRecipe } from '../../src/recipes/format/parse-recipe.ts';
import { realBrowser } from './real-browser.ts';

/** A Chromium that may reach loopback. */
export function loopbackBrowser(maxContexts = 2): Browser {
  return realBrowser({
    maxContexts,
    egress: createEgress({ allowPrivate: ['127.0.0.1/32'] }),
    idleMs: 60_000,
  });
}

/** The outcome of a replay. */
export interface Replay extends ReplayReport {
  readonly pages: readonly ReplayedPage[];
  /** Items of all pages in order, with the fields of the pages that they link to; of a field that is no list, its text. */
  readonly items: readonly Readonly<Record<string, string | undefined>>[];
}

/** Replays steps as they stand in a recording. */
export async function replaySteps(
  browser: Browser,
  steps: readonly unknown[],
  changes: Partial<ReplayRequest> & {
    readonly timeoutMs?: number;
    readonly variables?: Readonly<Record<string, string>>;
  } = {},
): Promise<Replay> {
  // Long enough for a machine that is busy with everything else.
  const { timeoutMs = 20_000, variables = {}, ...others } = changes;
  const parsed = parseRecipe({ title: 'Test', timeout: timeoutMs, steps });
  const { recipe } = bindVariables(parsed, variables);
  const pages: ReplayedPage[] = [];
  const report = await browser.replay({
    recipe,
    fingerprints: undefined,
    maxPages: 50,
    allowExpressions: false,
    loadMedia: false,
    headers: {},
    stealth: false,
    proxy: undefined,
    files: { uploads: undefined, downloads: undefined },
    signal: new AbortController().signal,
    onStep: () => {},
    onPage: async (page) => void pages.push(page),
    mayGoOn: async () => true,
    mayFollow: async () => true,
    onFollow: () => {},
    ...others,
  });
  return { ...report, pages, items: pages.flatMap(listItems) };
}

function listItems({ collections }: ReplayedPage): Replay['items'] {
  return collections.flatMap(({ items, followed }) =>
    items.map((item, index) => {
      const fields = Object.entries({ ...item, ...followed[index]?.texts });
      return Object.fromEntries(fields.map(([name, texts]) => [name, texts.join(' | ')]));
    }),
  );
}
