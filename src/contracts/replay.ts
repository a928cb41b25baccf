import type { PageAccess } from './fetcher.ts';
import type { RecipeFingerprints } from './fingerprint.ts';
import type { ExtractStep, Recipe, Selector } from './recipe.ts';

/** A run that a browser is asked to make. Its headers are only ever sent to the origin of the recipe's first page. */
export interface ReplayRequest extends PageAccess {
  /** With its variables already put in. */
  readonly recipe: Recipe;
  /** `undefined` before the first good run: nothing is healed then. */
  readonly fingerprints: RecipeFingerprints | undefined;
  /** Most pages to extract, the first included. */
  readonly maxPages: number;
  /** Whether `waitForExpression` may run code of the recipe in the page. */
  readonly allowExpressions: boolean;
  /** Whether images, fonts and media are loaded, which items seldom need. */
  readonly loadMedia: boolean;
  readonly signal: AbortSignal;
  /** Called as each step begins. Must not throw. */
  onStep(path: string, type: string): void;
  /** Called with each extracted page, in order; the replay goes on when it resolves, and rejects with its error, unchanged. */
  onPage(page: ReplayedPage): Promise<void>;
  /** Called before every further page; `false` ends the pagination. An error rejects the replay, unchanged. */
  mayGoOn(): Promise<boolean>;
}

/** What was collected from one page: the first load, or one hop of the pagination. */
export interface ReplayedPage {
  /** From 1. */
  readonly number: number;
  readonly url: string;
  /** BCP 47, as the page names it; absent where it names none. */
  readonly language?: string | undefined;
  /** One entry for each extract step that was run for this page, in order. */
  readonly collections: readonly Collection[];
}

/** What one extract step read. Items that were seen on an earlier page of an endless list are not among them. */
export interface Collection {
  readonly step: ExtractStep;
  /** For a step with fields. */
  readonly items: readonly RawItem[];
  /** For a step with a prompt: the page (or its item elements) as HTML, for the extractor. */
  readonly html: string | undefined;
}

/** Texts as they stand in the page, by field; a field that was not found is absent. */
export type RawItem = Readonly<Record<string, readonly string[]>>;

/** Why the pagination ended. The first group is the natural end. */
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

/** How one target of the recipe was found, over all its uses in the run. */
export interface TargetReport {
  /** As in `Target.path`. */
  readonly path: string;
  /** `action` acts on an element, `items` and `field` read. */
  readonly purpose: 'action' | 'items' | 'field';
  /**
   * Uses, and among them those in which nothing was found. A look that may well find nothing is a use only when it did
   * find: an optional field, `until`, `while`, the way to a next page at the end, a page past the end.
   */
  readonly uses: number;
  readonly missing: number;
  /** Alternatives (by their index) that no longer lead to the element, over all uses. */
  readonly lost: readonly number[];
  /** What served when the first selector did not: another alternative of the recipe, or likeness. */
  readonly servedBy: 'first' | 'alternative' | 'likeness' | 'nothing';
  /** The selector that would serve next time, best first; absent where the first still does. */
  readonly healed: Selector['source'] | undefined;
  /** 0 to 1, between the fingerprint and the element that served; 1 where there is no fingerprint. */
  readonly likeness: number;
  /** The features that changed most, at most three: `text`, `id`, `classes`, … */
  readonly changed: readonly string[];
  /** Only of fields: uses whose value did not look like the fingerprint's. */
  readonly misshapen: number;
  /** Only of items: elements found on the first page, and those on the page of the fingerprint. */
  readonly count: { readonly found: number; readonly known: number | undefined } | undefined;
}

/** What a run says about itself when it has reached its end. */
export interface ReplayReport {
  readonly end: PaginationEnd;
  readonly targets: readonly TargetReport[];
  /** To be kept for the next run. */
  readonly fingerprints: RecipeFingerprints;
  /** For people, without values of variables. */
  readonly warnings: readonly string[];
}
