import type { MutationKind } from './mutations/mutation.ts';
import type { ChromiumBrowserOptions } from '../../src/browser/chromium-browser-options.ts';
import { isDeepStrictEqual } from 'node:util';
import type { RunItem } from '../../src/core/runs/recipe-run.ts';

/**
 * What came of a redesign. `untouched`: everything right, by the recorded selectors. `healed`: everything right, by other
 * selectors or likeness. `refused`: the run failed, or told that something is missing. `wrong`: a value that is not right was
 * handed out, or one is missing in silence. `left_out`: not counted, because the page itself no longer showed what was recorded.
 */
export type StressOutcome = 'untouched' | 'healed' | 'refused' | 'wrong' | 'left_out';

/** One redesign and its replay. */
export interface StressedRun {
  /** From 1. */
  readonly redesign: number;
  readonly outcome: StressOutcome;
  /** Names of what was changed, as in `kinds`. */
  readonly mutations: readonly { readonly name: string; readonly kind: MutationKind }[];
  /** 0 to 1, as the run told it; `undefined` where it failed. */
  readonly drift: number | undefined;
  /** Of a run that failed. */
  readonly error: string | undefined;
  /** What was handed out and not right, then what was missing; at most 10. */
  readonly faults: readonly StressFault[];
}

/** Redesigns by what came of them. */
export type StressCounts = Readonly<Record<StressOutcome, number>>;

/** What a recipe's replays on redesigned pages came to. */
export interface StressResult {
  readonly seed: number;
  /** Redesigns that were to be done; fewer were where the signal aborted. */
  readonly redesigns: number;
  readonly counts: StressCounts;
  /** Share of the redesigns that are counted whose replay handed out everything right, 0 to 1: `untouched` and `healed`. */
  readonly healed: number;
  /** Share of the redesigns that are counted whose replay handed out something wrong, 0 to 1. */
  readonly wrong: number;
  /** Share that was refused, 0 to 1. */
  readonly refused: number;
  /** Of the runs that did not fail; 0 to 1. */
  readonly drift: { readonly median: number; readonly highest: number };
  /** By kind of mutation; a redesign with several kinds counts for each. */
  readonly kinds: Readonly<Partial<Record<MutationKind, StressCounts>>>;
  /** The redesigns that came out worst: wrong ones first, then refused ones; at most 10. */
  readonly worst: readonly StressedRun[];
  /** Pages that were replayed, and how long that took in milliseconds. */
  readonly pages: number;
  readonly durationMs: number;
  /** Sentences for people: what the figures do not show. */
  readonly warnings: readonly string[];
}

const noCounts: StressCounts = { untouched: 0, healed: 0, refused: 0, wrong: 0, left_out: 0 };
const maxWorst = 10;

/** Sums up the runs of a stress test. */
export function toStressResult(
  runs: readonly StressedRun[],
  about: Pick<StressResult, 'seed' | 'redesigns' | 'pages' | 'durationMs' | 'warnings'>,
): StressResult {
  const counts = countRuns(runs);
  const counted = runs.length - counts.left_out;
  const shareOf = (count: number): number => (counted === 0 ? 0 : count / counted);
  const drifts = runs
    .flatMap(({ outcome, drift }) => (drift === undefined || outcome === 'left_out' ? [] : [drift]))
    .toSorted((a, b) => a - b);
  const kinds: Partial<Record<MutationKind, StressCounts>> = {};
  for (const kind of new Set(runs.flatMap((run) => run.mutations.map((each) => each.kind)))) {
    kinds[kind] = countRuns(runs.filter((run) => run.mutations.some((each) => each.kind === kind)));
  }
  const bad = (['wrong', 'refused'] as const).flatMap((outcome) =>
    runs
      .filter((run) => run.outcome === outcome)
      // The weaker a redesign that did it, the worse.
      .toSorted(
        (a, b) => a.mutations.length - b.mutations.length || b.faults.length - a.faults.length,
      ),
  );
  return {
    ...about,
    counts,
    healed: shareOf(counts.untouched + counts.healed),
    wrong: shareOf(counts.wrong),
    refused: shareOf(counts.refused),
    drift: { median: drifts[drifts.length >> 1] ?? 0, highest: drifts.at(-1) ?? 0 },
    kinds,
    worst: bad.slice(0, maxWorst),
  };
}

