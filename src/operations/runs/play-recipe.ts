import type { Bill } from '../../contracts/billing.ts';
import type { Browser } from '../../contracts/browser.ts';
import type { RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import type { RecipeField } from '../../contracts/recipe/recipe.ts';
import type { ReplayWatch } from '../../contracts/recipe/replay-watch.ts';
import type { RunFiles } from '../../contracts/recipe/run-files.ts';
import type { FollowedPage, ReplayReport, ReplayRequest } from '../../contracts/recipe/replay.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { withSpan } from '../../tracing/with-span.ts';
import { collectItems, type CollectItemsContext } from './collect-items.ts';
import type { OperationContext } from '../operation-context.ts';
import type { RunFields } from './parse-run-options.ts';
import type { RunPage } from '../recipe-run.ts';
import type { RunProgress } from './run-recipe-options.ts';

export interface PlayRecipeInput {
  readonly fields: RunFields;
  readonly browser: Browser;
  readonly files: RunFiles;
  /** Holds the price of the first page. */
  readonly bill: Bill;
  readonly onProgress: (progress: RunProgress) => void;
  /** Looks on step by step; `undefined` for a run that is only made. */
  readonly watch: ReplayWatch | undefined;
  /** Called with each page once its items are typed and validated; values of variables are not taken out yet. */
  readonly onPage: (page: RunPage) => void;
}

/** What a replay collected, before it is judged and charged. */
export interface PlayedRecipe {
  readonly pages: readonly RunPage[];
  readonly items: number;
  /** Pages read by the links of items that were delivered; a page that several items link to counts once. */
  readonly followedPages: number;
  readonly startedAtMs: number;
  readonly effectiveCap: number;
  readonly clampedByCredits: boolean;
  readonly report: ReplayReport;
  /** `maxPages` of the recipe's own paginate step. */
  readonly recipeMaxPages: number | undefined;
  /** Paths of the fields that items should have and no item of any page has. */
  readonly absentFields: readonly string[];
  readonly warnings: readonly string[];
}

/** What replaying takes. */
export type PlayRecipeContext = CollectItemsContext & Pick<OperationContext, 'clock' | 'prices'>;

/** Replays the recipe page by page; every page is held before it is loaded, and its items are typed and validated. */
export async function playRecipe(
  { fields, browser, files, bill, onProgress, watch, onPage }: PlayRecipeInput,
  context: PlayRecipeContext,
  signal: AbortSignal,
): Promise<PlayedRecipe> {
  const { bound, maxPages: wantedPages } = fields;
  const pages: RunPage[] = [];
  const warnings: string[] = [...bound.recipe.warnings];
  const fieldsFound = new Map<RecipeField, boolean>();
  const followed = new Set<FollowedPage>();
  let items = 0;
  let startedAtMs: number | undefined;
  const { runPage: pagePrice, followedPage: followedPrice } = context.prices;
  const affordable = pagePrice === 0 ? Infinity : 1 + Math.floor(bill.creditsRemaining / pagePrice);
  const effectiveCap = Math.min(wantedPages, affordable);
  let clampedByCredits = affordable < wantedPages;
  const emit = (step: RunProgress['step'], follow?: RunProgress['follow']): void =>
    onProgress({ pages: pages.length, items, maxPages: effectiveCap, step, follow });

  /** Whether the account could pay for one thing more, which is held then. */
  async function isHeld(price: number): Promise<boolean> {
    try {
      await bill.extend(price);
      return true;
    } catch (error) {
      if (!isGleanerError(error, 'insufficient_credits')) throw error;
      clampedByCredits = true;
      return false;
    }
  }

  const replay = {
    recipe: bound.recipe,
    secrets: bound.secrets,
    fingerprints: bound.recipe.fingerprints,
    maxPages: effectiveCap,
    allowExpressions: fields.allowExpressions,
    loadMedia: fields.loadMedia,
    ...fields.access,
    files,
    watch,
    signal,
    onStep(path, type) {
      startedAtMs ??= context.clock.nowMs();
      emit({ path, type });
    },
    async onPage(page) {
      const collected = await collectItems(page, fields, context, signal);
      const read = { url: page.url, items: collected.items };
      pages.push(read);
      warnings.push(...collected.warnings);
      for (const [field, isFound] of collected.fields) {
        fieldsFound.set(field, isFound || fieldsFound.get(field) === true);
      }
      items += collected.items.length;
      for (const linked of collected.followed) followed.add(linked);
      emit(undefined);
      onPage(read);
    },
    mayGoOn: () => isHeld(pagePrice),
    mayFollow: async () => followedPrice === 0 || isHeld(followedPrice),
    onFollow: ({ path, done, of }) => emit({ path, type: 'extract' }, { done, of }),
  } satisfies ReplayRequest;
  const report = await withSpan('replay recipe', { 'gleaner.browser': browser.name }, () =>
    browser.replay(replay),
  );
  return {
    pages,
    items,
    followedPages: followed.size,
    startedAtMs: startedAtMs ?? context.clock.nowMs(),
    effectiveCap,
    clampedByCredits,
    report,
    recipeMaxPages: bound.recipe.steps.find((step) => step.type === 'paginate')?.maxPages,
    absentFields: listAbsentFields(fieldsFound, bound.recipe.fingerprints),
    warnings,
  };
}

/** An optional field is missed only where an earlier run found it. */
function listAbsentFields(
  fieldsFound: ReadonlyMap<RecipeField, boolean>,
  known: RecipeFingerprints | undefined,
): readonly string[] {
  return [...fieldsFound].flatMap(([{ isOptional, element }, isFound]) => {
    const isExpected = !isOptional || known?.targets[element.path] !== undefined;
    return !isFound && isExpected ? [element.path] : [];
  });
}
