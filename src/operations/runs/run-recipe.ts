import { createHash } from 'node:crypto';
import type { Browser } from '../../contracts/browser.ts';
import type { ReplayReport } from '../../contracts/replay.ts';
import { advice } from '../../errors/advice.ts';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import type { Redactor } from '../../recipe/variables/create-redactor.ts';
import { measureDrift } from '../../recipe/drift/measure-drift.ts';
import { describeEnd } from '../../recipe/pagination/describe-end.ts';
import { runWithin } from '../../signals/run-within.ts';
import { withSpan } from '../../tracing/with-span.ts';
import { createShortId } from '../create-short-id.ts';
import type { OperationContext } from '../operation-context.ts';
import { createLedgerPurse, type PagePurse } from '../page-purse.ts';
import { parseRunOptions } from './parse-run-options.ts';
import { playRecipe, type PlayedRecipe } from './play-recipe.ts';
import type { HealedSelector, RecipeRun, RecipeRunResult } from '../recipe-run.ts';
import type { RunProgress, RunRecipeOptions } from './run-recipe-options.ts';

/**
 * Replays a recipe to its end and charges for the pages that came. Whatever goes wrong on the way, an abort included,
 * costs nothing: a run is delivered as a whole or not at all.
 */
export async function runRecipe(
  recipe: unknown,
  options: RunRecipeOptions,
  context: OperationContext,
): Promise<RecipeRun> {
  const { clock, closing } = context;
  const createdAtMs = clock.nowMs();
  const key = keyOf(recipe, options.account);
  const fields = parseRunOptions(recipe, options, context, context.fingerprints.get(key));
  const { redactor } = fields.bound;
  const signals = options.signal === undefined ? [closing] : [options.signal, closing];
  for (const signal of signals) signal.throwIfAborted();
  const purse = options.purse ?? openPurse(options.account, context);
  const onProgress = (progress: RunProgress): void => reportProgress(options.onProgress, progress);
  try {
    const played = await runWithin({ clock, timeoutMs: fields.timeoutMs, signals }, (signal) =>
      playRecipe({ fields, browser: requireBrowser(context), purse, onProgress }, context, signal),
    );
    const { pages, items, clampedByCredits, report } = played;
    if (items === 0) throw noItems(played, redactor);
    const result = toResult(played, redactor);
    const count = { pages: pages.length, items };
    const paid = await withSpan('post credits', { 'gleaner.pages': count.pages }, () =>
      purse.post({ ...count, clampedByCredits, result }),
    );
    const fingerprints = redactor.json(report.fingerprints);
    context.fingerprints.set(key, fingerprints);
    return {
      id: createShortId(),
      runStatus: 'completed',
      pagesExtracted: pages.length,
      itemsExtracted: items,
      ...paid,
      createdAt: toTimestamp(createdAtMs),
      startedAt: toTimestamp(played.startedAtMs),
      completedAt: toTimestamp(clock.nowMs()),
      effectiveCap: played.effectiveCap,
      clampedByCredits,
      end: report.end,
      result,
      healed: redactor.json(listHealed(report)),
      fingerprints,
    };
  } catch (error) {
    await release(purse, error);
    throw redactError(error, redactor);
  }
}

/** Frees what a failed run held; where even that fails, neither of the two errors is lost. */
async function release(purse: PagePurse, error: unknown): Promise<void> {
  try {
    await purse.void();
  } catch (voidError) {
    throw new GleanerError(
      'internal_error',
      'The run failed, and its holds could not be freed: free them by hand. Both errors are in the cause.',
      { cause: new AggregateError([error, voidError]) },
    );
  }
}

/** A run is admitted like any call, and is then no call under way: it may last for minutes. */
function openPurse(account: string | undefined, context: OperationContext): PagePurse {
  const { ledger, prices, createId, throttle, capsOf } = context;
  const payer = account ?? 'default';
  throttle.admit(payer, capsOf(account)).leave();
  return createLedgerPurse({ ledger, account: payer, pagePrice: prices.runPage, createId });
}

function requireBrowser({ browser }: Pick<OperationContext, 'browser'>): Browser {
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
    pages: redactor.json(pages),
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
  if (message === error.message) return error;
  // Code and details are of one error, which the compiler cannot see; its cause would say the same once more, unredacted.
  return new GleanerError(error.code, message, { details: redactor.json(error.details) });
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
