import type { ProposedSelector } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { RecipeChange } from '../draft/compare-recipes.ts';
import type { DraftEdit } from '../draft/edit-draft.ts';
import type { RecipeDocument } from '../draft/recipe-document.ts';

/** The recipe that an owner makes. It outlives sessions of the page, and ends with the process: keep `document` and give it back. */
export interface StudioDraft {
  /** Another one with each recipe that is opened: values that were given for one are for no other. */
  readonly id: string;
  /** Grows with each change. */
  readonly revision: number;
  /** `undefined` before the first step. */
  readonly document: RecipeDocument | undefined;
  /** Declared and named in steps, in order; empty before the first step. */
  readonly variables: readonly StudioVariable[];
  /** The kept recipe that it was opened from or saved as. */
  readonly source: { readonly id: string; readonly version: number } | undefined;
  /** Whether it is what its source holds. */
  readonly isSaved: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** A variable of the draft. */
export interface StudioVariable {
  readonly name: string;
  /** What a run takes where it is given no value; `undefined`: it has to be given one. */
  readonly default: string | undefined;
  /** Whether its value stands nowhere. */
  readonly isSecret: boolean;
}

/** Body of `PUT …/api/draft`: what the draft becomes, a document or a kept recipe; an empty object empties it. */
export interface OpenStudioDraft {
  /** A recipe, or a recording as Chrome exports it: parsed JSON or its text. */
  readonly document?: unknown;
  /** The kept recipe that the document was made from. */
  readonly source?: StudioDraft['source'];
  /** Id of a kept recipe. */
  readonly recipe?: string | undefined;
  /** Of the kept recipe. @default the newest */
  readonly version?: number | undefined;
}

/** Body of `POST …/api/draft/edits`: done in order, all or none; undone as one. */
export interface EditStudioDraft {
  readonly edits: readonly DraftEdit[];
  /** Refused with `conflict` where the draft has another revision by now. @default none is asked for */
  readonly revision?: number | undefined;
}

/** Body of `POST …/api/draft/save`: the title, where it is another one. A draft with a source becomes its next version. */
export interface SaveStudioDraft {
  readonly title?: string | undefined;
  /** Whether a new recipe is made of a draft with a source. @default false */
  readonly asNew?: boolean | undefined;
}

/** Body of `POST …/api/draft/repairs`: what a person decides about a target that a trial did not find by its first selector. */
export type StudioRepairChoice =
  /** Puts the selectors of the element that was taken in front. */
  | { readonly path: string; readonly choice: 'accept' }
  /** Puts selectors of another element in front, such as those of `POST …/api/session/inspect`. */
  | {
      readonly path: string;
      readonly choice: 'replace';
      readonly selectors: readonly ProposedSelector[];
    }
  /** Marks it as gone: a field or step becomes optional, or is removed with `remove`. */
  | { readonly path: string; readonly choice: 'gone'; readonly remove?: boolean | undefined };

/** What `GET …/api/draft/export` gives: a file by `?format=chrome` (JSON for Chrome's Recorder) or `?format=typescript`. */
export type StudioExportFormat = 'chrome' | 'typescript';

/** What differs between two versions of a kept recipe. */
export interface StudioComparison {
  readonly changes: readonly RecipeChange[];
}

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
