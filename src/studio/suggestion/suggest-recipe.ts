import type { Row } from '../picking/list-draft.ts';
import type { Page } from 'playwright-core';
import type { BrowsingSession } from '../../browsers/session/browsing.ts';
import { callFrame } from '../../browsers/in-page/call-frame.ts';
import { requireEngine } from '../../engine/require-engine.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import { runWithin } from '../../signals/run-within.ts';
import {
  createRecipeDocument,
  parseRecipeDocument,
  type RecipeDocument,
} from '../draft/recipe-document.ts';
import type { AskPage } from '../picking/ask-page.ts';
import { findPagination, type FoundPagination } from '../picking/find-pagination.ts';
import type { ListDraft } from '../picking/list-draft.ts';
import { proposePage } from '../picking/propose-draft.ts';
import { readTable } from '../picking/read-table.ts';
import { toExtractStep } from '../picking/to-extract-step.ts';
import { tryPagination } from '../picking/try-pagination.ts';
import { loadBrowsing } from '../session/load-browsing.ts';
import { runTrial } from '../trial/run-trial.ts';
import { rankLists } from './rank-lists.ts';

export interface SuggestRecipeInput {
  /** An http or https URL. */
  readonly url: string;
  /** What is wanted, in plain words: chooses between the lists of the page. */
  readonly prompt?: string | undefined;
  /** Milliseconds. @default 120_000 */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A recipe to start from. */
export interface SuggestedRecipe {
  readonly recipe: RecipeDocument;
  /** What it would bring of the first page, and of the second where there is a pagination. */
  readonly rows: readonly Row[];
  /** Why the list goes on that way; `undefined` where no way brought further items. */
  readonly paginationReason: string | undefined;
}

const defaultTimeoutMs = 120_000;
/** Ways of pagination that are tried. */
const maxWays = 3;
/** Milliseconds for what scripts render. */
const restMs = 5_000;
/** Milliseconds for one call in the page. */
const callMs = 30_000;

/**
 * Writes a recipe for a page without a model: opens it in the engine's guarded browser, takes the list that says most (or
 * the page as one item), and the pagination that brought further items when it was tried. Rejects with `invalid_request`
 * for the URL, and with `validation_failed` where the page cannot be opened or has nothing to read.
 */
export async function suggestRecipe(
  gleaner: object,
  input: SuggestRecipeInput,
): Promise<SuggestedRecipe> {
  const { context } = requireEngine(gleaner);
  const { url, prompt = '', timeoutMs = defaultTimeoutMs, signal: outer } = input;
  const start = createRecipeDocument('Recipe', url);
  const browsing = await loadBrowsing(context.browser);
  const signals = outer === undefined ? [context.closing] : [outer, context.closing];
  return runWithin({ clock: context.clock, timeoutMs, signals }, async (signal) => {
    const seen = await browsing.withSession({}, signal, (session) => look(session, url, prompt));
    const { draft, ways, title } = seen;
    const steps = [...start.steps, toExtractStep(draft)];
    const tried = await tryPagination({
      draft,
      found: ways.slice(0, maxWays),
      before: start.steps,
      async replay(attempt) {
        const trial = await runTrial(gleaner, { title, steps: attempt }, { maxPages: 2, signal });
        return trial.pages.map(({ items }) => items);
      },
    });
    const paginate = tried && {
      type: 'customStep',
      name: 'paginate',
      parameters: tried.parameters,
    };
    const recipe = { title, steps: paginate === undefined ? steps : [...steps, paginate] };
    return {
      recipe: parseRecipeDocument(recipe).document,
      rows: tried?.rows ?? seen.rows,
      paginationReason: tried?.reason,
    };
  });
}

interface SeenPage {
  readonly title: string;
  readonly draft: ListDraft;
  readonly rows: readonly Row[];
  readonly ways: readonly FoundPagination[];
}

async function look(session: BrowsingSession, url: string, prompt: string): Promise<SeenPage> {
  const { page, signal } = session;
  await open(session, url);
  const ask: AskPage = (name, question) =>
    callFrame(page.mainFrame(), name, question, { signal, timeoutMs: callMs });
  const [best] = await rankLists(ask, prompt);
  const title = (await raceSignal(page.title(), signal)).trim().slice(0, 200) || 'Recipe';
  if (best !== undefined) {
    return { title, ...best, ways: await findPagination(ask, best.draft) };
  }
  const draft = await proposePage(ask);
  if (draft.fields.length === 0) {
    throw new GleanerError(
      'validation_failed',
      `The page at ${url} shows no list, and no values that a recipe could read; make the recipe in the studio.`,
      { details: { reason: 'no_items' } },
    );
  }
  return { title, draft, rows: (await readTable(ask, draft)).rows, ways: [] };
}

async function open(session: BrowsingSession, url: string): Promise<void> {
  const { page, signal } = session;
  const address = session.parseUrl(url).href;
  try {
    await raceSignal(
      page.goto(address, { waitUntil: 'domcontentloaded', timeout: callMs }),
      signal,
    );
  } catch (cause) {
    signal.throwIfAborted();
    throw (
      session.findFailure(address) ??
      new GleanerError('validation_failed', `The page at ${url} could not be opened.`, {
        details: { reason: 'fetch_failed' },
        cause,
      })
    );
  }
  await raceSignal(rest(page), signal);
}

/** Many pages never come to rest: what they show by then is read. */
async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: restMs }).catch(() => {});
}
