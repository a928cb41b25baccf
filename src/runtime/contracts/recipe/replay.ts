import type { PageAccess } from '../fetcher.ts';
import type { RecipeFingerprints } from './fingerprint.ts';
import type { ExtractStep, Recipe, Selector } from './recipe.ts';
import type { RunFiles } from './run-files.ts';

/** A recipe to replay, and how. `headers` are sent to the origin of the recipe's first page only. */
export interface ReplayRequest extends PageAccess {
  /** The recipe, with the values of its variables in place. */
  readonly recipe: Recipe;
  /** The values of the recipe's secret variables, which stand in its steps: nothing may write them anywhere. @default [] */
  readonly secrets?: readonly string[];
  /** What an earlier run learnt; `undefined` before the first good run, and then nothing is healed. */
  readonly fingerprints: RecipeFingerprints | undefined;
  /** Most pages to extract, the first included. */
  readonly maxPages: number;
  /** Whether `waitForExpression` may run code of the recipe in the page. */
  readonly allowExpressions: boolean;
  /** Whether images, fonts and media are loaded; items seldom need them. */
  readonly loadMedia: boolean;
  /** The files that the recipe may choose, and where it keeps files. */
  readonly files: RunFiles;
  readonly signal: AbortSignal;
  /** Called as each step begins. Must not throw. */
  onStep(path: string, type: string): void;
  /** Called with each extracted page, in order. The replay continues once it resolves, and rejects with its error unchanged. */
  onPage(page: ReplayedPage): Promise<void>;
  /** Called before every further page. `false` ends the pagination; the replay rejects with its error unchanged. */
  mayGoOn(): Promise<boolean>;
  /**
   * Called before the page of an item's link is opened, unless an earlier call allowed one that then could not be read.
   * `false` leaves the rest of the links unopened; the replay rejects with its error unchanged.
   */
  mayFollow(): Promise<boolean>;
  /** Called as items' links are followed, and once before the first. Must not throw. */
  onFollow(progress: FollowProgress): void;
  /** Looks on step by step, which takes longer. @default none */
  readonly watch?: ReplayWatch | undefined;
}

/** How far the links of one page's items have been followed. */
export interface FollowProgress {
  /** Path of the extract step. */
  readonly path: string;
  /** Links followed so far, with those that could not be read. */
  readonly done: number;
  /** Links to follow. */
  readonly of: number;
}

/** What was collected from one page of the pagination. */
export interface ReplayedPage {
  /** From 1. */
  readonly number: number;
  readonly url: string;
  /** BCP 47, as the page names it; absent where it names none. */
  readonly language?: string | undefined;
  /** One entry for each extract step that ran on this page, in order. */
  readonly collections: readonly Collection[];
}

/** What one extract step read, without items that an earlier page of an endless list showed. */
export interface Collection {
  readonly step: ExtractStep;
  /** The items of a step with `fields`; empty for one with a prompt. */
  readonly items: readonly RawItem[];
  /**
   * For a step with `follow`, what the page of each item's link showed, in the order of the items; `undefined` for an item
   * whose page was not read. Items with the same link share one object. Empty for other steps.
   */
  readonly followed: readonly (FollowedPage | undefined)[];
  /** For a step with a prompt, the HTML of the page or of its item elements; else `undefined`. */
  readonly html: string | undefined;
}

/** The page that an item's link led to. */
export interface FollowedPage {
  /** Where the page was in the end. */
  readonly url: string;
  /** BCP 47, as the page names it; absent where it names none. */
  readonly language?: string | undefined;
  readonly texts: RawItem;
}

/** Texts of the page by field name, not yet typed; a field that was not found is absent. */
export type RawItem = Readonly<Record<string, readonly string[]>>;

/** Why the pagination ended: by itself (`no_pagination` to `no_change`), or early (`page_error` to `stopped`). */
export type PaginationEnd =
  | 'no_pagination'
  | 'no_next'
  | 'next_disabled'
  | 'same_page'
  | 'no_new_items'
  | 'empty_page'
  | 'until_met'
  | 'no_change'
  | 'page_error'
  | 'dialog_opened'
  | 'max_pages'
  | 'stopped';

/** How often and by what one target of the recipe was found in a run. */
export interface TargetReport {
  /** As in `Target.path`. */
  readonly path: string;
  /** What the element is for: an action, or reading items or a field. */
  readonly purpose: 'action' | 'items' | 'field';
  /**
   * How often the target was searched. A search that may find nothing counts only when it found something: optional fields,
   * `until`, `while`, the next page at the end of a pagination, a page past the end.
   */
  readonly uses: number;
  /** Uses that found nothing. */
  readonly missing: number;
  /** Indexes of the selectors that no longer lead to the element, over all uses. */
  readonly lost: readonly number[];
  /** What found the element: its first selector, another one of the recipe, or likeness to its fingerprint. */
  readonly servedBy: 'first' | 'alternative' | 'likeness' | 'nothing';
  /** The selector to put first next time; `undefined` where the first one still works. */
  readonly healed: Selector['source'] | undefined;
  /** 0 to 1: how like its fingerprint the found element is; 1 without a fingerprint. */
  readonly likeness: number;
  /** At most three features that changed most: `text`, `id`, `classes`, … */
  readonly changed: readonly string[];
  /** For fields: uses whose value did not look like the fingerprint's; else 0. */
  readonly misshapen: number;
  /** For items: the number of elements on the first page, and on the page of the fingerprint; else `undefined`. */
  readonly count: { readonly found: number; readonly known: number | undefined } | undefined;
}

/** What a replay reports at its end. */
export interface ReplayReport {
  readonly end: PaginationEnd;
  readonly targets: readonly TargetReport[];
  /** What this run learnt, to be given to the next one. */
  readonly fingerprints: RecipeFingerprints;
  /** Sentences for people, without values of variables. */
  readonly warnings: readonly string[];
}

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
export interface NearestElement extends Pick<TakenElement, 'likeness' | 'selectors'> {
  /** Of the target that it would do for, as in `Target.path`. */
  readonly path: string;
  /** What it is, with its likeness and what speaks against it, for people. */
  readonly description: string;
}
