import { createRandom } from '../../src/evaluation/statistics/draw-figures.ts';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import {
  type TappableBrowser,
  createChromiumBrowser,
} from '../../src/browser/create-chromium-browser.ts';
import { checkNumbers, refuseName } from '../../src/runtime/errors/option-checks.ts';
import { GleanerError, isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import type { RecipeRun, RunItem } from '../../src/core/runs/recipe-run.ts';
import { parseRecipe } from '../../src/recipes/format/parse-recipe.ts';
import { bindVariables } from '../../src/recipes/bind-variables.ts';
import {
  type AnsweringTapOptions,
  closedEgress,
  createAnsweringTap,
} from '../../src/testing/cassette/browser-taps.ts';
import {
  type StressFault,
  type StressOptions,
  type StressResult,
  type StressedRun,
  compareItems,
  toStressResult,
} from './stress-result.ts';
import { listStressTargets, toMarkedRecipe, truthAttribute } from './list-stress-targets.ts';
import { finderProgram } from '../../src/browser/programs.ts';
import { type RedesignInput, createKit, redesignPage } from './redesign-page.ts';
import type { Mutation, MutationKind } from './mutations/mutation.ts';
import { createGleaner } from '../../src/index.ts';
import { attributeMutations } from './mutations/attribute-mutations.ts';
import { contentMutations } from './mutations/content-mutations.ts';
import { structureMutations } from './mutations/structure-mutations.ts';

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
  checkKinds(options.kinds);
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
    const script = redesign && toRedesignScript({ ...redesign, targets, markedBy });
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
    const isTrue = changesRows(redesign)
      ? wrong.length === 0 || missing.length === 0
      : wrong.length + missing.length === 0;
    return isTrue ? replayed.items : undefined;
  }

  async function stress(redesign: Redesign, recorded: readonly RunItem[]): Promise<StressedRun> {
    const replayed = await replay(recipe, redesign);
    const looksRight =
      !changesRows(redesign) &&
      'items' in replayed &&
      isEqual(compareItems(recorded, replayed.items));
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

/** A redesign of no kind would leave the page as it was, and every replay right. */
function checkKinds(kinds: readonly string[] | undefined): void {
  const known = new Set<string>(replayMutations.map(({ kind }) => kind));
  if (kinds?.length === 0) {
    throw new TypeError('Expected `kinds` to name what redesigns change; leave it out for all.');
  }
  const unknown = kinds?.find((kind) => !known.has(kind));
  if (unknown !== undefined) {
    throw new TypeError(
      refuseName(`\`kinds\` names "${unknown}", which no redesign is of`, unknown, [...known]),
    );
  }
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

function changesRows({ mutations }: Redesign): boolean {
  return mutations.some(({ kind }) => kind === 'rows');
}

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

/** Returns the script that redesigns each document of a browser context, for `addInitScript`. */
export function toRedesignScript({ mutations, targets, seed, markedBy }: RedesignInput): string {
  const changes = mutations.map(
    ({ apply, isWhole }) => `{ apply: ${String(apply)}, isWhole: ${isWhole} }`,
  );
  return `(${String(redesignPage)})({ finder: ${finderProgram}, createKit: ${String(createKit)} }, { ...${JSON.stringify({ targets, seed, markedBy })}, mutations: [${changes.join(', ')}] });`;
}

/** What is done to the pages of one replay. */
export interface Redesign {
  /** From 1. */
  readonly number: number;
  /** Of what the mutations draw by lot. */
  readonly seed: number;
  /** Of different kinds; the more, the stronger. */
  readonly mutations: readonly Mutation[];
}

/** Most mutations of one redesign; a redesign has 1, 2 or 3, equally often. */
const maxStrength = 3;

/** Draws the redesign of this number: the same one each time for the same seed. */
export function drawRedesign(
  seed: number,
  number: number,
  kinds: ReadonlySet<MutationKind> | undefined,
): Redesign {
  const random = createRandom(seed * 65_537 + number);
  const left = replayMutations.filter(({ kind }) => kinds === undefined || kinds.has(kind));
  const strength = 1 + Math.floor(random() * maxStrength);
  const mutations: Mutation[] = [];
  while (mutations.length < strength) {
    const open = left.filter(({ kind }) => mutations.every((other) => other.kind !== kind));
    // By kind first: a kind with many mutations comes no more often than one with few.
    const openKinds = [...new Set(open.map(({ kind }) => kind))];
    const kind = openKinds[Math.floor(random() * openKinds.length)];
    const ofKind = open.filter((mutation) => mutation.kind === kind);
    const drawn = ofKind[Math.floor(random() * ofKind.length)];
    if (drawn === undefined) break;
    mutations.push(drawn);
  }
  return { number, seed: Math.floor(random() * 2 ** 31), mutations };
}

export interface ReplayRedesignedInput {
  readonly browser: TappableBrowser;
  readonly recipe: unknown;
  readonly variables: Readonly<Record<string, string>> | undefined;
  readonly maxPages: number | undefined;
  readonly allowExpressions: boolean;
  /** Answers what the pages of this run request. */
  readonly answer: AnsweringTapOptions['answer'];
  /** When the pages were recorded, in milliseconds since 1970-01-01 UTC. */
  readonly nowMs: number;
  /** Redesigns each document; `undefined` leaves them as recorded. */
  readonly script: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How a replay ended: with a run, or refused by an error that the recipe's user would see. */
export type RedesignedReplay =
  | { readonly run: RecipeRun; readonly items: readonly RunItem[] }
  | { readonly error: string };

/**
 * Replays the recipe as a user's engine does, with the fingerprints of the recipe alone: an engine of its own forgets what others
 * have learnt. Rejects with what is no refusal: an abort, a recipe that cannot be used, a browser that broke.
 */
export async function replayRedesigned(input: ReplayRedesignedInput): Promise<RedesignedReplay> {
  const { browser, recipe, variables, maxPages, allowExpressions, script, signal } = input;
  const tap = createAnsweringTap({
    answer: input.answer,
    // What a redesign made the page ask for: the run tells what that did to it.
    onUnrecorded: () => {},
    nowMs: input.nowMs,
    scripts: script === undefined ? [] : [script],
  });
  await using gleaner = createGleaner({
    browser: browser.withTap(tap),
    egress: { allowPrivate: ['0.0.0.0/0', '::/0'] },
  });
  try {
    const run = await gleaner.runRecipe(recipe, {
      variables,
      maxPages,
      allowExpressions,
      signal,
    });
    return { run, items: run.result.pages.flatMap(({ items }) => items) };
  } catch (error) {
    if (isGleanerError(error, 'validation_failed')) return { error: error.message };
    throw error;
  }
}

/** Redesigns that a running replay can be put through: what is right stays known. */
export const replayMutations: readonly Mutation[] = [
  ...attributeMutations,
  ...structureMutations,
  ...contentMutations,
];
