import type { ProposedSelector } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { NearestElement } from '../../runtime/contracts/recipe/replay.ts';
import type { StepSeen, TrialEvent, TrialResult } from '../trial/trial-event.ts';

/** Body of `POST …/api/trial`: tries the draft on the live site, up to three pages, free of charge. */
export interface StartStudioTrial {
  /** Values of variables that the draft has; those with a default may be left out. Never kept. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** The draft's `id` that the values were given for; refused with `conflict` where another recipe is open. @default not asked */
  readonly draft?: string | undefined;
  /** 1 to 3. @default 3 */
  readonly maxPages?: number | undefined;
  /** The last step that is taken: `/steps/3`. @default the last one */
  readonly until?: string | undefined;
  /** Whether each step waits for `POST …/api/trial/next`. @default false */
  readonly stepByStep?: boolean | undefined;
}

/** An event of a trial as it is sent: its picture in Base64. */
export type StudioTrialEvent =
  | Exclude<TrialEvent, StepSeen>
  | (Omit<StepSeen, 'picture'> & {
      /** A JPEG in Base64. */
      readonly picture: string | undefined;
    });

/** The last trial of a session: its events so far, for a client that was reloaded. */
export interface StudioTrial {
  readonly state: 'running' | 'ended' | 'stopped';
  readonly events: readonly StudioTrialEvent[];
  /** Once it has ended. */
  readonly result: TrialResult | undefined;
  /** Why it ended without a result, as a sentence: there was no browser, or it was lost. */
  readonly error?: string | undefined;
  /** What it found by other than the first selector, or not at all; empty while it runs. */
  readonly repairs: readonly StudioRepair[];
}

/** A target that has to be looked at: what was recorded beside what was taken. */
export interface StudioRepair {
  /** As in `TrialResult.drift.parts`: JSON Pointer to the target's selectors. */
  readonly path: string;
  /** `Step 4, field "price"`. */
  readonly place: string;
  /** What found it in the trial. */
  readonly servedBy: 'alternative' | 'likeness' | 'nothing';
  readonly recorded: StudioSeenElement;
  /** `undefined` where nothing was taken. */
  readonly taken: StudioSeenElement | undefined;
  /** Where nothing was taken: the elements that would do, the nearest first. */
  readonly nearest: readonly NearestElement[];
  /** 0 to 1. */
  readonly likeness: number;
  /** What the likeness consists of: what changed most, such as `text`, `id`, `classes`. */
  readonly changed: readonly string[];
  /** What a person has decided; `undefined` before. */
  readonly decision: 'accept' | 'replace' | 'gone' | undefined;
}

/** An element, as it was when it was recorded or as a trial found it. */
export interface StudioSeenElement {
  /** What it is, for people: `button "Show lamps"`. */
  readonly description: string;
  /** Its text, at most 200 characters. */
  readonly text: string;
  readonly selectors: readonly ProposedSelector[];
  /** A JPEG of the page with it marked, in Base64; `undefined` where there is none, as of what was recorded long ago. */
  readonly picture: string | undefined;
}
