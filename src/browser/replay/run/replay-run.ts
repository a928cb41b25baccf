import type { Collection, ReplayRequest } from '../../../runtime/contracts/recipe/replay.ts';
import type {
  ChangeStep,
  ExtractStep,
  Follow,
  RecipeStep,
  Selector,
  Target,
} from '../../../runtime/contracts/recipe/recipe.ts';
import type { TargetFingerprint } from '../../../runtime/contracts/recipe/fingerprint.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import type { PageState } from '../../in-page/element-state.ts';
import type { OpenRequests, StepDialogs, StepDownloads } from './step-events.ts';
import type { PageCollector, ReadingNotes, TargetLog } from './run-report.ts';
import type { Place, Tabs } from '../tabs.ts';
import type { DocumentResponse, Documents, Tab } from '../watch-documents.ts';

/** State shared by the steps of one replay. Steps on a page beside the list have a session of their own. */
export interface ReplayRun {
  readonly session: RunSession;
  readonly recipe: RunRecipe;
  readonly report: RunReport;
}

/** The session that the recipe is replayed in, and what its pages did. Every wait is raced against its signal. */
export interface RunSession extends BrowsingSession {
  readonly tabs: Tabs;
  readonly dialogs: StepDialogs;
  readonly documents: Documents;
  readonly stepDownloads: StepDownloads;
  readonly logins: LoginWatch;
  readonly follower: Follower;
  /** What the pages ask for; `undefined` where no step of the recipe waits for it. */
  readonly requests: OpenRequests | undefined;
  /** What was shown before the step in front of a wait for a change, by the wait's path. */
  readonly before: Map<string, PageBefore>;
  /** Responses whose status was checked. */
  readonly checked: WeakSet<DocumentResponse>;
  /** Paths of the steps that led elsewhere than when they were recorded. */
  readonly missedArrivals: Set<string>;
  /** How often a button of a notice was pressed, by its page and its name. */
  readonly noticeClicks: Map<string, number>;
}

/** What is replayed, and what was learnt of it in earlier runs and in this one. */
export interface RunRecipe {
  readonly request: ReplayRequest;
  readonly selectors: SelectorOverrides;
  /** What the pages of items have in common; `undefined` for the steps of the list. */
  readonly learnedWaits: LearnedWaits | undefined;
  /** Returns what an earlier run learnt of a target, by its path. */
  findKnown(path: string): TargetFingerprint | undefined;
}

/** What the run says at its end. */
export interface RunReport {
  readonly targets: TargetLog;
  readonly pages: PageCollector;
  readonly notes: ReadingNotes;
  /** Warns people; each sentence appears in the report once. */
  readonly warn: (sentence: string) => void;
}

/** What a page showed before a step, and what it was asking for then. */
export interface PageBefore {
  readonly state: PageState;
  readonly open: ReturnType<OpenRequests['list']> | undefined;
}

/** What pages of one kind have in common, as the first of them show it. */
export interface LearnedWaits {
  /** Steps whose page had all their fields at the first reading, as a server renders it. */
  readonly atOnce: Set<ExtractStep>;
  /** On how many pages a field was waited for and did not come, by the path of its target. */
  readonly missedPages: Map<string, number>;
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
  checkAnyRead(): void;
}

/**
 * Milliseconds; sites that need more than the Recorder's default of 5 s for a page are common, sites that need more
 * than this are down.
 */
const navigationTimeoutMs = 30_000;

/** Returns how long a step may take for its elements, in milliseconds. */
export function timeoutOf(run: ReplayRun, step: Pick<RecipeStep, 'timeoutMs'>): number {
  return step.timeoutMs ?? run.recipe.request.recipe.timeoutMs;
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
  return step.timeoutMs ?? Math.max(run.recipe.request.recipe.timeoutMs, navigationTimeoutMs);
}

/** Waits until what a step downloads is kept, as long as for a page. */
export async function finishDownloads(
  run: ReplayRun,
  step: Pick<RecipeStep, 'timeoutMs'>,
): Promise<void> {
  const limits = { beginMs: timeoutOf(run, step), timeoutMs: navigationTimeoutOf(run, step) };
  await run.session.stepDownloads.finish(limits);
}

/** Selectors found by healing, which are used for the rest of a run. */
interface SelectorOverrides {
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

/** Returns the recorded selectors of a target, as pages are asked for them. */
export function partsOf({ selectors }: Target): readonly Selector['parts'][] {
  return selectors.map(({ parts }) => parts);
}

/** Creates an empty set of overrides. */
export function createSelectorOverrides(): SelectorOverrides {
  const healed = new Map<string, Selector>();
  const dropped = new Set<string>();
  return {
    drop: ({ path }) => void dropped.add(path),
    set: (target, selector) => void healed.set(target.path, selector),
    find: ({ path }) => healed.get(path),
    apply(target) {
      if (dropped.has(target.path)) return [];
      const selector = healed.get(target.path);
      return selector === undefined ? partsOf(target) : [selector.parts];
    },
  };
}

/** A password that a recipe has typed, until the log-in has led somewhere. */
export interface TypedPassword {
  readonly step: ChangeStep;
  readonly place: Place;
  /** URL of the page with the form. */
  readonly url: string;
  /** Names of the variables typed into the page so far, the password's last. */
  readonly variables: readonly string[];
  /** The last step that may have sent the form; `undefined` before. */
  sentBy: RecipeStep | undefined;
}

/** Follows the log-ins of a run: what was typed into a page with a password field. */
interface LoginWatch {
  /** The password whose log-in has not been checked yet. */
  readonly pending: TypedPassword | undefined;
  /** Notes a value that was typed. */
  noteTyped(step: ChangeStep, place: Place, isPassword: boolean): void;
  /** Notes a step that may have sent the form. */
  noteSent(step: RecipeStep): void;
  /** Forgets the log-in: it was checked, or its page was left. */
  clear(): void;
}

/** Most names of variables in a message. */
const maxNames = 5;

export function createLoginWatch(): LoginWatch {
  let pending: TypedPassword | undefined;
  let variables: string[] = [];
  return {
    get pending() {
      return pending;
    },
    noteTyped(step, place, isPassword) {
      variables = [...new Set([...variables, ...step.variables])].slice(-maxNames);
      if (!isPassword) return;
      pending = { step, place, url: place.tab.page.url(), variables, sentBy: undefined };
    },
    noteSent(step) {
      if (pending !== undefined) pending.sentBy = step;
    },
    clear() {
      pending = undefined;
      variables = [];
    },
  };
}
