import type { RecipeFingerprints } from '../contracts/recipe/fingerprint.ts';
import type { PaginationEnd } from '../contracts/recipe/replay.ts';
import type { KeptFile } from '../contracts/recipe/run-files.ts';
import type { Selector } from '../contracts/recipe/recipe.ts';

/** A completed run. Its first members are those of a run over HTTP, in camelCase. */
export interface RecipeRun<Item = RunItem> {
  readonly id: string;
  /** Always `completed`: `runRecipe` rejects for a run that fails or is aborted. */
  readonly runStatus: 'completed';
  readonly pagesExtracted: number;
  readonly itemsExtracted: number;
  readonly creditsUsed: number;
  /** Credits that the account can still spend; `Infinity` where nothing limits them, e.g. without a ledger. */
  readonly creditsRemaining: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When the browser began the first step; ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC. */
  readonly completedAt: string;
  /** Most pages that this run could extract. */
  readonly effectiveCap: number;
  /** Whether credits lowered the cap or ended the pagination. */
  readonly clampedByCredits: boolean;
  /** Why the pagination ended. */
  readonly end: PaginationEnd;
  readonly result: RecipeRunResult<Item>;
  /** Downloads and screenshots that are kept in the engine's folder, in the order in which they came. */
  readonly files: readonly KeptFile[];
  /** Selectors to put first next time; `applyHealing` does so. */
  readonly healed: readonly HealedSelector[];
  /** What this run learnt about the elements that it used; `applyHealing` writes it into the recipe. */
  readonly fingerprints: RecipeFingerprints;
}

/** What a run collected. */
export interface RecipeRunResult<Item = RunItem> {
  readonly pages: readonly RunPage<Item>[];
  /** `replay` when every recorded first selector worked, `healed` when another one or likeness was used. */
  readonly mode: 'replay' | 'healed';
  /** 0 to 1: how far the page has moved away from the recipe. 0 when every first selector worked on every page, 1 when nothing was found. */
  readonly drift: number;
  /** Sentences for people: what was left out, healed or ended early. */
  readonly warnings: readonly string[];
}

/** An item: values by field name, with the types of the recipe's fields. */
export type RunItem = Readonly<Record<string, unknown>>;

/** The items of one page. */
export interface RunPage<Item = RunItem> {
  readonly url: string;
  readonly items: readonly Item[];
}

/** A selector that found an element when the first one of the recipe did not. */
export interface HealedSelector {
  /** JSON Pointer to the `selectors` in the recipe. */
  readonly path: string;
  readonly selector: Selector['source'];
  /** What found the element: another selector of the recipe, or likeness to the fingerprint. */
  readonly servedBy: 'alternative' | 'likeness';
}
