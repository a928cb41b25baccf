import type { Collection, ReplayRequest } from '../../../contracts/recipe/replay.ts';
import type {
  ExtractStep,
  Follow,
  RecipeStep,
  Selector,
  Target,
} from '../../../contracts/recipe/recipe.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import type { PageState } from '../../in-page/create-state-reader.ts';
import type { OpenRequests } from './open-requests.ts';
import type { PageCollector } from './page-collector.ts';
import type { ReadingNotes } from './reading-notes.ts';
import type { Tabs } from '../frames/create-tabs.ts';
import type { DocumentResponse, Documents } from '../frames/watch-documents.ts';
import type { StepDownloads } from './create-step-downloads.ts';
import type { LoginWatch } from './login-watch.ts';
import type { StepDialogs } from './create-step-dialogs.ts';
import type { Tab } from '../frames/tab.ts';
import type { TargetLog } from './target-log.ts';

/** State shared by the steps of one replay. */
export interface ReplayRun {
  readonly request: ReplayRequest;
  readonly session: BrowsingSession;
  /** The session's signal: every wait is raced against it. */
  readonly signal: AbortSignal;
  readonly tabs: Tabs;
  readonly dialogs: StepDialogs;
  readonly documents: Documents;
  /** Responses whose status was checked. */
  readonly judged: WeakSet<DocumentResponse>;
  readonly downloads: StepDownloads;
  readonly logins: LoginWatch;
  /** Paths of the steps that led elsewhere than when they were recorded. */
  readonly strayed: Set<string>;
  readonly targets: TargetLog;
  /** Selectors found by healing, which replace the recorded ones. */
  readonly overrides: SelectorOverrides;
  readonly pages: PageCollector;
  /** What the pages ask for; `undefined` where no step of the recipe waits for it. */
  readonly requests: OpenRequests | undefined;
  /** What was shown before the step in front of a wait for a change, by the wait's path. */
  readonly before: Map<string, PageBefore>;
  /** What extract steps saw of the pages beside values. */
  readonly notes: ReadingNotes;
  readonly follower: Follower;
  /** What the pages of items have in common; `undefined` for the steps of the list. */
  readonly habits: PageHabits | undefined;
  /** How often a button of a notice was pressed, by its page and its name. */
  readonly presses: Map<string, number>;
  /** Warnings for people; each appears in the report once. */
  readonly warnings: Set<string>;
}

/** What a page showed before a step, and what it was asking for then. */
export interface PageBefore {
  readonly state: PageState;
  readonly open: ReturnType<OpenRequests['list']> | undefined;
}

/** What pages of one kind have in common, as the first of them show it. */
export interface PageHabits {
  /** Steps whose page had all their fields at the first reading, as a server renders it. */
  readonly atOnce: Set<ExtractStep>;
  /** On how many pages a field was waited for in vain, by the path of its target. */
  readonly vain: Map<string, number>;
}

/** What a step's items link to. */
export interface FollowInput {
  readonly step: ExtractStep;
  readonly follow: Follow;
  /** The URL of each item's link; empty where its element names none, `undefined` where the item has no such element. */
  readonly links: readonly (string | undefined)[];
  /** The tab that shows the items. */
  readonly from: Tab;
}

/** Reads the pages that items link to. */
export interface Follower {
  /**
   * Returns the page of each item, `undefined` where it was not read: a warning says why. Rejects with the reason of the
   * first failure when several pages were opened in this run and none could be read.
   */
  follow(run: ReplayRun, input: FollowInput): Promise<Collection['followed']>;
  /** Whether links of this run's page are being followed: what that page does meanwhile does not matter. */
  isFollowing(): boolean;
  /** Throws, with the reason of the first failure, when pages were opened in this run and none could be read. */
  checkHope(): void;
}

/**
 * Milliseconds; sites that need more than the Recorder's default of 5 s for a page are common, sites that need more
 * than this are down.
 */
const navigationTimeoutMs = 30_000;

/** Returns how long a step may take for its elements, in milliseconds. */
export function timeoutOf(run: ReplayRun, step: Pick<RecipeStep, 'timeoutMs'>): number {
  return step.timeoutMs ?? run.request.recipe.timeoutMs;
}

/** Milliseconds in which notices that a page shows late were there; a notice that is not there must not cost more. */
const optionalMs = 1_500;

/** Returns how long a step may search for its element, frame or popup, in milliseconds: an optional one briefly. */
export function searchTimeoutOf(
  run: ReplayRun,
  step: Pick<RecipeStep, 'timeoutMs' | 'isOptional'>,
): number {
  return step.isOptional && step.timeoutMs === undefined
    ? Math.min(timeoutOf(run, step), optionalMs)
    : timeoutOf(run, step);
}

/** Returns how long a step may wait for a page, in milliseconds. */
export function navigationTimeoutOf(run: ReplayRun, step: Pick<RecipeStep, 'timeoutMs'>): number {
  return step.timeoutMs ?? Math.max(run.request.recipe.timeoutMs, navigationTimeoutMs);
}

/** Waits until what a step downloads is kept, as long as for a page. */
export async function finishDownloads(
  run: ReplayRun,
  step: Pick<RecipeStep, 'timeoutMs'>,
): Promise<void> {
  const limits = { beginMs: timeoutOf(run, step), timeoutMs: navigationTimeoutOf(run, step) };
  await run.downloads.finish(limits);
}

/** Selectors found by healing, which are used for the rest of a run. */
export interface SelectorOverrides {
  set(target: Target, selector: Selector): void;
  /** Finds nothing for the target any more: what its selectors match is another element. */
  drop(target: Target): void;
  find(target: Target): Selector | undefined;
  /**
   * Returns the selectors to use: only the healed one, or all recorded ones. After healing, a recorded selector would
   * match another element.
   */
  apply(target: Target): readonly Selector['parts'][];
}

/** Creates an empty set of overrides. */
export function createSelectorOverrides(): SelectorOverrides {
  const healed = new Map<string, Selector>();
  const dropped = new Set<string>();
  return {
    drop: ({ path }) => void dropped.add(path),
    set: (target, selector) => void healed.set(target.path, selector),
    find: ({ path }) => healed.get(path),
    apply({ path, selectors }) {
      if (dropped.has(path)) return [];
      const selector = healed.get(path);
      return selector === undefined ? selectors.map(({ parts }) => parts) : [selector.parts];
    },
  };
}
