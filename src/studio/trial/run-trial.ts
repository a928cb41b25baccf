import type { Bill } from '../../runtime/contracts/billing.ts';
import type { RecipeFingerprints } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { ReplayWatch, StepView, WatchedStep } from '../../runtime/contracts/recipe/replay.ts';
import { requireEngine } from '../../core/engine/create-engine.ts';
import { invalidRequest, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { createRunFiles } from '../../browser/files/run-files.ts';
import { requireBrowser } from '../../core/runs/run-recipe.ts';
import {
  type RunFields,
  type RunRecipeOptions,
  parseRunOptions,
} from '../../core/runs/recipe-run.ts';
import { type PlayedRecipe, playRecipe } from '../../core/runs/play-recipe.ts';
import { measureDrift, nameTarget } from '../../recipes/run/measure-drift.ts';
import { describeEnd } from '../../recipes/run/describe-end.ts';
import type { Redactor } from '../../recipes/placeholders.ts';
import { runWithin } from '../../runtime/signals/waiting.ts';
import type { TrialEvent, TrialFailure, TrialResult, TrialRows, TrialStep } from './trial-event.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import type { RecipeStep } from '../../runtime/contracts/recipe/recipe.ts';
import { listSteps } from '../../recipes/steps/step-kinds.ts';

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
  readonly onFingerprints?: ((fingerprints: RecipeFingerprints) => void) | undefined;
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
  const { next, onEvent, onFingerprints, until, maxPages = maxTrialPages, ...others } = options;
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
    () => undefined,
  );
  const fields = until === undefined ? whole : cutAfter(whole, until);
  const browser = requireBrowser(context);
  const { redactor, recipe: bound } = whole.bound;
  const files = createRunFiles(context.files, (text) => redactor.text(text));
  let startedMs = context.clock.monotonicMs();
  const emit = (event: TrialEvent): void => emitQuietly(onEvent, event);
  const steps = createTrialSteps(bound.steps, redactor, context.clock, emit);
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
    const rows = { page: pages.length + 1, url: redactor.text(url), items: redactor.items(items) };
    pages.push(rows);
    emit({ event: 'rows', ...rows });
  }
  const signals =
    options.signal === undefined ? [context.closing] : [options.signal, context.closing];
  return async () => {
    startedMs = context.clock.monotonicMs();
    try {
      const done = await runWithin({ clock: context.clock, timeoutMs, signals }, (signal) =>
        playRecipe(played, context, signal),
      );
      onFingerprints?.(redactor.json(done.report.fingerprints));
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

function emitQuietly(onEvent: TrialOptions['onEvent'], event: TrialEvent): void {
  try {
    onEvent?.(event);
  } catch {
    // An error of who listens must not end the trial.
  }
}

/** The steps of a trial, as they come to pass. */
interface TrialSteps {
  readonly watch: ReplayWatch;
  /** Called before the wait for the step's turn. */
  begin(step: WatchedStep, isWaiting: boolean): void;
  list(): readonly TrialStep[];
  /** Path of the step that was begun last. */
  current(): string | undefined;
}

/** Most pictures of a trial: loops have up to a thousand rounds. */
const maxPictures = 60;

/** Creates the account of a trial in which no step was reached yet. */
function createTrialSteps(
  steps: readonly RecipeStep[],
  redactor: Redactor,
  clock: Pick<Clock, 'monotonicMs'>,
  emit: (event: TrialEvent) => void,
): TrialSteps {
  const found = new Map<string, TrialStep>();
  for (const { path, type } of listSteps(steps)) {
    found.set(path, {
      path,
      type,
      outcome: 'not_reached',
      durationMs: 0,
      url: undefined,
      targets: [],
      nearest: [],
    });
  }
  const startedMs = new Map<string, number>();
  let current: string | undefined;
  let pictures = 0;

  function change(path: string, changes: Partial<TrialStep>): void {
    const step = found.get(path);
    if (step !== undefined) found.set(path, { ...step, ...changes });
  }

  function toSeen(view: StepView): Omit<StepView, 'path' | 'type'> {
    const hasPicture = view.picture !== undefined && pictures < maxPictures;
    if (hasPicture) pictures += 1;
    return {
      url: redactor.text(view.url),
      picture: hasPicture ? view.picture : undefined,
      targets: redactor.json(view.targets),
      nearest: redactor.json(view.nearest),
    };
  }

  const watch: ReplayWatch = {
    async beforeStep({ path }) {
      startedMs.set(path, clock.monotonicMs());
    },
    onView(view) {
      const { path, type } = view;
      const seen = toSeen(view);
      const { url, targets, nearest } = seen;
      const known = found.get(path);
      // The picture of a failure comes behind what its selectors found.
      change(path, {
        url,
        targets: mergeTargets(known?.targets ?? [], targets),
        nearest: nearest.length === 0 ? (known?.nearest ?? []) : nearest,
      });
      emit({ event: 'step_seen', path, type, ...seen });
    },
    onStepEnd({ path, type }, outcome) {
      const tookMs = Math.round(clock.monotonicMs() - (startedMs.get(path) ?? clock.monotonicMs()));
      change(path, { outcome, durationMs: (found.get(path)?.durationMs ?? 0) + tookMs });
      emit({ event: 'step_ended', path, type, outcome, durationMs: tookMs });
    },
  };

  return {
    watch,
    begin({ path, type }, isWaiting) {
      current = path;
      emit({ event: 'step_begun', path, type, isWaiting });
    },
    list: () => [...found.values()],
    current: () => current,
  };
}

/** The last look at each target; two targets of a step are looked at one after the other. */
function mergeTargets(
  before: TrialStep['targets'],
  now: TrialStep['targets'],
): TrialStep['targets'] {
  const seen = new Set(now.map(({ path }) => path));
  return [...before.filter(({ path }) => !seen.has(path)), ...now];
}

/** A selector that found nothing in a trial. */
export interface LostSelector {
  /** As in `Target.path`. */
  readonly path: string;
  readonly selector: string;
  /** `Step 4, field "price"`. */
  readonly place: string;
}

/**
 * Lists the selectors that found nothing, in the order of the steps. What the recipe calls optional may be absent, and is
 * listed only where another selector of the same target found it.
 */
export function listLostSelectors({ steps }: Pick<TrialResult, 'steps'>): readonly LostSelector[] {
  return steps.flatMap(({ targets }) =>
    targets.flatMap(({ path, selectors, isOptional }) => {
      const isThere = selectors.some(({ count }) => count > 0);
      if (isOptional && !isThere) return [];
      return selectors
        .filter(({ count }) => count === 0)
        .map(({ selector }) => ({
          path,
          selector: [selector].flat().join(' >> '),
          place: nameTarget(path),
        }));
    }),
  );
}
