import type { Bill } from '../../contracts/billing.ts';
import type { RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import type { ReplayWatch } from '../../contracts/recipe/replay-watch.ts';
import { requireEngine } from '../../engine/require-engine.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { createRunFiles } from '../../files/create-run-files.ts';
import { requireBrowser } from '../../operations/runs/run-recipe.ts';
import { parseRunOptions, type RunFields } from '../../operations/runs/parse-run-options.ts';
import { playRecipe, type PlayedRecipe } from '../../operations/runs/play-recipe.ts';
import type { RunRecipeOptions } from '../../operations/runs/run-recipe-options.ts';
import { measureDrift } from '../../recipe/run/measure-drift.ts';
import { describeEnd } from '../../recipe/run/describe-end.ts';
import type { Redactor } from '../../recipe/variables/create-redactor.ts';
import { runWithin } from '../../signals/run-within.ts';
import type { TrialEvent, TrialFailure, TrialResult, TrialRows } from './trial-event.ts';
import { createTrialSteps, type TrialSteps } from './create-trial-steps.ts';

/** How a recipe is tried. */
export interface TrialOptions extends Omit<
  RunRecipeOptions,
  'account' | 'onProgress' | 'maxPages' | 'loadMedia'
> {
  /** 1 to 3. @default 3 */
  readonly maxPages?: number | undefined;
  /** Milliseconds, at most 300_000, waiting for `next()` included. @default 120_000 */
  readonly timeoutMs?: number | undefined;
  /** JSON Pointer to the last step that is taken, one of the recipe's own list: `/steps/3`. @default the last one */
  readonly until?: string | undefined;
  /** Called before each step; the step begins once it resolves. @default goes on at once */
  readonly next?: ((path: string) => Promise<void>) | undefined;
  /** An error that it throws is ignored. */
  readonly onEvent?: ((event: TrialEvent) => void) | undefined;
  /** Called with what a trial that came to its end has learnt about the recipe's targets. */
  readonly onLearnt?: ((fingerprints: RecipeFingerprints) => void) | undefined;
}

const maxTrialPages = 3;
const defaultTimeoutMs = 120_000;
const maxTimeoutMs = 300_000;

/**
 * Tries a recipe on the live site, free of charge, with a look at every step: up to three pages, in the engine's own
 * browser, behind its limits. What a run would fail with is in the result; rejects with `invalid_request` for a recipe or
 * options that cannot be used, with `service_unavailable` where there is no browser, and with the signal's reason.
 * `gleaner` is what `createGleaner` returned.
 */
export async function runTrial(
  gleaner: object,
  recipe: unknown,
  options: TrialOptions = {},
): Promise<TrialResult> {
  return prepareTrial(gleaner, recipe, options)();
}

/** Checks what `runTrial` is given, and returns the trial, to be run once. Throws `invalid_request` and `service_unavailable`. */
export function prepareTrial(
  gleaner: object,
  recipe: unknown,
  options: TrialOptions,
): () => Promise<TrialResult> {
  const { context } = requireEngine(gleaner);
  const { next, onEvent, onLearnt, until, maxPages = maxTrialPages, ...others } = options;
  const timeoutMs = Math.min(options.timeoutMs ?? defaultTimeoutMs, maxTimeoutMs);
  if (maxPages > maxTrialPages) {
    const message = `A trial reads at most ${maxTrialPages} pages; run the recipe for more.`;
    throw invalidRequest('try the recipe', [{ path: '/maxPages', message }]);
  }
  const whole = parseRunOptions(
    recipe,
    // Pictures of a page show its pictures.
    { ...others, maxPages, timeoutMs, loadMedia: true },
    context,
    undefined,
  );
  const fields = until === undefined ? whole : cutAfter(whole, until);
  const browser = requireBrowser(context);
  const { redactor, recipe: bound } = whole.bound;
  const files = createRunFiles(context.files, (text) => redactor.text(text));
  let startedMs = context.clock.monotonicMs();
  const tell = (event: TrialEvent): void => tellQuietly(onEvent, event);
  const steps = createTrialSteps(bound.steps, redactor, context.clock, tell);
  const pages: Omit<TrialRows, 'event'>[] = [];
  const watch: ReplayWatch = {
    ...steps.watch,
    async beforeStep(step) {
      steps.begin(step, next !== undefined);
      await next?.(step.path);
      await steps.watch.beforeStep(step);
    },
  };
  const played = { fields, browser, files, bill: freeBill, onProgress: () => {}, watch, onPage };
  function onPage(page: PlayedRecipe['pages'][number]): void {
    const { url, items } = page;
    const rows = { page: pages.length + 1, url: redactor.text(url), items: redactor.json(items) };
    pages.push(rows);
    tell({ event: 'rows', ...rows });
  }
  const signals =
    options.signal === undefined ? [context.closing] : [options.signal, context.closing];
  return async () => {
    startedMs = context.clock.monotonicMs();
    try {
      const done = await runWithin({ clock: context.clock, timeoutMs, signals }, (signal) =>
        playRecipe(played, context, signal),
      );
      onLearnt?.(redactor.json(done.report.fingerprints));
      return toResult(done, undefined);
    } catch (error) {
      for (const signal of signals) signal.throwIfAborted();
      if (!isGleanerError(error) || error.code === 'service_unavailable') throw error;
      return toResult(undefined, toFailure(error, redactor, steps));
    } finally {
      // A trial keeps nothing.
      await files.remove();
    }
  };

  function toResult(
    done: PlayedRecipe | undefined,
    failure: TrialFailure | undefined,
  ): TrialResult {
    return {
      status: done === undefined ? 'failed' : 'completed',
      steps: steps.list(),
      pages,
      itemsExtracted: pages.reduce((sum, { items }) => sum + items.length, 0),
      drift: done === undefined || until !== undefined ? undefined : toDrift(done, redactor),
      end: done?.report.end,
      warnings: [...(done === undefined ? [] : listWarnings(done))].map((text) =>
        redactor.text(text),
      ),
      failure,
      durationMs: Math.round(context.clock.monotonicMs() - startedMs),
    };
  }
}

/** Nothing is charged, and so nothing has to be held. */
const freeBill: Bill = {
  id: 'trial',
  creditsRemaining: Infinity,
  extend: async () => {},
  commit: async () => ({ creditsRemaining: Infinity }),
  release: async () => {},
};

/** The run up to a step of the recipe's own list. */
function cutAfter(fields: RunFields, until: string): RunFields {
  const { bound } = fields;
  const index = bound.recipe.steps.findIndex(({ path }) => path === until);
  if (index === -1) {
    const message = `The recipe has no step at "${until}"; name one as "/steps/0".`;
    throw invalidRequest('try the recipe', [{ path: '/until', message }]);
  }
  const recipe = { ...bound.recipe, steps: bound.recipe.steps.slice(0, index + 1) };
  return { ...fields, bound: { ...bound, recipe } };
}

function toDrift(
  { report, absentFields }: PlayedRecipe,
  redactor: Redactor,
): NonNullable<TrialResult['drift']> {
  const measured = measureDrift(report.targets, absentFields);
  return {
    ...measured,
    explanations: measured.explanations.map((text) => redactor.text(text)),
    parts: redactor.json(report.targets),
  };
}

function listWarnings(played: PlayedRecipe): readonly string[] {
  const { warnings, report } = played;
  const end = describeEnd(report.end, played);
  return [...warnings, ...report.warnings, ...(end === undefined ? [] : [end])];
}

function toFailure(
  error: Error & { readonly details?: object | undefined },
  redactor: Redactor,
  steps: TrialSteps,
): TrialFailure {
  const { details } = error;
  const reason =
    details !== undefined && 'reason' in details && typeof details.reason === 'string'
      ? details.reason
      : undefined;
  return { message: redactor.text(error.message), reason, step: steps.current() };
}

function tellQuietly(onEvent: TrialOptions['onEvent'], event: TrialEvent): void {
  try {
    onEvent?.(event);
  } catch {
    // An error of who listens must not end the trial.
  }
}
