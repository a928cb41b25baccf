import type { RecipeMemory } from '../contracts/fingerprint.ts';
import type { Run } from '../contracts/run-store.ts';
import { GleanerError, isGleanerError } from '../errors/gleaner-error.ts';
import type { PagePurse, RunCount } from '../operations/page-purse.ts';
import { findRecipe } from './recipes.ts';
import type { RunEndings } from './run-endings.ts';
import type { ServiceContext } from './service-context.ts';

/** Takes a queued run to its one end. Never rejects: who queued it is gone. */
export async function workOnRun(
  runId: string,
  endings: RunEndings,
  context: ServiceContext,
): Promise<void> {
  const { store, clock, tell } = context;
  try {
    const run = await store.runs.start({ id: runId, nowMs: clock.nowMs() });
    await replay(run, endings, context);
  } catch (error) {
    // It was ended before it began, or while it was at work; that end stands.
    if (isGleanerError(error, 'conflict') || isGleanerError(error, 'not_found')) return;
    tell({ kind: 'fault', doing: `run ${runId}`, error });
  }
}

async function replay(run: Run, endings: RunEndings, context: ServiceContext): Promise<void> {
  const { gleaner, store, closing, maxRunMs, allowExpressions } = context;
  const attendance = endings.attend(run.id);
  const soFar = { pages: 0, items: 0 };
  try {
    const recipe = await findRecipe({ account: run.account, id: run.recipeId }, store);
    const { memory } = await gleaner.runRecipe(recipe.document, {
      variables: run.variables,
      maxPages: run.effectiveCap,
      timeoutMs: maxRunMs,
      allowExpressions,
      // Whatever the store kept is checked like a part of the recipe.
      memory: recipe.healing as RecipeMemory | undefined,
      signal: AbortSignal.any([closing, attendance.signal]),
      purse: createRunPurse(run, soFar, endings, context),
    });
    await store.recipes.saveHealing({
      account: run.account,
      id: run.recipeId,
      revision: recipe.revision,
      healing: memory,
    });
  } catch (error) {
    if (isGleanerError(error, 'conflict')) throw error;
    await endings.end(run, {
      status: 'failed',
      error: describe(error),
      pagesExtracted: soFar.pages,
      itemsExtracted: soFar.items,
    });
  } finally {
    attendance.leave();
  }
}

/** Pays with the run's own hold, which the store made when the run was dispatched. */
function createRunPurse(
  run: Run,
  soFar: { pages: number; items: number },
  endings: RunEndings,
  { store }: ServiceContext,
): PagePurse {
  let isClamped = run.clampedByCredits;
  return {
    // What was affordable when the run was dispatched is its cap already.
    affordablePages: async () => Infinity,
    async holdPage(count: RunCount) {
      Object.assign(soFar, count);
      // The first page was held at dispatch.
      if (count.pages === 0) return;
      const { clampedByCredits } = await store.runs.advance({
        id: run.id,
        pagesExtracted: count.pages,
        itemsExtracted: count.items,
      });
      isClamped ||= clampedByCredits;
    },
    async post({ pages, items, clampedByCredits, result }) {
      const ended = await endings.end(run, {
        status: 'completed',
        pagesExtracted: pages,
        itemsExtracted: items,
        credits: pages * run.creditsPerPage,
        clampedByCredits: isClamped || clampedByCredits,
        result: {
          ...result,
          pages: result.pages.map((page) => ({ items: page.items })),
        },
      });
      const { balance, held } = await store.ledger.balance(run.account);
      return { creditsUsed: ended.creditsUsed, creditsRemaining: balance - held };
    },
    // The end of the run frees its hold.
    void: async () => undefined,
  };
}

/** What a run's owner is told. Of what is not our own error nothing but that it happened. */
function describe(error: unknown): string {
  if (!isGleanerError(error)) return 'The run was given up.';
  if (error instanceof GleanerError && error.code === 'validation_failed') {
    if (error.details.reason === 'no_items') return 'no items extracted';
  }
  return error.message;
}
