import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { runBilled } from '../billing/create-billing.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { ReplayReport } from '../../runtime/contracts/recipe/replay.ts';
import { advice } from '../../runtime/errors/advice.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { Redactor } from '../../recipes/placeholders.ts';
import { createRunFiles } from '../../browser/files/run-files.ts';
import { measureDrift } from '../../recipes/run/measure-drift.ts';
import { describeEnd } from '../../recipes/run/describe-end.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import {
  type HealedSelector,
  type RecipeRun,
  type RecipeRunResult,
  type RunOptionsContext,
  type RunProgress,
  type RunRecipeOptions,
  parseRunOptions,
} from './recipe-run.ts';
import { playRecipe, type PlayedRecipe, type PlayRecipeContext } from './play-recipe.ts';

/** What a run is committed with: all of its outcome but what the account has left then. */
export type DeliveredRun = Omit<RecipeRun, 'creditsRemaining'>;

/** What a run takes of the engine. */
export type RunRecipeContext = PlayRecipeContext &
  RunOptionsContext &
  Pick<OperationContext, 'billing' | 'browser' | 'closing' | 'createId' | 'files' | 'fingerprints'>;

/**
 * Replays a recipe to its end and charges for the pages that came. Whatever goes wrong on the way, an abort included,
 * costs nothing: a run is delivered as a whole or not at all.
 */
export async function runRecipe(
  recipe: unknown,
  options: RunRecipeOptions,
  context: RunRecipeContext,
): Promise<RecipeRun> {
  const { clock, closing, createId, prices } = context;
  const createdAtMs = clock.nowMs();
  const fields = parseRunOptions(recipe, options, context, (account) =>
    context.fingerprints.get(keyOf(recipe, account)),
  );
  const key = keyOf(recipe, options.account);
  const { redactor } = fields.bound;
  const browser = requireBrowser(context);
  const files = createRunFiles(context.files, (text) => redactor.text(text));
  const onProgress = (progress: RunProgress): void => reportProgress(options.onProgress, progress);
  try {
    const { value, creditsRemaining } = await runBilled(
      {
        account: options.account,
        kind: 'run',
        credits: prices.runPage,
        idempotencyKey: undefined,
        request: undefined,
        timeoutMs: fields.timeoutMs,
        signals: options.signal === undefined ? [closing] : [options.signal, closing],
        async work(signal, bill) {
          const played = await playRecipe(
            { fields, browser, files, bill, onProgress, watch: undefined, onPage: () => {} },
            context,
            signal,
          );
          const delivered = deliver(played);
          return { credits: delivered.creditsUsed, value: delivered };
        },
      },
      context,
    );
    context.fingerprints.set(key, value.fingerprints);
    return { ...value, creditsRemaining };
  } catch (error) {
    await files.remove();
    throw redactError(error, redactor);
  }

  /** Throws `validation_failed` where it found no item. */
  function deliver(played: PlayedRecipe): DeliveredRun {
    const { pages, items, report } = played;
    if (items === 0) throw noItems(played, redactor);
    return {
      id: createId('run'),
      runStatus: 'completed',
      pagesExtracted: pages.length,
      itemsExtracted: items,
      creditsUsed: pages.length * prices.runPage + played.followedPages * prices.followedPage,
      createdAt: toTimestamp(createdAtMs),
      startedAt: toTimestamp(played.startedAtMs),
      completedAt: toTimestamp(clock.nowMs()),
      effectiveCap: played.effectiveCap,
      clampedByCredits: played.clampedByCredits,
      end: report.end,
      result: toResult(played, redactor),
      files: files.list(),
      healed: redactor.json(listHealed(report)),
      fingerprints: redactor.json(report.fingerprints),
    };
  }
}

/** Returns the engine's browser; throws `service_unavailable` for an engine without one. */
export function requireBrowser({ browser }: Pick<RunRecipeContext, 'browser'>): Browser {
  if (browser !== undefined) return browser;
  throw new GleanerError(
    'service_unavailable',
    `A recipe runs in a browser, and this engine has none. ${advice.allowBrowser}`,
  );
}

function toResult(played: PlayedRecipe, redactor: Redactor): RecipeRunResult {
  const { pages, report, warnings } = played;
  const { drift, mode, explanations } = measureDrift(report.targets, played.absentFields);
  const end = describeEnd(report.end, played);
  return {
    pages: pages.map(({ items, ...page }) => ({
      ...redactor.json(page),
      items: redactor.items(items),
    })),
    mode,
    drift,
    warnings: [
      ...warnings,
      ...report.warnings,
      ...explanations,
      ...(end === undefined ? [] : [end]),
    ].map((warning) => redactor.text(warning)),
  };
}

function listHealed({ targets }: ReplayReport): readonly HealedSelector[] {
  return targets.flatMap(({ path, healed, servedBy }) =>
    healed !== undefined && (servedBy === 'alternative' || servedBy === 'likeness')
      ? [{ path, selector: healed, servedBy }]
      : [],
  );
}

function noItems(
  { warnings, report }: PlayedRecipe,
  redactor: Redactor,
): GleanerError<'validation_failed'> {
  const why = [...warnings, ...report.warnings].map((warning) => redactor.text(warning));
  return new GleanerError(
    'validation_failed',
    ['No items extracted: the recipe ran to its end and found none.', ...why].join(' '),
    { details: { reason: 'no_items' } },
  );
}

/**
 * Digest of the account and of the recipe as it was given. Fingerprints hold texts of pages, which may be seen behind the
 * account's own login: no other account may get them.
 */
function keyOf(recipe: unknown, account: string | undefined): string {
  const text = typeof recipe === 'string' ? recipe : JSON.stringify(recipe);
  return createHash('sha256')
    .update(JSON.stringify([account ?? null, text ?? '']))
    .digest('base64');
}

/** A selector or URL in a message may hold a variable's value. */
function redactError(error: unknown, redactor: Redactor): unknown {
  if (!isGleanerError(error)) return error;
  const message = redactor.text(error.message);
  const details = redactor.json(error.details);
  if (message === error.message && isDeepStrictEqual(details, error.details)) return error;
  // The compiler cannot see that code and details belong to one error. Its cause is dropped, because it is not redacted.
  return new GleanerError(error.code, message, { details });
}

function reportProgress(onProgress: RunRecipeOptions['onProgress'], progress: RunProgress): void {
  try {
    onProgress?.(progress);
  } catch {
    // An error of a progress callback must not end the run.
  }
}

function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}
