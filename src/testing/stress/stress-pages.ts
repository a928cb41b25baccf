import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { createChromiumBrowser } from '../../browsers/create-chromium-browser.ts';
import { checkNumbers } from '../../errors/check-numbers.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { RunItem } from '../../operations/recipe-run.ts';
import { parseRecipe } from '../../recipe/parse/parse-recipe.ts';
import { bindVariables } from '../../recipe/variables/bind-variables.ts';
import { closedEgress } from '../cassette/browser/closed-egress.ts';
import type { AnsweringTapOptions } from '../cassette/browser/answering-tap.ts';
import { compareItems, type StressFault } from './compare-items.ts';
import { drawRedesign, type Redesign } from './draw-redesign.ts';
import { listStressTargets, toMarkedRecipe, truthAttribute } from './list-stress-targets.ts';
import { replayRedesigned, type RedesignedReplay } from './replay-redesigned.ts';
import type { StressOptions } from './stress-options.ts';
import { toStressResult, type StressedRun, type StressResult } from './stress-result.ts';
import { toRedesignScript } from './to-redesign-script.ts';

export interface StressPagesOptions extends StressOptions {
  /** Returns, for one replay, what answers its requests from the recording. */
  readonly openPages: () => AnsweringTapOptions['answer'];
  /** When they were recorded, in milliseconds since 1970-01-01 UTC. */
  readonly nowMs: number;
}

const numberRules = {
  redesigns: { unit: 'redesigns', least: 1, most: 100_000, mayBeInfinite: false },
  seed: { unit: 'as a seed', least: 0, most: 2 ** 31, mayBeInfinite: false },
  stepTimeoutMs: { unit: 'milliseconds', least: 100, most: 600_000, mayBeInfinite: false },
  concurrency: { unit: 'replays', least: 1, most: 64, mayBeInfinite: false },
} as const;
const maxFaults = 10;

/**
 * Replays a recipe on redesigned versions of recorded pages, in a real Chromium that connects to nothing, and counts what came
 * right, wrong and refused. What is right are the items of a replay on the pages as they were recorded. Rejects with
 * `validation_failed` where that replay fails, and with `invalid_request` for a recipe that cannot be used.
 */
