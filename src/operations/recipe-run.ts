import type { RecipeFingerprints } from '../contracts/fingerprint.ts';
import type { PaginationEnd } from '../contracts/replay.ts';
import type { Selector } from '../contracts/recipe.ts';

/** A run that reached its end: the run of the HTTP contract in camelCase, and what its owner can learn from it. */
export interface RecipeRun<Item = RunItem> {
  readonly id: string;
  /** A run that fails or is cancelled rejects instead. */
  readonly runStatus: 'completed';
  readonly pagesExtracted: number;
  readonly itemsExtracted: number;
  readonly creditsUsed: number;
  /** What the account can still spend; `Infinity` where nothing limits it, as without a ledger. */
  readonly creditsRemaining: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When the browser began with the first step. */
  readonly startedAt: string;
  readonly completedAt: string;
  /** Pages that this run could have extracted at most. */
  readonly effectiveCap: number;
  /** Credits made the cap lower than was asked for, or ended the pagination. */
  readonly clampedByCredits: boolean;
  /** Why no further page was asked for. */
  readonly end: PaginationEnd;
  readonly result: RecipeRunResult<Item>;
  /** Selectors that would serve better next time; `applyHealing` puts them into the recipe. */
  readonly healed: readonly HealedSelector[];
  /** What this run learnt about the elements it used; kept for the next run by `applyHealing`. */
  readonly fingerprints: RecipeFingerprints;
}

export interface RecipeRunResult<Item = RunItem> {
  readonly pages: readonly RunPage<Item>[];
  /** `replay`: every recorded first selector worked. */
  readonly mode: 'replay' | 'healed';
  /** 0: every first selector worked on every page; 1: nothing was found. */
  readonly drift: number;
  /** For people. */
  readonly warnings: readonly string[];
}

/** What a recipe collects, as its fields and schema say. */
export type RunItem = Readonly<Record<string, unknown>>;

export interface RunPage<Item = RunItem> {
  readonly url: string;
  readonly items: readonly Item[];
}

export interface HealedSelector {
  /** JSON Pointer to the `selectors` of the recipe. */
  readonly path: string;
  readonly selector: Selector['source'];
  /** Another alternative of the recipe, or the element most like the fingerprint. */
  readonly servedBy: 'alternative' | 'likeness';
}
