import type { Selector } from './recipe.ts';
import type { TargetReport } from './replay.ts';

/** Looks on as a recipe is replayed, step by step; for those of the pages that items link to, nothing is called. */
export interface ReplayWatch {
  /** Called before a step, those of loops included; the step begins once it resolves. The replay rejects with its error unchanged. */
  beforeStep(step: WatchedStep): Promise<void>;
  /**
   * Called when the elements of a step were found, before it acts on them, when they were read, and when they were not
   * found. Must not throw.
   */
  onView(view: StepView): void;
  /** Called when a step has come to its end. Must not throw. */
  onStepEnd(step: WatchedStep, outcome: StepOutcome): void;
}

/** A step of the recipe, by its place (a JSON Pointer) and its type. */
export interface WatchedStep {
  readonly path: string;
  readonly type: string;
}

/** `left_out`: an optional step whose element was not there. */
export type StepOutcome = 'done' | 'left_out' | 'failed';

/** A page as a step saw it. */
export interface StepView extends WatchedStep {
  readonly url: string;
  /** A JPEG of the window with the elements marked; `undefined` where the page gave none. */
  readonly picture: Uint8Array | undefined;
  readonly targets: readonly TargetMatches[];
  /** For a target that was not found: the elements most like it, the nearest first. */
  readonly nearest: readonly NearestElement[];
}

/** How many elements the selectors of a target match. */
export interface TargetMatches {
  /** As in `Target.path`. */
  readonly path: string;
  readonly purpose: TargetReport['purpose'];
  /** Whether the recipe says that it may be absent. */
  readonly isOptional: boolean;
  readonly selectors: readonly SelectorMatches[];
  /** What was taken for it, where the first selector did not lead there. */
  readonly taken?: TakenElement | undefined;
}

/** An element that another selector than the first led to, or likeness to what was recorded. */
export interface TakenElement {
  readonly servedBy: 'alternative' | 'likeness';
  /** What it is, for people: `button "Show lamps"`. */
  readonly description: string;
  /** Its text, at most 200 characters. */
  readonly text: string;
  /** 0 to 1: how like what was recorded it is; 1 where that is not known. */
  readonly likeness: number;
  /** Features that changed most, at most three: `text`, `id`, `classes`, … */
  readonly changed: readonly string[];
  /** Selectors that lead to it, best first. */
  readonly selectors: readonly Selector['source'][];
}

/** How many elements one selector of a target matches. */
export interface SelectorMatches {
  readonly selector: Selector['source'];
  /** Elements on the page; for a field of items those in the first item. */
  readonly count: number;
}

/** An element that would do in the place of one that was not found. */
export interface NearestElement {
  /** Of the target that it would do for, as in `Target.path`. */
  readonly path: string;
  /** What it is, with its likeness from 0 to 1 and what speaks against it, for people. */
  readonly description: string;
  readonly likeness: number;
  /** Selectors that lead to it and to it alone, best first. */
  readonly selectors: readonly Selector['source'][];
}
