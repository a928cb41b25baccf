/** Where the studio keeps recipes: a folder, or the service's. Each call sees those of one owner alone. */
export interface StudioRecipes {
  /** The newest first. */
  list(owner: string): Promise<readonly StudioRecipeEntry[]>;
  /** Resolves to a version, the newest without `version`; `undefined` where the owner has none such. */
  find(
    owner: string,
    recipe: { readonly id: string; readonly version?: number | undefined },
  ): Promise<StudioRecipeVersion | undefined>;
  /** Resolves to the versions of a recipe without their documents, the newest first; empty where the owner has none such. */
  listVersions(owner: string, id: string): Promise<readonly StudioRecipeEntry[]>;
  /**
   * Keeps a new version, of a new recipe without `id`. Rejects with `not_found` for an id that the owner has not, and with `conflict`
   * where the newest version is another than the one that it was made from.
   */
  save(owner: string, recipe: SavedStudioRecipe): Promise<StudioRecipeEntry>;
}

/** A recipe to keep. */
export interface SavedStudioRecipe {
  /** Of the recipe that gets a version. @default a new recipe is made */
  readonly id?: string | undefined;
  /** The version that it was made from. @default none is asked for */
  readonly from?: number | undefined;
  readonly document: unknown;
}

/** A recipe in a list. */
export interface StudioRecipeEntry {
  readonly id: string;
  readonly title: string;
  /** From 1. */
  readonly version: number;
  readonly savedAtMs: number;
}

/** A version with its document, a recipe as JSON. */
export interface StudioRecipeVersion extends StudioRecipeEntry {
  readonly document: unknown;
}
