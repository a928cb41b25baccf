import type { ProposedSelector } from '../../contracts/recipe/proposed-selector.ts';
import type { RecipeChange } from '../draft/compare-recipes.ts';
import type { DraftEdit } from '../draft/draft-edit.ts';
import type { RecipeDocument } from '../draft/recipe-document.ts';

/** The recipe that an owner makes. It outlives sessions of the page, and ends with the process: keep `document` and give it back. */
export interface StudioDraft {
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

/** Body of `PUT …/api/draft`: what the draft becomes; an empty object empties it. */
export type OpenStudioDraft =
  /** A recipe, or a recording as Chrome exports it: parsed JSON or its text. */
  | { readonly document: unknown; readonly source?: StudioDraft['source'] }
  /** A kept recipe, in its newest version without `version`. */
  | { readonly recipe: string; readonly version?: number | undefined }
  | { readonly document?: undefined; readonly recipe?: undefined };

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
