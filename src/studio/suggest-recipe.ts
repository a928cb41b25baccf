import type { AskPage, ListDraft, Row } from './picking/list-draft.ts';
import type { Page } from 'playwright-core';
import type { BrowsingSession } from '../browser/session/browsing.ts';
import { callFrame } from '../browser/call-page.ts';
import { requireEngine } from '../core/engine/create-engine.ts';
import { parseUrl } from '../network/egress/create-egress.ts';
import { GleanerError } from '../runtime/errors/gleaner-error.ts';
import { raceSignal, runWithin } from '../runtime/signals/waiting.ts';
import {
  type RecipeDocument,
  createRecipeDocument,
  parseRecipeDocument,
} from './draft/recipe-document.ts';
import { type FoundPagination, findPagination, tryPagination } from './picking/find-pagination.ts';
import { proposeList, proposePage } from './picking/propose-draft.ts';
import { readTable, toExtractStep } from './picking/read-table.ts';
import { loadBrowsing } from './session/load-browsing.ts';
import { runTrial } from './trial/run-trial.ts';
import type { DescribedElement } from '../browser/in-page/targets.ts';
import { toWordSet } from '../runtime/collections.ts';

interface SuggestRecipeInput {
  /** An http or https URL. */
  readonly url: string;
  /** What is wanted, in plain words: chooses between the lists of the page. */
  readonly prompt?: string | undefined;
  /** Milliseconds. @default 120_000 */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A recipe to start from. */
interface SuggestedRecipe {
  readonly recipe: RecipeDocument;
  /** What it would bring of the first page, and of the second where there is a pagination. */
  readonly rows: readonly Row[];
  /** Why the list goes on that way; `undefined` where no way brought further items. */
  readonly paginationReason: string | undefined;
}

const defaultTimeoutMs = 120_000;
/** Paginations that are tried. */
const maxTried = 3;
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
  parseUrl(input.url);
  const { url, prompt = '', timeoutMs = defaultTimeoutMs, signal: outer } = input;
  const start = createRecipeDocument('Recipe', url);
  const browsing = await loadBrowsing(context.browser);
  const signals = outer === undefined ? [context.closing] : [outer, context.closing];
  return runWithin({ clock: context.clock, timeoutMs, signals }, async (signal) => {
    const seen = await browsing.withSession({}, signal, (session) => look(session, url, prompt));
    const { draft, candidates, title } = seen;
    const steps = [...start.steps, toExtractStep(draft)];
    const tried = await tryPagination({
      draft,
      found: candidates.slice(0, maxTried),
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
  readonly candidates: readonly FoundPagination[];
}

async function look(session: BrowsingSession, url: string, prompt: string): Promise<SeenPage> {
  const { page, signal } = session;
  await open(session, url);
  const ask: AskPage = (name, question) =>
    callFrame(page.mainFrame(), name, question, { signal, timeoutMs: callMs });
  const [best] = await rankLists(ask, prompt);
  const title = (await raceSignal(page.title(), signal)).trim().slice(0, 200) || 'Recipe';
  if (best !== undefined) {
    return { title, ...best, candidates: await findPagination(ask, best.draft) };
  }
  const draft = await proposePage(ask);
  if (draft.fields.length === 0) {
    throw new GleanerError(
      'validation_failed',
      `The page at ${url} shows no list, and no values that a recipe could read; make the recipe in the studio.`,
      { details: { reason: 'no_items' } },
    );
  }
  return { title, draft, rows: (await readTable(ask, draft)).rows, candidates: [] };
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

/** Repeated blocks of a page that are looked at, and lists that are read. */
const [maxBlocks, maxLists] = [200, 8];
/** Parts of pages that are about the site, or about other things. */
const asides = toWordSet('navigation nav banner header contentinfo footer complementary aside');
/** What a list in one of them counts: still something, for pages that are nothing else. */
const asideWeight = 0.15;
/** Characters of a value that count: a list of a few long texts is an article. */
const maxLength = 80;

/** A list of a page, and how much it says. */
interface RankedList {
  readonly draft: ListDraft;
  readonly rows: readonly Row[];
  readonly score: number;
}

/**
 * The lists of the page, the one that says most first: by its values and their texts, and by words of the prompt in them.
 * Lists in the page's navigation, header, footer and beside its content come behind.
 */
export async function rankLists(ask: AskPage, prompt: string): Promise<readonly RankedList[]> {
  const lists = await ask('candidates', { purpose: 'items', limit: maxBlocks });
  const largest = lists.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, maxLists);
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const ranked: RankedList[] = [];
  for (const list of largest) {
    const draft = await proposeList(ask, { at: { mark: list.mark } }).catch(skipTooLong);
    if (draft === undefined || draft.fields.length === 0 || draft.selectors.length === 0) continue;
    const { rows } = await readTable(ask, draft);
    if (rows.length < 2) continue;
    const said = JSON.stringify(rows.slice(0, 20)).toLowerCase();
    const named = words.filter((word) => said.includes(word.replace(/s$/, ''))).length;
    ranked.push({ draft, rows, score: weigh(rows) * weightOf(list) * (1 + named) });
  }
  return ranked.toSorted((a, b) => b.score - a.score);
}

function skipTooLong(error: unknown): undefined {
  if (!(error instanceof GleanerError)) throw error;
}

/** How much rows say: the geometric mean of their values and of the length of what these say; addresses say nothing. */
function weigh(rows: readonly Row[]): number {
  const values = rows.flatMap((row) => Object.values(row));
  const length = values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
  return Math.sqrt(values.length * length);
}

function lengthOf(value: unknown): number {
  if (typeof value === 'number') return String(value).length;
  if (typeof value !== 'string' || /^https?:/.test(value)) return 0;
  return Math.min(value.length, maxLength);
}

function weightOf({ element }: DescribedElement): number {
  return element.landmarks.some((landmark) => asides.has(landmark)) ? asideWeight : 1;
}

/** Items by the length of what the first one says: menus are long lists of few words. */
function sizeOf(list: DescribedElement): number {
  return (list.group ?? []).length * list.element.text.length * weightOf(list);
}
