import type { Webhook } from './delivery-store.ts';

/** A stored recipe. */
export interface StoredRecipe {
  readonly id: string;
  readonly account: string;
  /** The recipe as it was given, as JSON. */
  readonly document: unknown;
  readonly enabled: boolean;
  readonly webhook?: Webhook;
  /** Counts the documents: 1, then one more with each `put`. */
  readonly revision: number;
  /** What the last good run of this revision learnt of its pages, as JSON. */
  readonly fingerprints?: unknown;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A recipe as its account gives it. */
export interface RecipePut {
  readonly id: string;
  readonly account: string;
  readonly document: unknown;
  /** Absent: none; the account's webhook serves. */
  readonly webhook?: Webhook;
  readonly nowMs: number;
}

/** One recipe of one account. For other accounts it does not exist. */
export interface RecipeReference {
  readonly account: string;
  readonly id: string;
}

/** The recipes of a store. */
export interface RecipeStore {
  /**
   * Creates it, enabled, or replaces its document and webhook: then it stays enabled or not, and loses its fingerprints.
   * Rejects with `not_found` on a recipe of another account.
   */
  put(recipe: RecipePut): Promise<StoredRecipe>;
  find(reference: RecipeReference): Promise<StoredRecipe | undefined>;
  /** Newest first, before the recipe `before`. */
  list(query: {
    readonly account: string;
    readonly limit: number;
    readonly before?: string;
  }): Promise<readonly StoredRecipe[]>;
  setEnabled(
    request: RecipeReference & { readonly enabled: boolean; readonly nowMs: number },
  ): Promise<StoredRecipe>;
  /** Gives `false` and keeps nothing when the recipe has another revision by now, or is gone. */
  saveFingerprints(
    request: RecipeReference & { readonly revision: number; readonly fingerprints: unknown },
  ): Promise<boolean>;
  /** Its schedules go with it, its runs stay. Rejects with `not_found`. */
  delete(reference: RecipeReference): Promise<void>;
}
