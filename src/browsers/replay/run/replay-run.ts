import type { ReplayRequest } from '../../../contracts/replay.ts';
import type { RecipeStep, Selector, Target } from '../../../contracts/recipe.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import type { PageCollector } from './page-collector.ts';
import type { Tabs } from '../frames/create-tabs.ts';
import type { TargetLog } from './target-log.ts';

/** What the steps of one replay share. */
export interface ReplayRun {
  readonly request: ReplayRequest;
  readonly session: BrowsingSession;
  /** The session's: everything that waits is raced against it. */
  readonly signal: AbortSignal;
  readonly tabs: Tabs;
  readonly targets: TargetLog;
  /** What healing put before the recorded selectors. */
  readonly overrides: SelectorOverrides;
  readonly pages: PageCollector;
  /** For people; each stands in the report once. */
  readonly warnings: Set<string>;
}

/** Sites that take longer than the Recorder's usual 5 s for a page are common; those that take longer than this are down. */
const navigationTimeoutMs = 30_000;

/** How long a step may look for what it needs. */
export function timeoutOf(run: ReplayRun, step: Pick<RecipeStep, 'timeoutMs'>): number {
  return step.timeoutMs ?? run.request.recipe.timeoutMs;
}

/** How long a step may wait for a page. */
export function navigationTimeoutOf(run: ReplayRun, step: Pick<RecipeStep, 'timeoutMs'>): number {
  return step.timeoutMs ?? Math.max(run.request.recipe.timeoutMs, navigationTimeoutMs);
}

/** Selectors found by healing, which serve for the rest of a run. */
export interface SelectorOverrides {
  set(target: Target, selector: Selector): void;
  find(target: Target): Selector | undefined;
  /** What to look for: the healed selector alone, or all recorded ones. Others that hit by accident hit something else. */
  apply(target: Target): readonly Selector['parts'][];
}

/** Starts empty. */
export function createSelectorOverrides(): SelectorOverrides {
  const healed = new Map<string, Selector>();
  return {
    set: (target, selector) => void healed.set(target.path, selector),
    find: ({ path }) => healed.get(path),
    apply({ path, selectors }) {
      const selector = healed.get(path);
      return selector === undefined ? selectors.map(({ parts }) => parts) : [selector.parts];
    },
  };
}