function countRuns(runs: readonly StressedRun[]): StressCounts {
  const counts = { ...noCounts };
  for (const { outcome } of runs) counts[outcome] += 1;
  return counts;
}

/** How far a stress test has come. */
export interface StressProgress {
  /** Redesigns that have been replayed. */
  readonly done: number;
  readonly of: number;
  /** The last one. */
  readonly run: StressedRun;
}

/** A recipe, and how hard it is tried. */
export interface StressOptions {
  /** The recipe, as parsed JSON. Only its own `fingerprints` heal: `applyHealing` or `gleaner run --save` write them. */
  readonly recipe: unknown;
  /** How many redesigns. @default 200 */
  readonly redesigns?: number | undefined;
  /** Whole number; the same seed draws the same redesigns. @default 1 */
  readonly seed?: number | undefined;
  /** Kinds of mutations to draw from. @default all */
  readonly kinds?: readonly MutationKind[] | undefined;
  /** Values of the recipe's variables, as they were when the pages were recorded. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Most pages of each replay. @default as the engine */
  readonly maxPages?: number | undefined;
  /** Whether `waitForExpression` steps may run the recipe's JavaScript in the page. @default false */
  readonly allowExpressions?: boolean | undefined;
  /**
   * Milliseconds after which a step has failed, where the recipe has no shorter time; recorded pages come at once.
   * @default 3000
   */
  readonly stepTimeoutMs?: number | undefined;
  /** Replays at once. @default the number of CPU cores */
  readonly concurrency?: number | undefined;
  /** Which Chromium is used. @default an installed one */
  readonly chromium?: Pick<ChromiumBrowserOptions, 'executablePath' | 'sandbox'> | undefined;
  /** Ends the test early; it then resolves to what was measured. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each redesign. Must not throw. */
  readonly onProgress?: ((progress: StressProgress) => void) | undefined;
}

/** A value that a run handed out, or failed to, against what is right. */
export interface StressFault {
  /** The field, or `undefined` for a whole item. */
  readonly field: string | undefined;
  /** `undefined`: nothing was to be read. */
  readonly expected: unknown;
  /** `undefined`: nothing was handed out. */
  readonly got: unknown;
}

/** How the items of a run stand against the right ones, whatever their order. */
interface ComparedItems {
  /** Values and items that were handed out and are not right. */
  readonly wrong: readonly StressFault[];
  /** Values and items that were not handed out. */
  readonly missing: readonly StressFault[];
}

/** Compares items as a bag: a redesign may sort rows. Items that are not equal are paired by their equal fields. */
export function compareItems(expected: readonly RunItem[], got: readonly RunItem[]): ComparedItems {
  const left = [...expected];
  const others: RunItem[] = [];
  for (const item of got) {
    const at = left.findIndex((right) => isDeepStrictEqual(right, item));
    if (at === -1) others.push(item);
    else left.splice(at, 1);
  }
  const wrong: StressFault[] = [];
  const missing: StressFault[] = [];
  for (const item of others) {
    const shared = left.map((right) => countShared(right, item));
    const at = shared.indexOf(Math.max(...shared));
    const right = at === -1 || (shared[at] ?? 0) === 0 ? undefined : left.splice(at, 1)[0];
    if (right === undefined) {
      wrong.push({ field: undefined, expected: undefined, got: item });
      continue;
    }
    for (const field of new Set([...Object.keys(right), ...Object.keys(item)])) {
      const fault = { field, expected: right[field], got: item[field] };
      if (isDeepStrictEqual(fault.expected, fault.got)) continue;
      (isAbsent(fault.got) ? missing : wrong).push(fault);
    }
  }
  for (const right of left) missing.push({ field: undefined, expected: right, got: undefined });
  return { wrong, missing };
}

function countShared(one: RunItem, other: RunItem): number {
  return Object.keys(one).filter(
    (field) => !isAbsent(one[field]) && isDeepStrictEqual(one[field], other[field]),
  ).length;
}

/** A field that was not found has no value, or an empty list. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