export async function stressPages(options: StressPagesOptions): Promise<StressResult> {
  checkNumbers('', options, numberRules);
  const { openPages, redesigns = 200, seed = 1, variables, signal, onProgress } = options;
  const concurrency = options.concurrency ?? availableParallelism();
  const kinds = options.kinds && new Set(options.kinds);
  const parsed = parseRecipe(options.recipe);
  const targets = listStressTargets(bindVariables(parsed, variables ?? {}).recipe);
  const recipe = withTimeout(options.recipe, options.stepTimeoutMs ?? 3_000);
  const marked = toMarkedRecipe(recipe, targets);
  const browser = createChromiumBrowser(
    { ...options.chromium, maxContexts: concurrency },
    closedEgress(),
    [],
  );
  let pages = 0;

  async function replay(used: unknown, redesign: Redesign | undefined): Promise<RedesignedReplay> {
    const markedBy = used === marked ? truthAttribute : undefined;
    const { mutations = [], seed: lot = 0 } = redesign ?? {};
    const script =
      redesign === undefined
        ? undefined
        : toRedesignScript({ targets, mutations, seed: lot, markedBy });
    const replayed = await replayRedesigned({
      browser,
      recipe: used,
      variables,
      maxPages: options.maxPages,
      allowExpressions: options.allowExpressions ?? false,
      answer: openPages(),
      nowMs: options.nowMs,
      script,
      signal,
    });
    if ('run' in replayed) pages += replayed.run.pagesExtracted;
    return replayed;
  }

  /** Returns the items that are right on the redesigned pages; `undefined` where they no longer show what was recorded. */
  async function readRight(
    redesign: Redesign,
    recorded: readonly RunItem[],
  ): Promise<readonly RunItem[] | undefined> {
    const replayed = await replay(marked, redesign);
    if ('error' in replayed) return undefined;
    const { wrong, missing } = compareItems(recorded, replayed.items);
    const rows = redesign.mutations.find(({ changes }) => changes === 'rows');
    const isTrue =
      rows === undefined
        ? wrong.length + missing.length === 0
        : wrong.length === 0 || missing.length === 0;
    return isTrue ? replayed.items : undefined;
  }

  async function stress(redesign: Redesign, recorded: readonly RunItem[]): Promise<StressedRun> {
    const replayed = await replay(recipe, redesign);
    const changesRows = redesign.mutations.some(({ changes }) => changes === 'rows');
    const looksRight =
      !changesRows && 'items' in replayed && isEqual(compareItems(recorded, replayed.items));
    // Most replays come out right, and then the redesign has left the page right, too.
    const right = looksRight ? recorded : await readRight(redesign, recorded);
    return judge(redesign, replayed, right);
  }

  const startedMs = performance.now();
  const runs: StressedRun[] = [];
  try {
    const undisturbed = await replay(recipe, undefined);
    if ('error' in undisturbed) throw cannotReplay(undisturbed.error);
    const limit = pLimit(concurrency);
    const numbers = Array.from({ length: redesigns }, (_, index) => index + 1);
    const work = numbers.map((number) =>
      limit(async () => {
        if (signal?.aborted === true) return;
        const run = await stress(drawRedesign(seed, number, kinds), undisturbed.items);
        runs.push(run);
        onProgress?.({ done: runs.length, of: redesigns, run });
      }),
    );
    await Promise.all(work).catch((error: unknown) => {
      limit.clearQueue();
      if (signal?.aborted !== true) throw error;
    });
  } finally {
    await browser.close();
  }
  return toStressResult(
    runs.toSorted((a, b) => a.redesign - b.redesign),
    {
      seed,
      redesigns,
      pages,
      durationMs: Math.round(performance.now() - startedMs),
      warnings: parsed.fingerprints === undefined ? [noFingerprints] : [],
    },
  );
}

/** `right`: the items that are right on the redesigned pages; `undefined` where that cannot be known. */
function judge(
  redesign: Redesign,
  replayed: RedesignedReplay,
  right: readonly RunItem[] | undefined,
): StressedRun {
  const about = {
    redesign: redesign.number,
    mutations: redesign.mutations.map(({ name, kind }) => ({ name, kind })),
    drift: 'run' in replayed ? replayed.run.result.drift : undefined,
    error: 'error' in replayed ? replayed.error : undefined,
    faults: [] as readonly StressFault[],
  };
  if (right === undefined) return { ...about, outcome: 'left_out' };
  if ('error' in replayed) return { ...about, outcome: 'refused' };
  const { result } = replayed.run;
  const { wrong, missing } = compareItems(right, replayed.items);
  const faults = [...wrong, ...missing].slice(0, maxFaults);
  if (faults.length === 0) {
    return { ...about, outcome: result.mode === 'replay' ? 'untouched' : 'healed' };
  }
  const isTold = wrong.length === 0 && (result.drift > 0 || result.warnings.length > 0);
  return { ...about, faults, outcome: isTold ? 'refused' : 'wrong' };
}

const noFingerprints =
  'The recipe has no fingerprints, so nothing in it heals by likeness: `gleaner run --save`, or `applyHealing`, writes what a good run learnt into it.';

function isEqual({ wrong, missing }: ReturnType<typeof compareItems>): boolean {
  return wrong.length + missing.length === 0;
}

function cannotReplay(message: string): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `The recipe fails on the pages as they were recorded, so nothing can be compared: ${message}`,
    { details: { reason: 'target_not_found' } },
  );
}

function withTimeout(recipe: unknown, timeoutMs: number): unknown {
  const known = typeof recipe === 'object' && recipe !== null ? recipe : {};
  const own = 'timeout' in known && typeof known.timeout === 'number' ? known.timeout : Infinity;
  return { ...known, timeout: Math.min(own, timeoutMs) };
}
