import type { ChromiumBrowserOptions } from '../../browsers/chromium-browser-options.ts';
import type { MutationKind } from './mutations/mutation-kind.ts';
import type { StressedRun } from './stress-result.ts';

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
  readonly kinds?: readonly Exclude<MutationKind, 'absent'>[] | undefined;
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
