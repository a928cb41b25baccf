import type { Webhook, WebhookChange } from './delivery-store.ts';

/** A stored recipe as lists have it: without its document, which may be large and is neither read nor parsed for them. */
export interface RecipeSummary {
  readonly id: string;
  readonly account: string;
  /** The document's title in one line, at most 200 characters; empty where it has none. */
  readonly title: string;
  /** Of the document, as JSON in UTF-8. */
  readonly bytes: number;
  readonly enabled: boolean;
  readonly webhook?: Webhook;
  /** 1 for the first document, then one more with each `put`. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A stored recipe. */
export interface StoredRecipe extends RecipeSummary {
  /** The recipe as it was given, as JSON. */
  readonly document: unknown;
  /** What the last good run of this revision learnt about its pages, as JSON. */
  readonly fingerprints?: unknown;
}

/** A version of a recipe as lists have it. */
export interface RecipeVersionSummary extends Pick<
  RecipeSummary,
  'revision' | 'title' | 'bytes' | 'createdAtMs'
> {
  readonly recipeId: string;
}

/** A document that a recipe has or had. */
export interface RecipeVersion extends RecipeVersionSummary {
  readonly document: unknown;
}

/** A recipe to create or replace. */
export interface RecipePut extends Pick<StoredRecipe, 'id' | 'account' | 'document'> {
  /** `null` removes it: events go to the account's webhook. @default as it is */
  readonly webhook?: WebhookChange | null | undefined;
  /** The revision that is replaced. @default whichever it has */
  readonly revision?: number | undefined;
  readonly nowMs: number;
}

/** A recipe of an account. For other accounts it does not exist. */
export type RecipeReference = Pick<RecipeSummary, 'account' | 'id'>;

/** The recipes of a store. */
export interface RecipeStore {
  /**
   * Creates a recipe, enabled, or replaces its document and, where one is given, its webhook and deletes its fingerprints; `enabled` then stays.
   * Rejects with `not_found` on a recipe of another account and for an unknown account, with `conflict` for a deleted account, with
   * `invalid_request` for a document beyond the plan's bytes, and with `conflict` beyond the plan's recipes or the bytes of all of them; the
   * oldest version goes when the plan keeps no more. With `revision` it only replaces: rejects with `not_found` where there is
   * no such recipe, and with `conflict` where it has another revision.
   */
  put(recipe: RecipePut): Promise<StoredRecipe>;
  /** Resolves to the recipe, or to `undefined` where the account has none with this id. */
  find(reference: RecipeReference): Promise<StoredRecipe | undefined>;
  /** Recipes, newest first, those before the recipe with id `before`; rejects with `invalid_request` where the account has none. */
  list(query: {
    readonly account: string;
    readonly limit: number;
    readonly before?: string | undefined;
  }): Promise<readonly RecipeSummary[]>;
  /** Enables or disables a recipe. Rejects with `not_found`. */
  setEnabled(
    request: RecipeReference & { readonly enabled: boolean; readonly nowMs: number },
  ): Promise<StoredRecipe>;
  /** Keeps the fingerprints; resolves to `false` and keeps nothing when the recipe has another revision or is deleted. */
  saveFingerprints(
    request: RecipeReference & { readonly revision: number; readonly fingerprints: unknown },
  ): Promise<boolean>;
  /** Sets the recipe's webhook, without a new version; without `webhook` it is removed. Rejects with `not_found`. */
  setWebhook(
    request: RecipeReference & {
      readonly webhook?: WebhookChange | undefined;
      readonly nowMs: number;
    },
  ): Promise<StoredRecipe>;
  /** The versions that are kept, newest first; none where the account has no such recipe. */
  listVersions(reference: RecipeReference): Promise<readonly RecipeVersionSummary[]>;
  /** Resolves to a version, or to `undefined` where it is unknown or no longer kept. */
  findVersion(
    reference: RecipeReference & { readonly revision: number },
  ): Promise<RecipeVersion | undefined>;
  /** Deletes a recipe, its versions and its schedules; its runs stay. Rejects with `not_found`. */
  delete(reference: RecipeReference): Promise<void>;
}
