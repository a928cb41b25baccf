import type {
  NearestElement,
  PaginationEnd,
  StepOutcome,
  TargetMatches,
  TargetReport,
} from '../../runtime/contracts/recipe/replay.ts';

/** What a trial reports while it runs, in order. Pictures aside, all of it is plain JSON. */
export type TrialEvent = StepBegun | StepSeen | StepEnded | TrialRows;

interface OfStep {
  /** JSON Pointer to the step. */
  readonly path: string;
  readonly type: string;
}

/** A step begins, or waits for its turn. */
export interface StepBegun extends OfStep {
  readonly event: 'step_begun';
  /** Whether the trial waits for `next()` before the step. */
  readonly isWaiting: boolean;
}

/** A page as a step saw it: before it acted on an element, when it had read, or when it failed. */
export interface StepSeen extends OfStep {
  readonly event: 'step_seen';
  readonly url: string;
  /** A JPEG of the window with the step's elements marked; `undefined` where the page gave none, and behind the most pictures of a trial. */
  readonly picture: Uint8Array | undefined;
  readonly targets: readonly TargetMatches[];
  readonly nearest: readonly NearestElement[];
}

/** A step has come to its end. */
export interface StepEnded extends OfStep {
  readonly event: 'step_ended';
  readonly outcome: StepOutcome;
  /** Milliseconds, without waiting for `next()`, with the pictures. */
  readonly durationMs: number;
}

/** The items of one page, typed and validated. */
export interface TrialRows {
  readonly event: 'rows';
  /** From 1. */
  readonly page: number;
  readonly url: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** One step of a trial as a whole; a step of a loop by its last round. */
export interface TrialStep extends OfStep {
  /** `not_reached`: the trial ended before it. */
  readonly outcome: StepOutcome | 'not_reached';
  /** Of all its rounds. */
  readonly durationMs: number;
  readonly url: string | undefined;
  readonly targets: readonly TargetMatches[];
  readonly nearest: readonly NearestElement[];
}

/** What a trial found. */
export interface TrialResult {
  /** `completed`: to its end, or to the step it was to run to. */
  readonly status: 'completed' | 'failed';
  readonly steps: readonly TrialStep[];
  readonly pages: readonly Omit<TrialRows, 'event'>[];
  readonly itemsExtracted: number;
  /** 0 to 1, and what it consists of; `undefined` for a trial that failed or was to run to a step. */
  readonly drift: TrialDrift | undefined;
  readonly end: PaginationEnd | undefined;
  readonly warnings: readonly string[];
  /** Why it failed, as a sentence, and the step where it did. */
  readonly failure: TrialFailure | undefined;
  readonly durationMs: number;
}

/** How far the page has moved from the recipe, and what that consists of. */
export interface TrialDrift {
  readonly drift: number;
  readonly mode: 'replay' | 'healed';
  readonly explanations: readonly string[];
  readonly parts: readonly TargetReport[];
}

/** Why a trial did not come to its end. */
export interface TrialFailure {
  readonly message: string;
  /** As in the errors of runs: `target_not_found`, `timed_out`, …; `undefined` for errors without one. */
  readonly reason: string | undefined;
  readonly step: string | undefined;
}
