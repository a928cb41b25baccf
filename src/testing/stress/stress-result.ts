import type { StressFault } from './compare-items.ts';
import type { MutationKind } from './mutations/mutation-kind.ts';

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
